package dev.riffle.dataset.collate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.dataset.BatchDataset;
import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.internal.collate.Described;
import dev.riffle.dataset.internal.collate.ShapeMismatchException;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.dataset.stage.Pair;
import dev.riffle.dataset.stage.PartialShape;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.RaggedTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.SparseTensor;
import dev.riffle.tensor.Tensor;
import dev.riffle.tensor.Values;
import dev.riffle.typed.RecordCodec;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the batches that every collator builds from elements of every kind, and the elements that collators reject. */
class CollatorTest {

    private static final DenseTensor ONE_TWO = DenseTensor.vector(Values.ofLongs(1, 2));
    private static final DenseTensor THREE = DenseTensor.vector(Values.ofLongs(3));

    private static Tensor tensors(Object... elements) throws Exception {
        return Collator.anyTensors().collate(List.of(elements));
    }

    private static Tensor padded(PaddedCollator padding, Object... elements) {
        return padding.collate(List.of(elements));
    }

    private static Tensor ragged(Object... elements) throws Exception {
        return Collator.ragged().collate(List.of(elements));
    }

    /** A typed record. */
    public record Point(long x) {}

    @Test
    @SuppressWarnings("NullAway") // Null is the tested value.
    void aBatchHasAtLeastOneElementAndNoNull() {
        Collator<Object, Tensor> tensors = Collator.anyTensors();
        Map<String, Collator<?, ?>> collators = Map.of(
                "list", Collator.list(),
                "parsed", Collator.parsed(ExampleParser.compile(FeatureSpecs.parse("a:int64"))),
                "decoded", Collator.decoded(RecordCodec.of(Point.class)),
                "tensors", tensors,
                "padded", Collator.padded(),
                "ragged", Collator.ragged(),
                "pairs", Collator.pairs(tensors, tensors),
                "maps", Collator.maps(tensors));
        collators.forEach((name, collator) -> {
            assertThatThrownBy(() -> collator.collate(List.of()))
                    .as(name)
                    .isExactlyInstanceOf(IllegalArgumentException.class)
                    .hasMessage("elements must have at least one element");
            assertThatThrownBy(() -> collator.collate(Arrays.asList(null, null)))
                    .as(name)
                    .isExactlyInstanceOf(IllegalArgumentException.class)
                    .hasMessage("elements[0] must not be null");
        });
    }

    @Test
    void paddingNumbersFitEveryTypeThatRepresentsThem() {
        for (DType dtype : DType.values()) {
            if (dtype == DType.STRING || dtype == DType.BOOL) {
                continue;
            }
            Tensor one =
                    DenseTensor.of(Shape.of(1), Values.wrap(dtype, 1, ByteBuffer.wrap(new byte[dtype.byteSize()])));
            for (int number = 0; number <= 1; number++) {
                Tensor filled = padded(Collator.padded().shape(2).value(number), one);
                assertThat(filled.values().toString()).as("%s", dtype).contains(number == 0 ? "0" : "1");
            }
            assertThat(padded(Collator.padded().shape(2).value(0), one))
                    .isEqualTo(padded(Collator.padded().shape(2), one));
        }
        Tensor small = DenseTensor.of(Shape.of(1), Values.wrap(DType.INT4, 1, ByteBuffer.allocate(1)));
        assertThat(padded(Collator.padded().shape(2).value(-8), small).values().longAt(1))
                .isEqualTo(-8);
        assertThatThrownBy(() -> padded(Collator.padded().shape(2).value(8), small))
                .isInstanceOf(IllegalArgumentException.class);
        Tensor tiny = DenseTensor.of(Shape.of(1), Values.wrap(DType.FLOAT4_E2M1FN, 1, ByteBuffer.allocate(1)));
        assertThat(padded(Collator.padded().shape(2).value(-6), tiny).values().floatAt(1))
                .isEqualTo(-6);
        assertThatThrownBy(() -> padded(Collator.padded().shape(2).value(5), tiny))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void parsersOfOtherSpecsHaveOtherDescriptions() {
        ExampleParser one = ExampleParser.compile(FeatureSpecs.parse("x:int64=1"));
        ExampleParser two = ExampleParser.compile(FeatureSpecs.parse("x:int64=2"));
        String described = Described.of(Collator.parsed(one));
        assertThat(described).startsWith("parsed ").isEqualTo(Described.of(Collator.parsed(one)));
        assertThat(Described.of(Collator.parsed(two))).isNotEqualTo(described);
    }

    @Test
    void scalarsBecomeAVector() throws Exception {
        assertThat(tensors(1L, 2L)).isEqualTo(ONE_TWO);
        assertThat(tensors(1, 2)).isEqualTo(DenseTensor.vector(Values.ofInts(1, 2)));
        assertThat(tensors(1f, 2f)).isEqualTo(DenseTensor.vector(Values.ofFloats(1, 2)));
        assertThat(tensors(1.0, 2.0)).isEqualTo(DenseTensor.vector(Values.ofDoubles(1, 2)));
        assertThat(tensors(true, false)).isEqualTo(DenseTensor.vector(Values.ofBooleans(true, false)));
        assertThat(tensors("a", "b")).isEqualTo(DenseTensor.vector(Values.ofStrings("a", "b")));
        assertThat(tensors(Bytes.ofUtf8("a"), Bytes.ofUtf8("b")))
                .isEqualTo(DenseTensor.vector(Values.ofStrings("a", "b")));
        assertThat(tensors(1L, DenseTensor.scalar(Values.ofLongs(2)))).isEqualTo(ONE_TWO);
    }

    @Test
    void stacksDenseTensors() throws Exception {
        assertThat(tensors(ONE_TWO, ONE_TWO)).isEqualTo(DenseTensor.of(Shape.of(2, 2), Values.ofLongs(1, 2, 1, 2)));
        DenseTensor strings = DenseTensor.vector(Values.ofStrings("x", "ab", "").slice(1, 3));
        assertThat(tensors(strings, strings))
                .isEqualTo(DenseTensor.of(Shape.of(2, 2), Values.ofStrings("ab", "", "ab", "")));
        DenseTensor empty = DenseTensor.vector(Values.ofLongs());
        assertThat(tensors(empty, empty)).isEqualTo(DenseTensor.of(Shape.of(2, 0), Values.ofLongs()));
    }

    @Test
    void rejectsDifferentShapesAndTypes() {
        assertThatThrownBy(() -> tensors(ONE_TWO, THREE)).hasMessageContaining("element 1 has [1]");
        assertThatThrownBy(() -> tensors(1L, 2)).hasMessageContaining("element 1 has int32");
        assertThatThrownBy(() -> tensors(ONE_TWO, "a")).hasMessageContaining("different types");
        assertThatThrownBy(() -> tensors(new Object())).hasMessageContaining("element 0: not a tensor");
    }

    @Test
    void raggedRowsMayHaveEmptyEntries() {
        DenseTensor two = DenseTensor.of(Shape.of(2, 0), Values.ofLongs());
        DenseTensor one = DenseTensor.of(Shape.of(1, 0), Values.ofLongs());
        BatchDataset<Tensor, Tensor> batches = Dataset.<Tensor>of(two, one)
                .elementSpec(ElementSpec.dense(DType.INT64, -1, 0))
                .raggedBatch(2);
        assertThat(batches.elementSpec()).isEqualTo(new ElementSpec.Ragged(DType.INT64, 2, PartialShape.of(-1, -1, 0)));
        RaggedTensor expected = RaggedTensor.of(Values.ofLongs(), Values.ofLongs(0, 2, 3), Values.ofLongs(0, 0, 0, 0));
        assertThat(batches.toList()).containsExactly(expected);
        assertThat(batches.unbatch(Splitter.tensors())
                        .batch(2, Collator.anyTensors())
                        .toList())
                .containsExactly(expected);
        DenseTensor wide = DenseTensor.of(Shape.of(1, 0, 3), Values.ofLongs());
        assertThat(Dataset.<Tensor>of(wide)
                        .elementSpec(ElementSpec.dense(DType.INT64, -1, 0, 3))
                        .raggedBatch(1)
                        .toList())
                .containsExactly(new RaggedTensor(
                        Values.ofLongs(), List.of(Values.ofLongs(0, 1), Values.ofLongs(0, 0)), Shape.of(3)));
    }

    @Test
    void paddingFillsEveryDimension() {
        DenseTensor matrix = DenseTensor.of(Shape.of(2, 1), Values.ofLongs(1, 2));
        DenseTensor other = DenseTensor.of(Shape.of(1, 3), Values.ofLongs(3, 4, 5));
        assertThat(padded(Collator.padded().value(-1), matrix, other))
                .isEqualTo(
                        DenseTensor.of(Shape.of(2, 2, 3), Values.ofLongs(1, -1, -1, 2, -1, -1, 3, 4, 5, -1, -1, -1)));
        assertThat(padded(Collator.padded().shape(-1, 3), matrix))
                .isEqualTo(DenseTensor.of(Shape.of(1, 2, 3), Values.ofLongs(1, 0, 0, 2, 0, 0)));
        assertThat(padded(Collator.padded(), DenseTensor.of(Shape.of(0, 2), Values.ofLongs()), matrix))
                .isEqualTo(DenseTensor.of(Shape.of(2, 2, 2), Values.ofLongs(0, 0, 0, 0, 1, 0, 2, 0)));
        assertThat(padded(
                        Collator.padded().value("-"),
                        DenseTensor.vector(Values.ofStrings("a")),
                        DenseTensor.vector(Values.ofStrings("b", "cc"))))
                .isEqualTo(DenseTensor.of(Shape.of(2, 2), Values.ofStrings("a", "-", "b", "cc")));
        assertThat(padded(Collator.padded(), 1L, 2L)).isEqualTo(ONE_TWO);
    }

    @Test
    void paddingFitsTheType() {
        PaddedCollator minusOne = Collator.padded().shape(2).value(-1);
        assertThat(padded(minusOne, DenseTensor.vector(Values.ofFloats(1))))
                .isEqualTo(DenseTensor.of(Shape.of(1, 2), Values.ofFloats(1, -1)));
        assertThat(padded(minusOne, DenseTensor.vector(Values.ofInt8((byte) 1))))
                .isEqualTo(DenseTensor.of(Shape.of(1, 2), Values.ofInt8((byte) 1, (byte) -1)));
        assertThat(padded(minusOne, DenseTensor.vector(Values.ofFloat16(1))))
                .isEqualTo(DenseTensor.of(Shape.of(1, 2), Values.ofFloat16(1, -1)));
        assertThat(padded(Collator.padded().shape(2).value(0.5), DenseTensor.vector(Values.ofDoubles(1))))
                .isEqualTo(DenseTensor.of(Shape.of(1, 2), Values.ofDoubles(1, 0.5)));
        DenseTensor yes = DenseTensor.scalar(Values.ofBooleans(true));
        assertThat(padded(Collator.padded().shape(2).value(yes), DenseTensor.vector(Values.ofBooleans(false))))
                .isEqualTo(DenseTensor.of(Shape.of(1, 2), Values.ofBooleans(false, true)));
        assertThatThrownBy(() -> padded(minusOne, DenseTensor.vector(Values.ofUint8((byte) 1))))
                .hasMessage("padding value -1 does not fit elements of uint8");
        for (PaddedCollator wrong :
                List.of(Collator.padded().value(1.5), Collator.padded().value("x"))) {
            assertThatThrownBy(() -> padded(wrong, ONE_TWO)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> Dataset.range(3).batch(2, wrong))
                    .as("rejected when built, by the spec")
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void paddingNeedsALargeEnoughShapeAndOneRank() {
        assertThatThrownBy(() -> padded(Collator.padded().shape(1), ONE_TWO))
                .hasMessageContaining("to size 1 in dimension 0");
        assertThatThrownBy(() -> padded(Collator.padded().shape(2, 2), ONE_TWO))
                .hasMessageContaining("of shape [2] to [2, 2]");
        assertThatThrownBy(() -> padded(Collator.padded(), ONE_TWO, 1L)).hasMessageContaining("1 dimensions");
        Dataset<Tensor> vectors = Dataset.of((Tensor) ONE_TWO).elementSpec(ElementSpec.dense(DType.INT64, -1));
        assertThatThrownBy(() -> vectors.paddedBatch(2, Collator.padded().shape(2, 2)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Collator.padded().shape(-2)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Collator.padded().value(ONE_TWO)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void raggedRowsKeepTheirLengths() throws Exception {
        RaggedTensor rows = (RaggedTensor) ragged(ONE_TWO, THREE);
        assertThat(rows).isEqualTo(RaggedTensor.of(Values.ofLongs(1, 2, 3), Values.ofLongs(0, 2, 3)));
        assertThat(ragged(1L, 2L)).isEqualTo(ONE_TWO);
        assertThat(tensors(rows, rows))
                .isEqualTo(RaggedTensor.of(
                        Values.ofLongs(1, 2, 3, 1, 2, 3), Values.ofLongs(0, 2, 4), Values.ofLongs(0, 2, 3, 5, 6)));
        DenseTensor matrix = DenseTensor.of(Shape.of(1, 2), Values.ofLongs(7, 8));
        assertThat(ragged(rows, matrix))
                .isEqualTo(RaggedTensor.of(
                        Values.ofLongs(1, 2, 3, 7, 8), Values.ofLongs(0, 2, 3), Values.ofLongs(0, 2, 3, 5)));
        Collator<Object, Tensor> rowsOfTwo = Collator.ragged().forElements(ElementSpec.dense(DType.INT64, -1, 2));
        assertThat(rowsOfTwo.collate(List.of(matrix, matrix)))
                .isEqualTo(new RaggedTensor(Values.ofLongs(7, 8, 7, 8), List.of(Values.ofLongs(0, 1, 2)), Shape.of(2)));
        RaggedTensor invalid = RaggedTensor.of(Values.ofLongs(1), Values.ofLongs(0, 5));
        assertThatThrownBy(() -> tensors(invalid)).hasMessageContaining("row splits of element 0 do not match");
        assertThatThrownBy(() -> ragged(ONE_TWO, 1L)).isInstanceOf(ShapeMismatchException.class);
    }

    @Test
    void rowsOfRaggedBatchesStayRagged() {
        Dataset<Tensor> vectors =
                Dataset.of((Tensor) ONE_TWO, THREE, ONE_TWO).elementSpec(ElementSpec.dense(DType.INT64, -1));
        Dataset<Tensor> rows = vectors.raggedBatch(2).unbatch(Splitter.tensors());
        assertThat(rows.elementSpec()).hasToString("ragged int64 [?]");
        assertThat(rows.batch(3, Collator.anyTensors()).toList())
                .containsExactly(RaggedTensor.of(Values.ofLongs(1, 2, 3, 1, 2), Values.ofLongs(0, 2, 3, 5)));
    }

    @Test
    void stacksSparseTensors() throws Exception {
        SparseTensor one = SparseTensor.of(Values.ofLongs(1), Values.ofStrings("a"), Shape.of(2));
        SparseTensor other = SparseTensor.of(Values.ofLongs(0, 4), Values.ofStrings("b", "c"), Shape.of(5));
        SparseTensor both = (SparseTensor) tensors(one, other);
        assertThat(both)
                .isEqualTo(SparseTensor.of(
                        Values.ofLongs(0, 1, 1, 0, 1, 4), Values.ofStrings("a", "b", "c"), Shape.of(2, 5)));
        assertThat(Splitter.tensors().split(both).get(1).toString()).isEqualTo(other.toString());
        assertThatThrownBy(() -> tensors(one, ONE_TWO)).hasMessageContaining("element 1");
    }

    @Test
    void collatesTheValuesOfPairsAndMaps() throws Exception {
        Pair<Tensor, Tensor> pair = Collator.<Object, Object, Tensor, Tensor>pairs(
                        Collator.tensors(), Collator.padded())
                .collate(List.of(Pair.of(1L, ONE_TWO), Pair.of(2L, THREE)));
        assertThat(pair.first()).isEqualTo(ONE_TWO);
        assertThat(pair.second()).isEqualTo(DenseTensor.of(Shape.of(2, 2), Values.ofLongs(1, 2, 3, 0)));
        Map<String, Tensor> map = Collator.<Object, Tensor>maps(Collator.tensors())
                .collate(List.of(Map.of("a", 1L, "b", 1f), Map.of("b", 2f, "a", 2L)));
        assertThat(map).containsOnlyKeys("a", "b").containsEntry("a", ONE_TWO);
        Collator<Map<String, ? extends Object>, Map<String, Tensor>> each =
                Collator.maps(Map.of("a", Collator.tensors(), "b", Collator.padded()));
        assertThat(each.collate(List.of(Map.of("a", 1L, "b", 2L)))).containsOnlyKeys("a", "b");
        assertThatThrownBy(() -> each.collate(List.of(Map.of("c", 1L)))).hasMessageContaining("no collator for \"c\"");
        assertThatThrownBy(() -> each.collate(List.of(Map.of("a", 1L), Map.of("a", 1L, "b", 2L))))
                .hasMessageContaining("element 1 has keys");
    }

    @Test
    void rejectsSpecsOfAnotherStructureWhenBuilt() {
        Dataset<Pair<Long, Long>> pairs = Dataset.range(3)
                .map(i -> Pair.of(i, i))
                .elementSpec(new ElementSpec.PairOf(ElementSpec.scalar(DType.INT64), ElementSpec.scalar(DType.INT64)));
        assertThatThrownBy(() -> pairs.batch(2, Collator.tensors())).hasMessageContaining("Collator.pairs");
        assertThatThrownBy(() -> pairs.batch(2, Collator.padded())).isInstanceOf(IllegalArgumentException.class);
        assertThat(pairs.batch(2, Collator.pairs(Collator.tensors(), Collator.tensors()))
                        .elementSpec())
                .hasToString("(int64 [?], int64 [?])");
    }

    @Test
    void tensorsYieldsDenseTensorsOnly() throws Exception {
        BatchDataset<Long, DenseTensor> batches = Dataset.range(2).batch(2, Collator.tensors());
        assertThat(batches.toList().get(0).shape()).isEqualTo(Shape.of(2));
        Dataset<Pair<Tensor, Tensor>> pairs = Dataset.zip(Dataset.range(2), Dataset.range(2))
                .batch(2, Collator.pairs(Collator.tensors(), Collator.anyTensors()));
        assertThat(pairs.single().first()).isEqualTo(batches.single());
        RaggedTensor ragged = RaggedTensor.of(Values.ofLongs(1), Values.ofLongs(0, 1));
        SparseTensor sparse = SparseTensor.of(Values.ofLongs(0), Values.ofLongs(1), Shape.of(2));
        for (Tensor tensor : List.of(ragged, sparse)) {
            assertThatThrownBy(() -> Collator.tensors().collate(List.of(tensor)))
                    .isInstanceOf(ShapeMismatchException.class)
                    .hasMessage("element 0 is a " + tensor.getClass().getSimpleName()
                            + ", not a dense tensor; use Collator.anyTensors()");
        }
        Dataset<Tensor> rows = Dataset.<Tensor>of(ONE_TWO)
                .elementSpec(ElementSpec.dense(DType.INT64, -1))
                .raggedBatch(1);
        assertThatThrownBy(() -> rows.batch(2, Collator.tensors()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("elements are not dense tensors: " + rows.elementSpec() + "; use Collator.anyTensors()");
    }
}
