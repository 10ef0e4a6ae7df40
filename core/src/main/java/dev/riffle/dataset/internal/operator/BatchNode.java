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
import dev.riffle.dataset.stage.ElementSpec;
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

    private enum Remainder {
        KEPT,
        DROPPED
    }

    private final int batchSize;
    private final Collator<? super T, B> collator;
    private final Remainder remainder;
    private final @Nullable Parallelism parallel;
    private final ElementSpec spec;

    /** The collation: a map over the collected elements. It can run in parallel. */
    private final MapNode<Collected<T>, B> batches;

    public BatchNode(String name, Node<T> input, int batchSize, Collator<? super T, B> collator) {
        this(name, input, batchSize, collator.forElements(input.elementSpec()), Remainder.KEPT, null);
    }

    private BatchNode(
            String name,
            Node<T> input,
            int batchSize,
            Collator<? super T, B> collator,
            Remainder remainder,
            @Nullable Parallelism parallel) {
        super(name, input);
        if (batchSize < 1) {
            throw new IllegalArgumentException("batchSize must be positive: " + batchSize);
        }
        this.batchSize = batchSize;
        this.collator = collator;
        this.remainder = remainder;
        this.parallel = parallel;
        this.spec = collator.spec(input.elementSpec(), remainder == Remainder.DROPPED ? batchSize : -1);
        this.batches = new MapNode<>(
                new CollectNode<>(
                        name,
                        input,
                        batchSize,
                        remainder == Remainder.DROPPED,
                        collator instanceof PayloadList.Parsing),
                collected -> collected.collate(collator),
                parallel,
                this);
    }

    public BatchNode<T, B> dropRemainder() {
        return new BatchNode<>(name(), input(), batchSize, collator, Remainder.DROPPED, parallel);
    }

    public BatchNode<T, B> parallel(Parallelism parallel) {
        Argument.present(parallel, "parallel");
        return new BatchNode<>(name(), input(), batchSize, collator, remainder, parallel);
    }

    @Override
    public Stage<B> open(Run run) throws Exception {
        Stage<B> stage = batches.open(run);
        stage.name(name());
        return stage;
    }

    @Override
    public Numbering numbering() {
        return input().numbering();
    }

    @Override
    public long cardinality() {
        return batches.cardinality();
    }

    @Override
    public ElementSpec elementSpec() {
        return spec;
    }

    @Override
    protected void describe(Description description) {
        description
                .with(batchSize)
                .function(collator)
                .with(remainder == Remainder.DROPPED, "dropRemainder")
                .shown(parallel);
    }

    @Override
    public List<B> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        return batches.recompute(lineages, run);
    }

    /** Returns the record of the first element of the batch. */
    @Override
    public Optional<SourcePart> origin(ElementLineage lineage) {
        return input().origin(ElementLineage.parts(lineage).get(0));
    }
}
