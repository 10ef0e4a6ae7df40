package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.CheckpointFailures;
import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.LineageTable;
import dev.riffle.dataset.internal.checkpoint.Member;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.collate.PayloadList;
import dev.riffle.dataset.internal.engine.LineageGroups;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.engine.UnaryNode;
import dev.riffle.dataset.internal.engine.UnaryStage;
import dev.riffle.io.SourcePart;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** The first half of a batch operation: consecutive elements with their lineages, before collation. */
final class CollectNode<T> extends UnaryNode<T, Collected<T>> {

    private static final int FIRST_SIZE = 1024;

    private final int size;
    private final boolean dropRemainder;
    private final boolean forParser;

    /**
     * Creates the node.
     *
     * @param forParser whether the collator only parses the elements, which are payloads
     */
    CollectNode(String name, Node<T> input, int size, boolean dropRemainder, boolean forParser) {
        super(name, input);
        this.size = size;
        this.dropRemainder = dropRemainder;
        this.forParser = forParser;
    }

    @Override
    public Stage<Collected<T>> open(Run run) throws Exception {
        return new Running(run);
    }

    @Override
    public long cardinality() {
        long elements = input().cardinality();
        return elements < 0 ? elements : elements / size + (!dropRemainder && elements % size != 0 ? 1 : 0);
    }

    @Override
    public List<Collected<T>> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        Iterator<List<T>> groups = LineageGroups.parts(input(), lineages, run).iterator();
        List<Collected<T>> recomputed = new ArrayList<>(lineages.size());
        for (ElementLineage lineage : lineages) {
            List<T> elements = groups.next();
            if (elements.isEmpty()) {
                throw CheckpointFailures.damaged("a batch must have at least one element: " + lineage);
            }
            recomputed.add(new Collected<>(input(), elements, ElementLineage.parts(lineage)));
        }
        return recomputed;
    }

    /** Returns empty, because a batch comes from several records. */
    @Override
    public Optional<SourcePart> origin(ElementLineage lineage) {
        return Optional.empty();
    }

    private final class Running extends UnaryStage<T, Collected<T>> {

        /** The lineages that the stage collected before an interruption. */
        private static final Member<Optional<List<ElementLineage>>> COLLECTED =
                Member.lineage("collected").list().optional();

        /** The lineages of the batch that the stage collects or has delivered. */
        private List<ElementLineage> lineages = List.of();

        /** The elements that the stage collected before an interruption. */
        private @Nullable List<T> interrupted;

        /** The memory of parsed payloads, for the next batches. */
        private final Queue<PayloadList> spare = new ConcurrentLinkedQueue<>();

        Running(Run run) throws Exception {
            super(CollectNode.this, run);
        }

        /**
         * Collects the next batch. If the input fails, drops the collected elements, as in TensorFlow. An interruption
         * is not a failure. The next call continues to collect elements.
         */
        @Override
        public @Nullable Collected<T> next() throws Exception {
            List<T> begun = interrupted;
            interrupted = null;
            List<T> elements = begun == null ? newList() : begun;
            if (begun == null) {
                lineages = new ArrayList<>(Math.min(size, FIRST_SIZE));
            }
            try {
                while (lineages.size() < size && addNext(elements)) {
                    lineages.add(input().lineage());
                }
            } catch (Exception e) {
                if (isInterruption(e)) {
                    interrupted = elements;
                } else {
                    unused(elements);
                }
                throw e;
            }
            if (lineages.isEmpty() || (lineages.size() < size && dropRemainder)) {
                return null;
            }
            return new Collected<>(CollectNode.this.input(), elements, lineages, this::unused);
        }

        @SuppressWarnings("unchecked") // the elements of a parser are payloads
        private List<T> newList() {
            if (!forParser) {
                return new ArrayList<>(Math.min(size, FIRST_SIZE));
            }
            PayloadList used = spare.poll();
            return (List<T>) (used == null ? new PayloadList() : used);
        }

        private boolean addNext(List<T> elements) throws Exception {
            if (elements instanceof PayloadList payloads) {
                return input().nextInto(payloads);
            }
            T element = input().next();
            return element != null && elements.add(element);
        }

        /** Keeps the memory of payloads for a later batch. Threads that collate in parallel call this method. */
        private void unused(List<T> elements) {
            if (elements instanceof PayloadList payloads) {
                payloads.clear();
                spare.add(payloads);
            }
        }

        @Override
        public ElementLineage lineage() {
            return new ElementLineage.Several(lineages);
        }

        @Override
        public State save(LineageTable table) {
            return super.save(table)
                    .with(COLLECTED, interrupted == null ? Optional.empty() : Optional.of(lineages));
        }

        @Override
        public void restore(State state) throws Exception {
            super.restore(state);
            Optional<List<ElementLineage>> saved = state.get(COLLECTED);
            if (saved.isPresent()) {
                lineages = saved.get();
                interrupted = new ArrayList<>(CollectNode.this.input().recompute(lineages, run()));
            }
        }
    }
}
