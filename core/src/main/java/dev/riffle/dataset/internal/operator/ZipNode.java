package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.LineageKey;
import dev.riffle.dataset.internal.checkpoint.Restoring;
import dev.riffle.dataset.internal.checkpoint.SavedElement;
import dev.riffle.dataset.internal.checkpoint.Saving;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.checkpoint.StateKey;
import dev.riffle.dataset.internal.engine.BufferedElement;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Opened;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.dataset.stage.Pair;
import dev.riffle.io.SourcePart;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Tuples of the elements of several datasets. */
final class ZipNode<T> extends Node<T> {

    private final List<Node<?>> inputs;
    private final Function<Object[], T> join;
    private final ElementSpec spec;

    private ZipNode(String name, List<? extends Node<?>> inputs, Function<Object[], T> join, ElementSpec spec) {
        super(name);
        this.spec = spec;
        this.inputs = List.copyOf(inputs);
        this.join = join;
    }

    @SuppressWarnings("unchecked")
    static <A, B> Node<Pair<A, B>> pairs(String name, Node<A> first, Node<B> second) {
        return new ZipNode<>(
                name,
                List.of(first, second),
                parts -> new Pair<>((A) parts[0], (B) parts[1]),
                new ElementSpec.PairOf(first.elementSpec(), second.elementSpec()));
    }

    @SuppressWarnings("unchecked")
    static <T> Node<List<T>> lists(List<? extends Node<? extends T>> datasets) {
        if (datasets.isEmpty()) {
            throw new IllegalArgumentException("datasets must not be empty: []");
        }
        return new ZipNode<>("zip", datasets, parts -> List.of((T[]) parts), listSpec(datasets));
    }

    /** Returns the common spec of all datasets. The datasets may have different types. */
    private static ElementSpec listSpec(List<? extends Node<?>> datasets) {
        ElementSpec item = datasets.get(0).elementSpec();
        for (Node<?> dataset : datasets) {
            ElementSpec other = dataset.elementSpec();
            item = item.isCompatibleWith(other) ? item.common(other) : ElementSpec.unknown();
        }
        return new ElementSpec.ListOf(item, datasets.size());
    }

    @Override
    public List<Node<?>> inputs() {
        return inputs;
    }

    @Override
    public Stage<T> open(Run run) throws Exception {
        return new Running(run);
    }

    @Override
    public long cardinality() {
        // In an unsigned comparison, the infinite cardinality is greater than every number.
        long least = INFINITE_CARDINALITY;
        for (Node<?> input : inputs) {
            long size = input.cardinality();
            if (size == UNKNOWN_CARDINALITY) {
                return size;
            }
            least = Long.compareUnsigned(size, least) < 0 ? size : least;
        }
        return least;
    }

    @Override
    public ElementSpec elementSpec() {
        return spec;
    }

    @Override
    public String signature() {
        return name() + "(" + inputs.size() + " datasets)";
    }

    @Override
    public List<T> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        List<List<?>> columns = new ArrayList<>();
        for (int i = 0; i < inputs.size(); i++) {
            List<ElementLineage> column = new ArrayList<>(lineages.size());
            for (ElementLineage lineage : lineages) {
                column.add(ElementLineage.parts(lineage, inputs.size()).get(i));
            }
            columns.add(inputs.get(i).recompute(column, run));
        }
        List<T> recomputed = new ArrayList<>(lineages.size());
        Object[] parts = new Object[inputs.size()];
        for (int at = 0; at < lineages.size(); at++) {
            for (int i = 0; i < parts.length; i++) {
                parts[i] = columns.get(i).get(at);
            }
            recomputed.add(join.apply(parts));
        }
        return recomputed;
    }

    /** Returns the first known origin of the parts. */
    @Override
    public Optional<SourcePart> origin(ElementLineage lineage) {
        for (int i = 0; i < inputs.size(); i++) {
            Optional<SourcePart> origin = inputs.get(i)
                    .origin(ElementLineage.parts(lineage, inputs.size()).get(i));
            if (origin.isPresent()) {
                return origin;
            }
        }
        return Optional.empty();
    }

    private final class Running extends Stage<T> {

        private static final StateKey<Boolean> ENDED = StateKey.flag("ended");
        private static final StateKey<List<State>> INPUTS =
                StateKey.state("inputs").list();
        private static final StateKey<Long> ADVANCED = StateKey.count("gone");
        private static final StateKey<Optional<SavedElement.Failed>> FAILURE =
                StateKey.failure("failure").optional();

        /**
         * The lineages of the next tuple's parts, from the inputs that have advanced; empty at the end and at a
         * failure.
         */
        private static final LineageKey<Optional<List<ElementLineage>>> PARTS =
                LineageKey.lineage("parts").list().optional();

        private final List<Stage<?>> stages = new ArrayList<>();
        private final Object[] parts = new Object[inputs.size()];
        private final Run run;
        private boolean ended;

        /** The number of inputs that had advanced before an interruption, and their first failure. */
        private int advanced;

        private @Nullable Exception failure;

        /** The lineages of parts from a checkpoint, while these parts belong to the current element. */
        private List<ElementLineage> kept = List.of();

        Running(Run run) throws Exception {
            super(ZipNode.this);
            this.run = run;
            Opened.all(inputs, stages, run);
        }

        /**
         * Advances every input by one element, even if an input has failed or ended, so that the inputs stay aligned.
         * Then throws the first failure. Throws an interruption immediately. The next call continues with the
         * interrupted input.
         */
        @Override
        @Nullable
        public T next() throws Exception {
            if (ended && advanced == 0) {
                return null;
            }
            int first = advanced;
            advanced = 0;
            kept = first == 0 ? List.of() : kept;
            for (int i = first; i < parts.length; i++) {
                try {
                    Object part = stages.get(i).next();
                    if (part == null) {
                        ended = true;
                    } else {
                        parts[i] = part;
                    }
                } catch (Exception e) {
                    if (isInterruption(e)) {
                        advanced = i;
                        throw e;
                    }
                    // As in TensorFlow, failures after an ended input have no effect.
                    failure = failure == null && !ended ? e : failure;
                }
            }
            Exception thrown = failure;
            if (thrown != null) {
                failure = null;
                throw thrown;
            }
            return ended ? null : join.apply(parts);
        }

        @Override
        public ElementLineage lineage() {
            ElementLineage[] lineages = new ElementLineage[parts.length];
            for (int i = 0; i < lineages.length; i++) {
                lineages[i] = i < kept.size() ? kept.get(i) : stages.get(i).lineage();
            }
            return ElementLineage.Several.of(lineages);
        }

        @Override
        public State save(Saving saving) {
            List<State> states = new ArrayList<>();
            for (Stage<?> stage : stages) {
                states.add(stage.save(saving));
            }
            boolean hasParts = advanced > 0 && failure == null && !ended;
            return State.empty()
                    .with(ENDED, ended)
                    .with(INPUTS, states)
                    .with(ADVANCED, advanced)
                    .with(FAILURE, Optional.ofNullable(failure).map(BufferedElement::savedFailure))
                    .with(PARTS, hasParts ? Optional.of(advancedLineages()) : Optional.empty(), saving);
        }

        private List<ElementLineage> advancedLineages() {
            List<ElementLineage> lineages = new ArrayList<>(kept);
            while (lineages.size() < advanced) {
                lineages.add(stages.get(lineages.size()).lineage());
            }
            return lineages;
        }

        @Override
        public void restore(State state, Restoring restoring) throws Exception {
            ended = state.get(ENDED);
            List<State> states = state.list(INPUTS, parts.length);
            for (int i = 0; i < parts.length; i++) {
                stages.get(i).restore(states.get(i), restoring);
            }
            advanced = state.index(ADVANCED, parts.length);
            failure = state.get(FAILURE).map(BufferedElement::restoredFailure).orElse(null);
            Optional<List<ElementLineage>> saved = state.get(PARTS, restoring);
            int expected = advanced > 0 && failure == null && !ended ? advanced : 0;
            if (saved.map(List::size).orElse(0) != expected) {
                throw state.damaged(ADVANCED, "the number of parts");
            }
            kept = saved.orElse(List.of());
            for (int i = 0; i < kept.size(); i++) {
                parts[i] = inputs.get(i).recompute(List.of(kept.get(i)), run).get(0);
            }
        }

        @Override
        public void close() throws IOException {
            Opened.close(stages);
        }
    }
}
