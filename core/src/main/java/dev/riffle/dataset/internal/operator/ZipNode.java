package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.FlagCell;
import dev.riffle.dataset.internal.checkpoint.LineageTable;
import dev.riffle.dataset.internal.checkpoint.LongCell;
import dev.riffle.dataset.internal.checkpoint.Member;
import dev.riffle.dataset.internal.checkpoint.SavedElement;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.BufferedElement;
import dev.riffle.dataset.internal.engine.Description;
import dev.riffle.dataset.internal.engine.MixNode;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.dataset.stage.Pair;
import dev.riffle.io.SourcePart;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Tuples of the elements of several datasets. */
public final class ZipNode<T> extends Node<T> {

    private final List<Node<?>> inputs = inputs();
    private final Function<Object[], T> join;

    private ZipNode(String name, List<? extends Node<?>> inputs, Function<Object[], T> join, ElementSpec spec) {
        super(name, spec, inputs);
        this.join = join;
    }

    @SuppressWarnings("unchecked")
    public static <A, B> Node<Pair<A, B>> pairs(String name, Node<A> first, Node<B> second) {
        return new ZipNode<>(
                name,
                List.of(first, second),
                parts -> new Pair<>((A) parts[0], (B) parts[1]),
                new ElementSpec.PairOf(first.elementSpec(), second.elementSpec()));
    }

    @SuppressWarnings("unchecked")
    public static <T> Node<List<T>> lists(List<? extends Node<? extends T>> datasets) {
        return new ZipNode<>("zip", MixNode.notEmpty(datasets), parts -> List.of((T[]) parts), listSpec(datasets));
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

    /** Returns empty if an input can end, except the numbers of {@code enumerate}, whose cardinality is infinite. */
    @Override
    public Optional<Node<?>> endlessStage() {
        Optional<Node<?>> first = Optional.empty();
        for (Node<?> input : inputs) {
            Optional<Node<?>> stage = input.endlessStage();
            if (stage.isEmpty() && input.cardinality() != INFINITE_CARDINALITY) {
                return Optional.empty();
            }
            first = first.or(() -> stage);
        }
        return first;
    }

    @Override
    protected void describe(Description description) {
        description.with(inputs.size() + " datasets");
    }

    @Override
    public List<T> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        List<Iterator<?>> columns = new ArrayList<>();
        for (int i = 0; i < inputs.size(); i++) {
            List<ElementLineage> column = ElementLineage.eachPart(lineages, inputs.size(), i);
            columns.add(inputs.get(i).recompute(column, run).iterator());
        }
        List<T> recomputed = new ArrayList<>(lineages.size());
        while (recomputed.size() < lineages.size()) {
            recomputed.add(join.apply(columns.stream().map(Iterator::next).toArray()));
        }
        return recomputed;
    }

    /** Returns the first known origin of the parts. */
    @Override
    public Optional<SourcePart> origin(ElementLineage lineage) {
        for (int i = 0; i < inputs.size(); i++) {
            Optional<SourcePart> origin = inputs.get(i).origin(ElementLineage.part(lineage, inputs.size(), i));
            if (origin.isPresent()) {
                return origin;
            }
        }
        return Optional.empty();
    }

    private final class Running extends Stage<T> {

        private static final Member<Optional<SavedElement.Failed>> FAILURE =
                Member.failure("failure").optional();

        /**
         * The lineages of the next tuple's parts, from the inputs that have advanced; empty at the end and at a
         * failure.
         */
        private static final Member<List<ElementLineage>> PARTS =
                Member.lineage("parts").list();

        private final List<Stage<?>> stages = new ArrayList<>();
        private final Object[] parts = new Object[inputs.size()];
        private final FlagCell ended = flag("ended");

        /** The number of inputs that had advanced before an interruption, and their first failure. */
        private final LongCell advanced = index("advanced", parts.length);

        private @Nullable Exception failure;

        /** The lineages of parts from a checkpoint, while these parts belong to the current element. */
        private List<ElementLineage> kept = List.of();

        Running(Run run) throws Exception {
            super(ZipNode.this, run);
            for (Node<?> input : inputs) {
                stages.add(openInput("input" + stages.size(), input));
            }
        }

        /**
         * Advances every input by one element, even if an input has failed or ended, so that the inputs stay aligned.
         * Then throws the first failure. Throws an interruption immediately. The next call continues with the
         * interrupted input.
         */
        @Override
        public @Nullable T next() throws Exception {
            int first = advanced.index();
            if (first == 0) {
                if (ended.value) {
                    return null;
                }
                kept = List.of();
            }
            advanced.value = 0;
            for (int i = first; i < parts.length; i++) {
                try {
                    Object part = stages.get(i).next();
                    if (part == null) {
                        ended.value = true;
                    } else {
                        parts[i] = part;
                    }
                } catch (Exception e) {
                    if (isInterruption(e)) {
                        advanced.value = i;
                        throw e;
                    }
                    // As in TensorFlow, failures after an ended input have no effect.
                    failure = failure == null && !ended.value ? e : failure;
                }
            }
            Exception thrown = failure;
            if (thrown != null) {
                failure = null;
                throw thrown;
            }
            return ended.value ? null : join.apply(parts);
        }

        @Override
        public ElementLineage lineage() {
            return new ElementLineage.Several(lineages(parts.length));
        }

        /** Returns the lineages of the first parts. */
        private List<ElementLineage> lineages(int count) {
            ElementLineage[] lineages = new ElementLineage[count];
            for (int i = 0; i < count; i++) {
                lineages[i] = i < kept.size() ? kept.get(i) : stages.get(i).lineage();
            }
            return List.of(lineages);
        }

        /** Returns the number of parts that a checkpoint holds. */
        private int held() {
            return failure == null && !ended.value ? advanced.index() : 0;
        }

        @Override
        public State save(LineageTable table) {
            return super.save(table)
                    .with(FAILURE, Optional.ofNullable(failure).map(BufferedElement::savedFailure))
                    .with(PARTS, lineages(held()));
        }

        @Override
        public void restore(State state) throws Exception {
            super.restore(state);
            failure = state.get(FAILURE).map(BufferedElement::restoredFailure).orElse(null);
            kept = state.list(PARTS, held());
            for (int i = 0; i < kept.size(); i++) {
                parts[i] = inputs.get(i).recompute(List.of(kept.get(i)), run()).get(0);
            }
        }
    }
}
