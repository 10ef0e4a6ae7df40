package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.collate.Splitter;
import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.LineageTable;
import dev.riffle.dataset.internal.checkpoint.Member;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.Cardinality;
import dev.riffle.dataset.internal.engine.Description;
import dev.riffle.dataset.internal.engine.Failures;
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
import org.jspecify.annotations.Nullable;

/**
 * The elements of the input's batches. The lineage of an element consists of the batch's lineage and the element's
 * number in the batch.
 */
public final class UnbatchNode<B, T> extends UnaryNode<B, T> {

    private final Splitter<? super B, T> splitter;
    private final boolean forRebatch;

    public UnbatchNode(Node<B> input, Splitter<? super B, T> splitter) {
        this(input, splitter, false);
    }

    private UnbatchNode(Node<B> input, Splitter<? super B, T> splitter, boolean forRebatch) {
        super("unbatch", input, splitter.spec(input.elementSpec()));
        this.splitter = splitter;
        this.forRebatch = forRebatch;
    }

    /** Returns a node whose elements form batches of another size. */
    public static <B, T> UnbatchNode<B, T> forRebatch(Node<B> input, Splitter<? super B, T> splitter) {
        return new UnbatchNode<>(input, splitter, true);
    }

    @Override
    public Stage<T> open(Run run) throws Exception {
        return new Running(run);
    }

    @Override
    public long cardinality() {
        long batches = input().cardinality();
        int size = splitter.size(input().elementSpec());
        // As in TensorFlow, the cardinality is unknown before a batch of another size, and if the first dimension is 0.
        if (forRebatch || (batches >= 0 && size <= 0)) {
            return UNKNOWN_CARDINALITY;
        }
        return batches < 0 ? batches : Cardinality.product(batches, size);
    }

    @Override
    protected void describe(Description description) {
        description.function(splitter);
    }

    /** Computes elements again, and each batch only once. */
    @Override
    public List<T> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        LineageGroups<ElementLineage> groups =
                new LineageGroups<>(lineages, lineage -> ElementLineage.part(lineage, 2, 0));
        Iterator<B> batches = input().recompute(groups.keys(), run).iterator();
        return groups.recompute((batch, group) -> {
            List<? extends T> elements = splitter.split(batches.next());
            List<T> wanted = new ArrayList<>(group.size());
            for (ElementLineage position : ElementLineage.eachPart(group, 2, 1)) {
                wanted.add(elements.get(ElementLineage.position(position, elements.size())));
            }
            return wanted;
        });
    }

    @Override
    public Optional<SourcePart> origin(ElementLineage lineage) {
        return input().origin(ElementLineage.part(lineage, 2, 0));
    }

    private final class Running extends UnaryStage<B, T> {

        /** The batch whose elements the stage delivers; empty between two batches. */
        private static final Member<Optional<ElementLineage>> BATCH =
                Member.lineage("batch").optional();

        private static final Member<Long> INDEX = Member.count("index");

        private List<? extends T> elements = List.of();
        private int index;
        private @Nullable ElementLineage batch;

        Running(Run run) throws Exception {
            super(UnbatchNode.this, run);
        }

        @Override
        public @Nullable T next() throws Exception {
            while (index == elements.size()) {
                elements = List.of();
                index = 0;
                batch = null;
                B next = input().next();
                if (next == null) {
                    return null;
                }
                try {
                    elements = notNull(splitter.split(next));
                } catch (Exception e) {
                    throw failure(e);
                }
            }
            T element = elements.get(index++);
            if (element == null) {
                throw Failures.at(
                        name(),
                        UnbatchNode.this.input(),
                        batch(),
                        new NullPointerException("element " + (index - 1) + " of a batch is null"));
            }
            return element;
        }

        /**
         * Returns the lineage of the batch. The input is still at the batch, unless this run began in the middle of the
         * batch.
         */
        private ElementLineage batch() {
            return batch == null ? input().lineage() : batch;
        }

        @Override
        public ElementLineage lineage() {
            return ElementLineage.Several.of(batch(), new ElementLineage.Position(index - 1));
        }

        @Override
        public State save(LineageTable table) {
            boolean isBetween = index == elements.size();
            return super.save(table)
                    .with(BATCH, isBetween ? Optional.empty() : Optional.of(batch()))
                    .with(INDEX, isBetween ? 0 : index);
        }

        @Override
        public void restore(State state) throws Exception {
            super.restore(state);
            Optional<ElementLineage> saved = state.get(BATCH);
            if (saved.isPresent()) {
                List<B> recomputed = UnbatchNode.this.input().recompute(List.of(saved.get()), run());
                elements = splitter.split(recomputed.get(0));
                index = state.index(INDEX, elements.size() + 1);
                batch = saved.get();
            }
        }
    }
}
