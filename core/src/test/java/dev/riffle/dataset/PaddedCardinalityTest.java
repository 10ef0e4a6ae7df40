package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.riffle.dataset.collate.Collator;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Tensor;
import dev.riffle.tensor.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests {@link Dataset#padToCardinality}. The expected elements are those of TensorFlow's documentation. */
class PaddedCardinalityTest {

    private static Dataset<Map<String, Tensor>> numbers(long... values) {
        return Dataset.fromTensorSlices(Map.of("a", DenseTensor.vector(Values.ofLongs(values))));
    }

    private static List<String> texts(Dataset<?> dataset) {
        return dataset.toList().stream().map(Object::toString).toList();
    }

    @Test
    void addsZerosAndAMask() {
        Dataset<Map<String, Tensor>> padded = Dataset.padToCardinality(numbers(1, 2), 3);

        assertThat(texts(padded))
                .containsExactly(
                        "{a=int64 [] 1, valid=bool [] true}",
                        "{a=int64 [] 2, valid=bool [] true}",
                        "{a=int64 [] 0, valid=bool [] false}");
        assertThat(padded.cardinality()).isEqualTo(3);
        assertThat(padded.elementSpec()).hasToString("{a: int64 [], valid: bool []}");
    }

    @Test
    void addsTheMaskToADatasetThatNeedsNoPadding() {
        assertThat(texts(Dataset.padToCardinality(numbers(1, 2), 2, "real")))
                .containsExactly("{a=int64 [] 1, real=bool [] true}", "{a=int64 [] 2, real=bool [] true}");
    }

    @Test
    void padsAnEmptyDataset() {
        assertThat(texts(Dataset.padToCardinality(numbers(), 2)))
                .containsExactly("{a=int64 [] 0, valid=bool [] false}", "{a=int64 [] 0, valid=bool [] false}");
    }

    @ParameterizedTest
    @EnumSource(DType.class)
    void padsEveryType(DType dtype) {
        Dataset<Map<String, Tensor>> none = Dataset.<Map<String, Tensor>>fromList(List.of())
                .elementSpec(new ElementSpec.MapOf(Map.of("a", ElementSpec.dense(dtype, 2, 3))));

        DenseTensor zeros =
                (DenseTensor) Dataset.padToCardinality(none, 1).single().get("a");

        assertThat(zeros.dtype()).isEqualTo(dtype);
        assertThat(zeros.shape()).isEqualTo(Shape.of(2, 3));
        assertThat(zeros.toString().replaceAll(".* \\[2, 3] ", "")).matches("[\\[\\], 0.+j\"]+|[\\[\\], false]+");
    }

    @Test
    void makesAllBatchesFull() {
        assertThat(texts(Dataset.padToCardinality(numbers(1, 2, 3), 4).batch(2, Collator.maps(Collator.tensors()))))
                .containsExactly(
                        "{a=int64 [2] [1, 2], valid=bool [2] [true, true]}",
                        "{a=int64 [2] [3, 0], valid=bool [2] [true, false]}");
    }

    @Test
    void dividesElementsAndPaddingAmongWorkers() {
        Dataset<Map<String, Tensor>> padded = Dataset.padToCardinality(numbers(1, 2, 3), 4);
        List<String> all = new ArrayList<>();
        for (int worker = 0; worker < 2; worker++) {
            List<String> share = texts(padded.shard(2, worker));
            assertThat(share).hasSize(2);
            all.addAll(share);
        }
        assertThat(all).containsExactlyInAnyOrderElementsOf(texts(padded));
    }

    @Test
    void resumesAtAnyElement() {
        Resumes.everywhere(
                () -> Dataset.padToCardinality(numbers(1, 2, 3).shuffle(2, 7), 6), element -> element.toString());
    }

    @Test
    void rejectsDatasetsThatItCannotPad() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Dataset.padToCardinality(numbers(1, 2, 3), 2))
                .withMessage("cardinality must be at least 3, the number of elements of the dataset: 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Dataset.padToCardinality(numbers(1).repeat(), 2))
                .withMessage("dataset must have a known and finite cardinality: infinite;"
                        + " declare it with assertCardinality");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Dataset.padToCardinality(numbers(1).filter(x -> true), 2))
                .withMessage("dataset must have a known and finite cardinality: unknown;"
                        + " declare it with assertCardinality");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Dataset.padToCardinality(Dataset.of(Map.<String, Tensor>of()), 2))
                .withMessage("elements must be maps of dense tensors: unknown; declare the spec with elementSpec");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Dataset.padToCardinality(numbers(1), 2, "a"))
                .withMessage("elements have the key \"a\" already; choose another maskKey");
    }

    @Test
    void rejectsUnknownShapesAndOtherTensors() {
        Dataset<Map<String, Tensor>> none = Dataset.fromList(List.of());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Dataset.padToCardinality(
                        none.elementSpec(new ElementSpec.MapOf(Map.of("a", ElementSpec.dense(DType.INT64, 2, -1)))), 2))
                .withMessage("the value of \"a\" must be a dense tensor of a known shape: int64 [2, ?];"
                        + " declare the spec with elementSpec");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Dataset.padToCardinality(
                        none.elementSpec(
                                new ElementSpec.MapOf(Map.of("a", ElementSpec.dense(DType.INT64, 1 << 20, 1 << 20)))),
                        2))
                .withMessageContaining("must have less than 2 GiB");
    }
}
