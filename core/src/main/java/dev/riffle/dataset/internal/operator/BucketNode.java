package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.collate.Collator;
import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.collate.Described;
import dev.riffle.dataset.internal.collate.PaddingCollator;
import dev.riffle.dataset.internal.engine.Description;
import dev.riffle.dataset.internal.engine.Failures;
import dev.riffle.dataset.internal.engine.LineageGroups;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Numbering;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.engine.UnaryNode;
import dev.riffle.dataset.stage.DatasetFunction;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.io.SourcePart;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Batches of elements of similar length: TensorFlow's {@code bucket_by_sequence_length}. Bucket i holds the lengths
 * from boundary i - 1, inclusive, to boundary i, exclusive. A bucket that reaches its batch size becomes a batch. At
 * the end, the remaining elements become batches in the order of buckets.
 */
public final class BucketNode<T, B> extends UnaryNode<T, B> {

    private record Buckets(int[] boundaries, int[] batchSizes, boolean padsToBoundary, boolean dropsRemainder) {

        Buckets {
            if (batchSizes.length != boundaries.length + 1) {
                throw new IllegalArgumentException("bucketBatchSizes must have one entry more than bucketBoundaries: "
                        + Arrays.toString(batchSizes) + " for " + Arrays.toString(boundaries));
            }
        }

        /** Returns the first bucket that contains this length. The boundaries can be in any order. */
        long of(long length) {
            for (int i = 0; i < boundaries.length; i++) {
                if (length < boundaries[i] && (i == 0 || length >= boundaries[i - 1])) {
                    return i;
                }
            }
            return boundaries.length;
        }
    }

    private final DatasetFunction<? super T, ? extends Number> lengthFunction;
    private final Buckets buckets;
    private final Collator<? super T, ? extends B> collator;

    public BucketNode(
            Node<T> input,
            DatasetFunction<? super T, ? extends Number> lengthFunction,
            int[] boundaries,
            int[] batchSizes,
            Collator<? super T, ? extends B> collator) {
        this(input, lengthFunction, new Buckets(boundaries.clone(), batchSizes.clone(), false, false), collator);
    }

    private BucketNode(
            Node<T> input,
            DatasetFunction<? super T, ? extends Number> lengthFunction,
            Buckets buckets,
            Collator<? super T, ? extends B> collator) {
        super(
                "bucketBySequenceLength",
                input,
                collator.forElements(input.elementSpec()).spec(input.elementSpec(), -1));
        this.lengthFunction = lengthFunction;
        this.buckets = buckets;
        this.collator = collator;
    }

    private BucketNode<T, B> with(boolean padsToBoundary, boolean dropsRemainder) {
        Buckets other = new Buckets(buckets.boundaries, buckets.batchSizes, padsToBoundary, dropsRemainder);
        return new BucketNode<>(input(), lengthFunction, other, collator);
    }

    public BucketNode<T, B> padToBucketBoundary() {
        if (!PaddingCollator.pads(collator)) {
            throw new IllegalArgumentException(
                    "padToBucketBoundary needs a collator that pads: " + Described.of(collator));
        }
        return with(true, buckets.dropsRemainder);
    }

    public BucketNode<T, B> dropRemainder() {
        return with(buckets.padsToBoundary, true);
    }

    private Collator<? super T, ? extends B> collator(int bucket) {
        ElementSpec elements = input().elementSpec();
        if (!buckets.padsToBoundary || !(collator instanceof PaddingCollator<?>)) {
            return collator.forElements(elements);
        }
        if (bucket == buckets.boundaries.length) {
            throw new IllegalArgumentException(
                    "with padToBucketBoundary, elements must be shorter than the last boundary: "
                            + Arrays.toString(buckets.boundaries));
        }
        return PaddingCollator.filledUp(collator, elements, buckets.boundaries[bucket] - 1)
                .forElements(elements);
    }

    @Override
    public Stage<B> open(Run run) throws Exception {
        return new Running(run);
    }

    @Override
    public Numbering numbering() {
        return input().numbering();
    }

    @Override
    protected void describe(Description description) {
        description
                .with(Arrays.toString(buckets.boundaries))
                .with(Arrays.toString(buckets.batchSizes))
                .function(collator)
                .with(buckets.padsToBoundary, "padToBucketBoundary")
                .with(buckets.dropsRemainder, "dropRemainder");
    }

    @Override
    public List<B> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        List<ElementLineage> batches = ElementLineage.eachPart(lineages, 2, 1);
        List<List<T>> elements = LineageGroups.parts(input(), batches, run);
        List<B> recomputed = new ArrayList<>(lineages.size());
        for (int i = 0; i < lineages.size(); i++) {
            int bucket = ElementLineage.position(ElementLineage.part(lineages.get(i), 2, 0), buckets.batchSizes.length);
            recomputed.add(new Collected<>(input(), elements.get(i), ElementLineage.parts(batches.get(i)))
                    .collate(collator(bucket)));
        }
        return recomputed;
    }

    /** Returns the record of the first element of the batch. */
    @Override
    public Optional<SourcePart> origin(ElementLineage lineage) {
        return input().origin(ElementLineage.parts(ElementLineage.parts(lineage).get(1))
                .get(0));
    }

    /** The running form. A lineage consists of the bucket and the lineages of the batch's elements. */
    private final class Running extends GroupingStage<T, B> {

        private @Nullable Group<T> last;

        Running(Run run) throws Exception {
            super(
                    BucketNode.this,
                    run,
                    element -> buckets.of(lengthFunction.apply(element).longValue()),
                    bucket -> buckets.batchSizes[(int) bucket]);
        }

        @Override
        public @Nullable B next() throws Exception {
            for (Group<T> group = nextGroup(); group != null; group = nextGroup()) {
                if (!buckets.dropsRemainder || isFull(group)) {
                    last = group;
                    return batch(group);
                }
            }
            return null;
        }

        private B batch(Group<T> group) {
            SourcePart first =
                    BucketNode.this.input().origin(group.lineages().get(0)).orElse(null);
            Collator<? super T, ? extends B> own;
            try {
                own = collator((int) group.key());
            } catch (RuntimeException e) {
                throw Failures.of(name(), first, e);
            }
            try {
                return new Collected<>(BucketNode.this.input(), group.elements(), group.lineages()).collate(own);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw Failures.of(name(), null, e);
            } catch (Exception e) {
                throw Failures.of(name(), null, e);
            }
        }

        @Override
        public ElementLineage lineage() {
            Group<T> group = delivered(last);
            return ElementLineage.Several.of(
                    new ElementLineage.Position(group.key()), new ElementLineage.Several(group.lineages()));
        }
    }
}
