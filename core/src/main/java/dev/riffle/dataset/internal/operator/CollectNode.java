package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.LineageKey;
import dev.riffle.dataset.internal.checkpoint.Restoring;
import dev.riffle.dataset.internal.checkpoint.Saving;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Recomputation;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.engine.UnaryNode;
import dev.riffle.dataset.internal.engine.UnaryStage;
import dev.riffle.io.SourcePart;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The first half of a batch operation: consecutive elements with their lineages, before collation. */
final class CollectNode<T> extends UnaryNode<T, Collected<T>> {

    private static final int FIRST_SIZE = 1024;

    private final int size;
    private final boolean dropRemainder;

    CollectNode(String name, Node<T> input, int size, boolean dropRemainder) {
        super(name, input);
        this.size = size;
        this.dropRemainder = dropRemainder;
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
    public String signature() {
        return "collect(" + size + ")";
    }

    @Override
    public List<Collected<T>> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        List<Collected<T>> recomputed = new ArrayList<>(lineages.size());
        List<List<T>> groups = Recomputation.groups(input(), lineages, run);
        for (int i = 0; i < lineages.size(); i++) {
            recomputed.add(new Collected<>(input(), groups.get(i), Recomputation.parts(lineages.get(i))));
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
        private static final LineageKey<Optional<List<ElementLineage>>> COLLECTED =
                LineageKey.lineage("collected").list().optional();

        private final Run run;
        private ElementLineage[] lineages = new ElementLineage[Math.min(size, FIRST_SIZE)];
        private List<ElementLineage> delivered = List.of();

        /** The elements that the stage collected before an interruption. */
        private @Nullable List<T> interrupted;

        Running(Run run) throws Exception {
            super(CollectNode.this, run);
            this.run = run;
        }

        /**
         * Collects the next batch. If the input fails, drops the collected elements, as in TensorFlow. An interruption
         * is not a failure. The next call continues to collect elements.
         */
        @Override
        @Nullable
        public Collected<T> next() throws Exception {
            List<T> begun = interrupted;
            interrupted = null;
            List<T> elements = begun == null ? new ArrayList<>(Math.min(size, FIRST_SIZE)) : begun;
            int count = elements.size();
            try {
                while (count < size) {
                    T element = input().next();
                    if (element == null) {
                        break;
                    }
                    add(count++, input().lineage());
                    elements.add(element);
                }
            } catch (Exception e) {
                if (isInterruption(e)) {
                    interrupted = elements;
                }
                throw e;
            }
            if (count == 0 || (count < size && dropRemainder)) {
                return null;
            }
            delivered = List.of(Arrays.copyOf(lineages, count));
            return new Collected<>(CollectNode.this.input(), elements, delivered);
        }

        private void add(int count, ElementLineage lineage) {
            if (count == lineages.length) {
                lineages = Arrays.copyOf(lineages, (int) Math.min(2L * count, size));
            }
            lineages[count] = lineage;
        }

        @Override
        public ElementLineage lineage() {
            return new ElementLineage.Several(delivered);
        }

        @Override
        public State save(Saving saving) {
            return super.save(saving)
                    .with(
                            COLLECTED,
                            Optional.ofNullable(interrupted)
                                    .map(collected -> List.of(Arrays.copyOf(lineages, collected.size()))),
                            saving);
        }

        @Override
        public void restore(State state, Restoring restoring) throws Exception {
            super.restore(state, restoring);
            Optional<List<ElementLineage>> saved = state.get(COLLECTED, restoring);
            if (saved.isPresent()) {
                List<ElementLineage> collected = saved.get();
                for (int i = 0; i < collected.size(); i++) {
                    add(i, collected.get(i));
                }
                interrupted = new ArrayList<>(CollectNode.this.input().recompute(collected, run));
            }
        }
    }
}
