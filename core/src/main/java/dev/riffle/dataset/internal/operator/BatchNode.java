package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.collate.Collator;
import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.collate.PayloadList;
import dev.riffle.dataset.internal.engine.Description;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Numbering;
import dev.riffle.dataset.internal.engine.Parallelism;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.engine.UnaryNode;
import dev.riffle.internal.Argument;
import dev.riffle.io.SourcePart;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Batches of elements. The collator decides between TensorFlow's {@code batch}, {@code padded_batch} and
 * {@code ragged_batch}. If an element fails, the node drops the earlier elements of the same batch. The next batch
 * begins after the failed element. If the collator fails, the elements of the batch are lost.
 */
public final class BatchNode<T, B> extends UnaryNode<T, B> {

    private record Batches<T, B>(
            int size,
            Collator<? super T, ? extends B> collator,
            boolean dropsRemainder,
            @Nullable Parallelism parallel) {

        Batches {
            Argument.positive(size, "batchSize");
        }
    }

    private final Batches<T, B> batches;

    /** The collation: a map over the collected elements. It can run in parallel. */
    private final MapNode<Collected<T>, B> collated;

    public BatchNode(String name, Node<T> input, int batchSize, Collator<? super T, ? extends B> collator) {
        this(name, input, new Batches<>(batchSize, collator.forElements(input.elementSpec()), false, null));
    }

    private BatchNode(String name, Node<T> input, Batches<T, B> batches) {
        super(name, input, batches.collator.spec(input.elementSpec(), batches.dropsRemainder ? batches.size : -1));
        this.batches = batches;
        Collator<? super T, ? extends B> collator = batches.collator;
        this.collated = new MapNode<>(
                new CollectNode<>(
                        name, input, batches.size, batches.dropsRemainder, collator instanceof PayloadList.Parsing),
                collected -> collected.collate(collator),
                batches.parallel,
                this);
    }

    public BatchNode<T, B> dropRemainder() {
        return new BatchNode<>(name(), input(), new Batches<>(batches.size, batches.collator, true, batches.parallel));
    }

    public BatchNode<T, B> parallel(Parallelism parallel) {
        return new BatchNode<>(
                name(), input(), new Batches<>(batches.size, batches.collator, batches.dropsRemainder, parallel));
    }

    @Override
    public Stage<B> open(Run run) throws Exception {
        return collated.open(run);
    }

    @Override
    public Numbering numbering() {
        return input().numbering();
    }

    @Override
    public long cardinality() {
        return collated.cardinality();
    }

    @Override
    protected void describe(Description description) {
        description
                .with(batches.size)
                .function(batches.collator)
                .with(batches.dropsRemainder, "dropRemainder")
                .shown(batches.parallel);
    }

    @Override
    public List<B> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        return collated.recompute(lineages, run);
    }

    /** Returns the record of the first element of the batch. */
    @Override
    public Optional<SourcePart> origin(ElementLineage lineage) {
        return input().origin(ElementLineage.parts(lineage).get(0));
    }
}
