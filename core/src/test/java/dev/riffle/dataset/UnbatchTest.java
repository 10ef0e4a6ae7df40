package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.dataset.collate.Collator;
import dev.riffle.dataset.collate.Splitter;
import dev.riffle.dataset.internal.collate.TensorSlices;
import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.dataset.stage.Pair;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.RaggedTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.SparseTensor;
import dev.riffle.tensor.Tensor;
import dev.riffle.tensor.Values;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the division of batches and tensors into elements. */
class UnbatchTest {

    @Test
    void returnsTheItemsOfLists() {
        Dataset<Long> items =
                Dataset.of(List.of(1L, 2L), List.<Long>of(), List.of(3L)).unbatch(Splitter.lists());
        assertThat(items.toList()).containsExactly(1L, 2L, 3L);
        assertThat(items.cardinality()).isEqualTo(Dataset.UNKNOWN_CARDINALITY);
        assertThat(Dataset.range(7)
                        .batch(2)
                        .dropRemainder()
                        .<Long>unbatch(Splitter.lists())
                        .cardinality())
                .isEqualTo(6);
    }

    @Test
    void rejectsScalars() {
        assertThatThrownBy(() -> Dataset.of((Tensor) DenseTensor.scalar(Values.ofLongs(1)))
                        .elementSpec(ElementSpec.scalar(DType.INT64))
                        .unbatch(Splitter.tensors()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("cannot unbatch scalars: int64 []");
        Dataset<Tensor> unknown = Dataset.of((Tensor) DenseTensor.scalar(Values.ofLongs(1)));
        assertThatThrownBy(() -> unknown.unbatch(Splitter.tensors()).toList())
                .isInstanceOf(DatasetException.class)
                .hasMessageContaining("unbatch: cannot take slices of a scalar");
    }

    @Test
    void continuesAfterABatchThatCannotBeSplit() {
        Dataset<Tensor> batches = Dataset.of(
                (Tensor) DenseTensor.vector(Values.ofLongs(1, 2)),
                DenseTensor.scalar(Values.ofLongs(1)),
                DenseTensor.vector(Values.ofLongs()),
                DenseTensor.vector(Values.ofLongs(3)));
        Resumes.everywhere(() -> batches.unbatch(Splitter.tensors()));
        Resumes.everywhere(() -> batches.unbatch(Splitter.tensors()).shuffle(2, 1));
        assertThat(batches.ignoreErrors(error -> {}).cardinality()).isEqualTo(Dataset.UNKNOWN_CARDINALITY);
    }

    @Test
    void resumesInTheMiddleOfABatch() {
        Resumes.everywhere(() -> Dataset.range(8).batch(3).<Long>unbatch(Splitter.lists()));
        Resumes.everywhere(() -> Dataset.range(8)
                .batch(3)
                .<Long>unbatch(Splitter.lists())
                .shuffle(4, 3)
                .batch(2));
        Resumes.everywhere(() ->
                Dataset.range(11).batch(3, Collator.tensors()).rebatch(2, Splitter.tensors(), Collator.tensors()));
    }

    @Test
    void rebatchSplitsAndMerges() {
        Dataset<Tensor> batches = Dataset.range(5).batch(3, Collator.tensors());
        BatchDataset<Tensor, Tensor> others = batches.rebatch(2, Splitter.tensors(), Collator.tensors());
        assertThat(others.toList())
                .containsExactly(
                        DenseTensor.vector(Values.ofLongs(0, 1)),
                        DenseTensor.vector(Values.ofLongs(2, 3)),
                        DenseTensor.vector(Values.ofLongs(4)));
        assertThat(others.dropRemainder().toList()).hasSize(2);
        assertThat(others.cardinality()).isEqualTo(Dataset.UNKNOWN_CARDINALITY);
        assertThatThrownBy(() -> Dataset.of((Tensor) DenseTensor.scalar(Values.ofLongs(1)))
                        .elementSpec(ElementSpec.scalar(DType.INT64))
                        .rebatch(2, Splitter.tensors(), Collator.tensors()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void tensorsMustShareTheirFirstDimension() {
        Map<String, Tensor> columns = new LinkedHashMap<>();
        columns.put("x", DenseTensor.of(Shape.of(2, 2), Values.ofLongs(1, 2, 3, 4)));
        columns.put("y", RaggedTensor.of(Values.ofStrings("a", "b"), Values.ofLongs(0, 0, 2)));
        columns.put("z", SparseTensor.of(Values.ofLongs(1, 0, 0, 1), Values.ofLongs(8, 9), Shape.of(2, 2)));
        Dataset<Map<String, Tensor>> rows = Dataset.fromTensorSlices(columns);
        assertThat(rows.cardinality()).isEqualTo(2);
        assertThat(rows.elementSpec()).hasToString("{x: int64 [2], y: ragged string [?], z: sparse int64 [2]}");
        assertThat(rows.toList().get(1))
                .containsEntry("x", DenseTensor.vector(Values.ofLongs(3, 4)))
                .containsEntry("y", DenseTensor.vector(Values.ofStrings("a", "b")))
                .containsEntry("z", SparseTensor.of(Values.ofLongs(0), Values.ofLongs(8), Shape.of(2)));
        assertThat(rows.toList().get(0))
                .containsEntry("z", SparseTensor.of(Values.ofLongs(1), Values.ofLongs(9), Shape.of(2)));
        Resumes.everywhere(() -> Dataset.fromTensorSlices(columns).shuffle(2, 5));
        assertThat(rows.batch(2, Collator.maps(Collator.anyTensors()))
                        .unbatch(Splitter.maps(Splitter.tensors()))
                        .toList())
                .isEqualTo(rows.toList());
        columns.put("w", DenseTensor.vector(Values.ofLongs(1)));
        assertThatThrownBy(() -> Dataset.fromTensorSlices(columns))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"w\" has 1, earlier values have 2");
        assertThatThrownBy(() -> Dataset.fromTensorSlices(DenseTensor.scalar(Values.ofLongs(5))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void reportsANullInItsPlace() {
        Dataset<Integer> items =
                Dataset.of(1).map(x -> Arrays.asList(1, null, 3)).unbatch(Splitter.lists());
        assertThat(Trace.of(items)).containsExactly("1", "! unbatch: element 1 of a batch is null", "3");
        Resumes.everywhere(() -> items);
        Dataset<Long> none = Dataset.range(2).unbatch(x -> x == 0 ? null : List.of(x));
        assertThat(Trace.of(none)).hasSize(2).contains("1");
    }

    @Test
    void sparseSlicesTakeNoMemoryForEmptyRows() {
        Tensor huge = SparseTensor.of(
                Values.ofLongs(150_000_000, 2, 0, 1, 150_000_000, 0),
                Values.ofLongs(7, 8, 9),
                Shape.of(200_000_000, 3));
        Dataset<Tensor> rows = Dataset.fromTensorSlices(huge);
        assertThat(rows.take(2).toList())
                .containsExactly(
                        SparseTensor.of(Values.ofLongs(1), Values.ofLongs(8), Shape.of(3)),
                        SparseTensor.of(Values.ofLongs(), Values.ofLongs(), Shape.of(3)));
        assertThat(TensorSlices.of(huge).get(150_000_000))
                .isEqualTo(SparseTensor.of(Values.ofLongs(2, 0), Values.ofLongs(7, 9), Shape.of(3)));
    }

    @Test
    void copiesArrays() {
        long[] array = {1, 2, 3};
        Dataset<Long> numbers = Dataset.fromArray(array);
        array[0] = 9;
        assertThat(numbers.toList()).containsExactly(1L, 2L, 3L);
        assertThat(numbers.elementSpec()).hasToString("int64 []");
        assertThat(Dataset.fromArray(new int[] {1}).batch(1, Collator.tensors()).elementSpec())
                .hasToString("int32 [?]");
        assertThat(Dataset.fromArray(new float[] {1}).elementSpec()).hasToString("float32 []");
        assertThat(Dataset.fromArray(new double[] {1}).elementSpec()).hasToString("float64 []");
        assertThat(Dataset.fromArray(new String[] {"a"}).elementSpec()).hasToString("string []");
    }

    @Test
    void sidesOfPairsMustHaveTheSameSize() throws Exception {
        Splitter<Pair<Tensor, List<Long>>, Pair<Tensor, Long>> splitter =
                Splitter.pairs(Splitter.tensors(), Splitter.<Long>lists());
        Tensor two = DenseTensor.vector(Values.ofLongs(1, 2));
        assertThat(splitter.split(Pair.of(two, List.of(3L, 4L))).get(1).second())
                .isEqualTo(4L);
        assertThatThrownBy(() -> splitter.split(Pair.of(two, List.of(3L))))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
