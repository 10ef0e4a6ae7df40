package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.Restoring;
import dev.riffle.dataset.internal.checkpoint.Saving;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.Failures;
import dev.riffle.dataset.internal.engine.Inputs;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.io.SourcePart;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Elements of several datasets, in the order that another dataset chooses:
 * {@code tf.data.Dataset.choose_from_datasets}.
 */
public final class ChooseNode<T> extends Node<T> {

    private final Inputs<T> inputs;
    private final ElementSpec spec;
    private final Node<? extends Number> choices;
    private final boolean endsWithFirst;

    private ChooseNode(Inputs<T> inputs, Node<? extends Number> choices, boolean endsWithFirst) {
        super("chooseFromDatasets");
        this.inputs = inputs;
        this.spec = inputs.elementSpec();
        this.choices = choices;
        this.endsWithFirst = endsWithFirst;
    }

    public static <T> ChooseNode<T> of(List<? extends Node<? extends T>> datasets, Node<? extends Number> choices) {
        if (datasets.isEmpty()) {
            throw new IllegalArgumentException("datasets must not be empty: []");
        }
        return new ChooseNode<>(new Inputs<>(datasets), choices, true);
    }

    public ChooseNode<T> skipEmptyDatasets() {
        return new ChooseNode<>(inputs, choices, false);
    }

    @Override
    public List<Node<?>> inputs() {
        List<Node<?>> all = new ArrayList<>(inputs.datasets());
        all.add(choices);
        return all;
    }

    @Override
    public Stage<T> open(Run run) throws Exception {
        return new DirectedStage<>(this, inputs, new Choosing(run.open(choices)), endsWithFirst, run);
    }

    @Override
    public long cardinality() {
        return inputs.cardinalityOfDraws();
    }

    @Override
    public ElementSpec elementSpec() {
        return spec;
    }

    @Override
    public String signature() {
        return "chooseFromDatasets(" + inputs.datasets().size() + " datasets"
                + (endsWithFirst ? ")" : ", skipping empty ones)");
    }

    @Override
    public List<T> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        return inputs.recompute(lineages, run);
    }

    @Override
    public Optional<SourcePart> origin(ElementLineage lineage) {
        return inputs.origin(lineage);
    }

    private final class Choosing implements DirectedStage.Selector {

        private final Stage<? extends Number> stage;

        Choosing(Stage<? extends Number> stage) {
            this.stage = stage;
        }

        @Override
        public int next() throws Exception {
            Number next = stage.next();
            if (next == null) {
                return -1;
            }
            long choice = choice(next);
            int size = inputs.datasets().size();
            if (choice < 0 || choice >= size) {
                throw Failures.failure(name(), null, "choice must be from 0 to " + (size - 1) + ": " + choice, null);
            }
            return (int) choice;
        }

        private long choice(Number number) {
            try {
                return Stage.integer("choice", number);
            } catch (IllegalArgumentException e) {
                throw Failures.of(name(), null, e);
            }
        }

        @Override
        public void inputEnded(int number) {}

        @Override
        public State save(Saving saving) {
            return stage.save(saving);
        }

        @Override
        public void restore(State state, Restoring restoring) throws Exception {
            stage.restore(state, restoring);
        }

        @Override
        public void close() throws IOException {
            stage.close();
        }
    }
}
