package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.dataset.collate.Collator;
import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.dataset.stage.DatasetFunction;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.dataset.stage.Pair;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Tensor;
import dev.riffle.tensor.Values;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests batches of elements of similar length. */
class BucketTest {

    private static Dataset<Tensor> vectors(int... sizes) {
        return Dataset.fromArray(sizes).map(BucketTest::vector);
    }

    private static Tensor vector(int size) {
        long[] values = new long[size];
        java.util.Arrays.fill(values, size);
        return DenseTensor.vector(Values.ofLongs(values));
    }

    private static int length(Tensor vector) {
        return ((DenseTensor) vector).shape().dim(0);
    }

    private static BucketDataset<Tensor, DenseTensor> buckets(Dataset<Tensor> input) {
        return input.bucketBySequenceLength(BucketTest::length, new int[] {3, 5}, new int[] {2, 2, 2});
    }

    private static List<Shape> shapes(Dataset<DenseTensor> batches) {
        return batches.map(DenseTensor::shape).toList();
    }

    @Test
    void padsToTheLongestOfTheBatch() {
        assertThat(shapes(buckets(vectors(1, 4, 3, 5, 6, 2))))
                .containsExactly(Shape.of(2, 4), Shape.of(2, 6), Shape.of(2, 2));
        assertThat(shapes(buckets(vectors(1, 4, 3, 5)).dropRemainder())).containsExactly(Shape.of(2, 4));
    }

    @Test
    void padsToTheBoundaryAndRejectsBatchesOfLongerElements() {
        assertThat(shapes(buckets(vectors(1, 1, 3, 3)).padToBucketBoundary()))
                .containsExactly(Shape.of(2, 2), Shape.of(2, 4));
        try (DatasetIterator<DenseTensor> iterator =
                buckets(vectors(1, 5, 1, 6, 3)).padToBucketBoundary().iterator()) {
            assertThat(iterator.next().shape()).isEqualTo(Shape.of(2, 2));
            assertThatThrownBy(iterator::next)
                    .isInstanceOf(DatasetException.class)
                    .hasMessageContaining("bucketBySequenceLength: with padToBucketBoundary");
            assertThat(iterator.next().shape()).isEqualTo(Shape.of(1, 4));
            assertThat(iterator.hasNext()).isFalse();
        }
    }

    @Test
    void doesNotPadKnownDimensions() {
        Dataset<Tensor> known = vectors(2, 2).elementSpec(ElementSpec.dense(DType.INT64, 2));
        assertThat(shapes(known.bucketBySequenceLength(BucketTest::length, new int[] {9}, new int[] {2, 2})
                        .padToBucketBoundary()))
                .containsExactly(Shape.of(2, 2));
    }

    @Test
    void checksArgumentsAsTensorFlowDoes() {
        assertThatThrownBy(() -> vectors(1).bucketBySequenceLength(BucketTest::length, new int[] {3}, new int[] {1}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("[1] for [3]");
        assertThatThrownBy(() -> vectors(1)
                        .bucketBySequenceLength(BucketTest::length, new int[] {}, new int[] {1}, Collator.tensors())
                        .padToBucketBoundary())
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(shapes(vectors(1, 2, 3)
                        .bucketBySequenceLength(BucketTest::length, new int[] {5, 3}, new int[] {2, 2, 2})))
                .containsExactly(Shape.of(2, 2), Shape.of(1, 3));
        BucketDataset<Tensor, DenseTensor> negative =
                vectors(1, 3, 1).bucketBySequenceLength(BucketTest::length, new int[] {3, 5}, new int[] {2, -1, 2});
        assertThat(shapes(negative.ignoreErrors(error -> {}))).containsExactly(Shape.of(2, 1));
    }

    @Test
    void paddingToTheBoundaryNeedsAPaddingCollator() {
        Dataset<Map<String, Tensor>> maps = vectors(1, 1).map(vector -> Map.of("x", vector));
        Dataset<Pair<Tensor, Tensor>> pairs = vectors(1, 1).map(vector -> Pair.of(vector, vector));
        for (Collator<Map<String, ? extends Tensor>, Map<String, Tensor>> collator :
                List.<Collator<Map<String, ? extends Tensor>, Map<String, Tensor>>>of(
                        Collator.maps(Collator.tensors()), Collator.maps(Map.of("x", Collator.tensors())))) {
            assertThatThrownBy(() -> boundaryOfThree(maps, map -> length(map.get("x")), collator))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("padToBucketBoundary needs a collator that pads: {");
        }
        assertThatThrownBy(() -> boundaryOfThree(
                        pairs, pair -> length(pair.first()), Collator.pairs(Collator.tensors(), Collator.tensors())))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(boundaryOfThree(
                                pairs,
                                pair -> length(pair.first()),
                                Collator.pairs(Collator.tensors(), Collator.padded()))
                        .map(pair -> pair.second().shape())
                        .toList())
                .containsExactly(Shape.of(2, 2));
        assertThat(boundaryOfThree(maps, map -> length(map.get("x")), Collator.maps(Map.of("x", Collator.padded())))
                        .map(map -> map.get("x").shape())
                        .toList())
                .containsExactly(Shape.of(2, 2));
    }

    private static <T, B> Dataset<B> boundaryOfThree(
            Dataset<T> input, DatasetFunction<T, Integer> length, Collator<? super T, B> collator) {
        return input.bucketBySequenceLength(length, new int[] {3}, new int[] {2, 2}, collator)
                .padToBucketBoundary();
    }

    @Test
    void withoutPaddingLengthsMustBeEqual() {
        BucketDataset<Tensor, DenseTensor> batches = vectors(1, 1, 1, 2)
                .bucketBySequenceLength(BucketTest::length, new int[] {}, new int[] {2}, Collator.tensors());
        try (DatasetIterator<DenseTensor> iterator = batches.iterator()) {
            iterator.next();
            assertThatThrownBy(iterator::next).isInstanceOf(DatasetException.class);
        }
        assertThat(Trace.of(batches.map(batch -> "batch").named("later")).get(1))
                .startsWith("! bucketBySequenceLength: ");
        assertThat(Trace.of(batches.named("lengths")).get(1)).startsWith("! lengths: ");
    }

    @Test
    void resumes() {
        Resumes.everywhere(() -> buckets(vectors(1, 4, 3, 5, 6, 2, 2, 9)));
        Resumes.everywhere(() -> buckets(vectors(1, 4, 3, 5, 6, 2, 2, 9)).padToBucketBoundary());
        Resumes.everywhere(
                () -> buckets(vectors(1, 4, 3, 5, 6, 2, 2).shuffle(3, 1)).shuffle(2, 2));
    }
}
