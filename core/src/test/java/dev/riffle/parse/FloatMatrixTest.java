package dev.riffle.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.FeatureException;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests {@link ParsedFeatures#matrix}. */
class FloatMatrixTest {

    private static final ExampleParser PARSER = ExampleParser.compile(
            FeatureSpecs.parse(
                    "age:int64, size:float32[2], grid:float32[2,2], name:string, tags:int64*, words:ragged(int64), none:float32[0]"));

    private static Bytes row(int age, String name) {
        return Example.builder()
                .put("age", age)
                .put("size", age + 0.25f, age + 0.5f)
                .put("grid", age, age + 1, age + 2, age + 3.5f)
                .put("name", name)
                .put("tags", 1, 2)
                .put("words", 1, 2)
                .put("none", Feature.ofFloats(List.of()))
                .build()
                .toBytes();
    }

    private static ParsedFeatures batch() {
        return PARSER.parse(List.of(row(10, "a"), row(20, "b"), row(30, "c")));
    }

    private static DenseTensor floats(Shape shape, float... values) {
        return DenseTensor.of(shape, Values.ofFloats(values));
    }

    @Test
    void hasTheRowsOfTheColumnsSideBySide() {
        assertThat(batch().matrix(List.of("size", "age")))
                .isEqualTo(floats(Shape.of(3, 3), 10.25f, 10.5f, 10, 20.25f, 20.5f, 20, 30.25f, 30.5f, 30));
        assertThat(batch().matrix(List.of("grid", "age", "age")))
                .isEqualTo(floats(
                        Shape.of(3, 6),
                        10,
                        11,
                        12,
                        13.5f,
                        10,
                        10,
                        20,
                        21,
                        22,
                        23.5f,
                        20,
                        20,
                        30,
                        31,
                        32,
                        33.5f,
                        30,
                        30));
    }

    @Test
    void hasItsOwnMemory() {
        ParsedFeatures batch = PARSER.newBatch();
        PARSER.parse(PayloadBatch.of(List.of(row(10, "a"))), batch);
        DenseTensor matrix = batch.matrix(List.of("size"));

        PARSER.parse(PayloadBatch.of(List.of(row(20, "a"))), batch);

        assertThat(matrix).isEqualTo(floats(Shape.of(1, 2), 10.25f, 10.5f));
    }

    @Test
    void hasOneRowForASingleExample() {
        ParsedFeatures single = PARSER.parse(row(10, "a"));

        assertThat(single.matrix(List.of("age", "grid", "size")))
                .isEqualTo(floats(Shape.of(1, 7), 10, 10, 11, 12, 13.5f, 10.25f, 10.5f));
    }

    @Test
    void keepsItsWidthWithoutRows() {
        ParsedFeatures none = PARSER.parse(List.of());

        assertThat(none.matrix(List.of("age", "grid"))).isEqualTo(floats(Shape.of(0, 5)));
        assertThat(none.matrix(List.of("none"), ByteBuffer.allocate(0))).isEqualTo(floats(Shape.of(0, 0)));
    }

    @Test
    void takesColumnsWithoutElements() {
        assertThat(batch().matrix(List.of("none"))).isEqualTo(floats(Shape.of(3, 0)));
        assertThat(batch().matrix(List.of("none", "age", "none"))).isEqualTo(floats(Shape.of(3, 1), 10, 20, 30));
    }

    @Test
    void takesPaddedColumns() {
        ExampleParser padded = ExampleParser.compile(FeatureSpecs.parse("v:float32[?]=-1"));
        List<Bytes> payloads = List.of(
                Example.builder().put("v", 1f, 2f).build().toBytes(),
                Example.empty().toBytes());

        assertThat(padded.parse(payloads).matrix(List.of("v"))).isEqualTo(floats(Shape.of(2, 2), 1, 2, -1, -1));
    }

    @Test
    void roundsIntegersToTheNearestFloat() {
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse("v:int64[6]"));
        Bytes payload = Example.builder()
                .put("v", -16_777_216, 16_777_217, 16_777_219, Long.MAX_VALUE, Long.MIN_VALUE, 0)
                .build()
                .toBytes();

        assertThat(parser.parse(payload).matrix(List.of("v")))
                .isEqualTo(floats(Shape.of(1, 6), -0x1p24f, 0x1p24f, 16_777_220, 0x1p63f, -0x1p63f, 0));
    }

    @Test
    void convertsTheNumbersOfOfRecords() {
        ExampleParser parser =
                ExampleParser.compile(FeatureSpecs.parse("d:float64[3], i:int32, f:float32"), Dialect.ONEFLOW);
        Bytes payload = Example.builder()
                .put("d", Feature.ofDoubles(0.1, 1e300, -0.0))
                .put("i", Feature.ofInt32s(Integer.MAX_VALUE))
                .put("f", Float.NaN)
                .build()
                .toBytes(Dialect.ONEFLOW);

        assertThat(parser.parse(List.of(payload)).matrix(List.of("i", "d", "f")))
                .isEqualTo(floats(Shape.of(1, 5), 0x1p31f, 0.1f, Float.POSITIVE_INFINITY, -0f, Float.NaN));
    }

    @Test
    void writesIntoMemoryOfTheCaller() {
        ByteBuffer target = ByteBuffer.allocateDirect(20);
        target.order(ByteOrder.BIG_ENDIAN).position(7);

        DenseTensor matrix = batch().matrix(List.of("age"), target);

        assertThat(matrix).isEqualTo(floats(Shape.of(3, 1), 10, 20, 30));
        assertThat(matrix.values().data().isDirect()).isTrue();
        assertThat(target.position()).isEqualTo(7);
        assertThat(target.order()).isEqualTo(ByteOrder.BIG_ENDIAN);
        target.putInt(4, Integer.reverseBytes(Float.floatToIntBits(7)));
        assertThat(matrix).isEqualTo(floats(Shape.of(3, 1), 10, 7, 30));
    }

    @Test
    void overwritesTheEarlierMatrixInTheSameMemory() {
        ByteBuffer target = ByteBuffer.allocate(24);
        DenseTensor first = batch().matrix(List.of("size"), target);

        batch().matrix(List.of("age"), target);

        assertThat(first).isEqualTo(floats(Shape.of(3, 2), 10, 20, 30, 20.5f, 30.25f, 30.5f));
    }

    @Test
    void rejectsMemoryThatCannotHoldTheMatrix() {
        ParsedFeatures batch = batch();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> batch.matrix(
                        List.of("size", "age"), ByteBuffer.allocate(64).limit(35)))
                .withMessage("the matrix [3, 3] needs 36 bytes, the target has 35");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        batch.matrix(List.of("age"), ByteBuffer.allocate(64).asReadOnlyBuffer()))
                .withMessage("target must not be read-only");
    }

    @Test
    void namesAColumnThatIsNoDenseColumnOfNumbers() {
        ParsedFeatures batch = batch();

        assertThatExceptionOfType(FeatureException.class)
                .isThrownBy(() -> batch.matrix(List.of("age", "name")))
                .withMessage("\"name\" is string, not a column of numbers");
        assertThatExceptionOfType(FeatureException.class)
                .isThrownBy(() -> PARSER.parse(List.of()).matrix(List.of("name")))
                .withMessage("\"name\" is string, not a column of numbers");
        assertThatExceptionOfType(FeatureException.class)
                .isThrownBy(() -> batch.matrix(List.of("tags")))
                .withMessage("\"tags\" is a SparseTensor, not a DenseTensor");
        assertThatExceptionOfType(FeatureException.class)
                .isThrownBy(() -> batch.matrix(List.of("words")))
                .withMessage("\"words\" is a RaggedTensor, not a DenseTensor");
        assertThatExceptionOfType(FeatureException.class)
                .isThrownBy(() -> batch.matrix(List.of("age", "Age")))
                .withMessageStartingWith("no spec for \"Age\"; available: [age, ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> batch.matrix(List.of()))
                .withMessageStartingWith("columns must not be empty; available: [age, ");
    }

    @Test
    void rejectsAMatrixBeyondTheLargestArray() {
        ParsedFeatures none = ExampleParser.compile(FeatureSpecs.parse("wide:float32[300000000]"))
                .parse(List.of());

        assertThat(none.matrix(List.of("wide")).shape()).isEqualTo(Shape.of(0, 300_000_000));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> none.matrix(List.of("wide", "wide")))
                .withMessage("with \"wide\", a matrix of 0 rows would have more than 536870909 floats; "
                        + "use fewer records or columns");
    }
}
