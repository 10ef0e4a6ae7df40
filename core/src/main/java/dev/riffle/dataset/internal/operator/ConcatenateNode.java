package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.Restoring;
import dev.riffle.dataset.internal.checkpoint.Saving;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.checkpoint.StateKey;
import dev.riffle.dataset.internal.engine.Cardinality;
import dev.riffle.dataset.internal.engine.Inputs;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.io.SourcePart;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The elements of one dataset, then the elements of another dataset. */
final class ConcatenateNode<T> extends Node<T> {

    private final Inputs<T> inputs;
    private final ElementSpec spec;

    ConcatenateNode(Node<T> first, Node<? extends T> second) {
        super("concatenate");
        this.inputs = new Inputs<>(List.of(first, second));
        this.spec = inputs.elementSpec();
    }

    @Override
    public List<Node<?>> inputs() {
        return List.copyOf(inputs.datasets());
    }

    @Override
    public Stage<T> open(Run run) throws Exception {
        return new Running(run);
    }

    @Override
    public long cardinality() {
        long first = inputs.datasets().get(0).cardinality();
        long second = inputs.datasets().get(1).cardinality();
        if (first == INFINITE_CARDINALITY || second == INFINITE_CARDINALITY) {
            return INFINITE_CARDINALITY;
        }
        return first < 0 || second < 0 ? UNKNOWN_CARDINALITY : Cardinality.sum(first, second);
    }

    @Override
    public ElementSpec elementSpec() {
        return spec;
    }

    @Override
    public String signature() {
        return "concatenate";
    }

    @Override
    public List<T> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        return inputs.recompute(lineages, run);
    }

    @Override
    public Optional<SourcePart> origin(ElementLineage lineage) {
        return inputs.origin(lineage);
    }

    private final class Running extends Stage<T> {

        private static final StateKey<Long> NUMBER = StateKey.count("number");

        /** The state of the current input; empty between the two inputs and at the end. */
        private static final StateKey<Optional<State>> INPUT =
                StateKey.state("input").optional();

        private final Run run;
        private @Nullable Stage<T> input;
        private int number;

        Running(Run run) throws Exception {
            super(ConcatenateNode.this);
            this.run = run;
            this.input = run.open(inputs.datasets().get(0));
        }

        @Override
        @Nullable
        public T next() throws Exception {
            while (number < 2) {
                Stage<T> from = input;
                if (from == null) {
                    from = run.open(inputs.datasets().get(number));
                    input = from;
                }
                T element = from.next();
                if (element != null) {
                    return element;
                }
                number++;
                input = null;
                from.close();
            }
            return null;
        }

        @Override
        public ElementLineage lineage() {
            if (input == null) {
                throw new IllegalStateException("no element has been delivered");
            }
            return Inputs.lineage(number, input.lineage());
        }

        @Override
        public State save(Saving saving) {
            return State.empty()
                    .with(NUMBER, number)
                    .with(INPUT, Optional.ofNullable(input).map(stage -> stage.save(saving)));
        }

        @Override
        public void restore(State state, Restoring restoring) throws Exception {
            Optional<State> saved = state.get(INPUT);
            number = state.index(NUMBER, saved.isPresent() ? 2 : 3);
            Stage<T> opened = Objects.requireNonNull(input);
            if (number != 0) {
                input = null;
                opened.close();
            }
            if (saved.isPresent()) {
                if (number != 0) {
                    opened = run.open(inputs.datasets().get(number));
                    input = opened;
                }
                opened.restore(saved.get(), restoring);
            }
        }

        @Override
        public void close() throws IOException {
            if (input != null) {
                input.close();
            }
        }
    }
}
