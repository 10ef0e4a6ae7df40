package dev.riffle.parse.oneflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.Rounds;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParseException;
import dev.riffle.parse.PayloadBatch;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.RaggedTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OfRecordRawDecoderTest {

    private static final List<DType> DTYPES =
            List.of(DType.INT8, DType.UINT8, DType.INT32, DType.INT64, DType.FLOAT32, DType.FLOAT64);

    private static Bytes record(Feature feature) {
        return Example.builder()
                .put("a", "other")
                .put("x", feature)
                .put("z", 9)
                .build()
                .toBytes(Dialect.ONEFLOW);
    }

    private static Bytes bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return record(Feature.of(bytes));
    }

    private static OfRecordRawDecoder decoder(DType dtype, int... shape) {
        return OfRecordRawDecoder.of("x", Shape.of(shape), dtype);
    }

    /** Returns the elements as doubles. Doubles represent all numbers of these tests exactly. */
    private static List<Double> numbers(Values values) {
        boolean integers = values.dtype() != DType.FLOAT32 && values.dtype() != DType.FLOAT64;
        return IntStream.range(0, values.size())
                .mapToObj(i -> integers ? (double) values.longAt(i) : values.doubleAt(i))
                .toList();
    }

    @Test
    void returnsNumbersUnchanged() {
        assertThat(decoder(DType.FLOAT32, 3)
                        .decode(record(Feature.of(1.5f, -0f, Float.NaN)))
                        .values())
                .isEqualTo(Values.ofFloats(1.5f, -0f, Float.NaN));
        assertThat(decoder(DType.FLOAT64, 2)
                        .decode(record(Feature.ofDoubles(0.1, 1e300)))
                        .values())
                .isEqualTo(Values.ofDoubles(0.1, 1e300));
        assertThat(decoder(DType.INT32, 2)
                        .decode(record(Feature.ofInt32s(-1, 7)))
                        .values())
                .isEqualTo(Values.ofInts(-1, 7));
        assertThat(decoder(DType.INT64, 2)
                        .decode(record(Feature.of(-1L, 1L << 60)))
                        .values())
                .isEqualTo(Values.ofLongs(-1, 1L << 60));
    }

    @Test
    void acceptsArrays() {
        assertThat(decoder(DType.INT64, 1).decode(record(Feature.of(5L)).toByteArray()))
                .isEqualTo(DenseTensor.of(Shape.of(1), Values.ofLongs(5)));
    }

    @Test
    void returnsTheShapeWithABatchDimension() {
        Bytes six = record(Feature.of(1L, 2L, 3L, 4L, 5L, 6L));

        assertThat(decoder(DType.INT64, 2, 3).decode(six).shape()).isEqualTo(Shape.of(2, 3));
        assertThat(decoder(DType.INT64, 2, 3).decode(List.of(six, six)).shape()).isEqualTo(Shape.of(2, 2, 3));
        assertThat(decoder(DType.INT64, 2, 3).decode(List.<Bytes>of()).shape()).isEqualTo(Shape.of(0, 2, 3));
        assertThat(decoder(DType.INT64).decode(record(Feature.of(4L))).shape()).isEqualTo(Shape.scalar());
        assertThat(decoder(DType.INT64, 0)
                        .decode(record(Feature.empty(Kind.FLOAT)))
                        .shape())
                .isEqualTo(Shape.of(0));
    }

    @Test
    void readsBytesAsSignedIntegers() {
        Bytes record = bytes(0, 1, 127, 128, 255);

        assertThat(numbers(decoder(DType.INT8, 5).decode(record).values()))
                .containsExactly(0.0, 1.0, 127.0, -128.0, -1.0);
        assertThat(numbers(decoder(DType.UINT8, 5).decode(record).values()))
                .containsExactly(0.0, 1.0, 127.0, 128.0, 255.0);
        for (DType dtype : List.of(DType.INT32, DType.INT64, DType.FLOAT32, DType.FLOAT64)) {
            assertThat(numbers(decoder(dtype, 5).decode(record).values()))
                    .containsExactly(0.0, 1.0, 127.0, -128.0, -1.0);
        }
    }

    @Test
    void keepsTheLowBitsOfIntegers() {
        Bytes record = record(Feature.of(300L, -1L, (1L << 32) + 5));

        assertThat(numbers(decoder(DType.INT8, 3).decode(record).values())).containsExactly(44.0, -1.0, 5.0);
        assertThat(numbers(decoder(DType.UINT8, 3).decode(record).values())).containsExactly(44.0, 255.0, 5.0);
        assertThat(numbers(decoder(DType.INT32, 3).decode(record).values())).containsExactly(300.0, -1.0, 5.0);
        assertThat(numbers(decoder(DType.FLOAT64, 3).decode(record).values()))
                .containsExactly(300.0, -1.0, 4294967301.0);
        assertThat(decoder(DType.FLOAT32, 1)
                        .decode(record(Feature.of((1L << 24) + 1)))
                        .floatAt(0))
                .isEqualTo(0x1p24f);
    }

    @Test
    void cutsTheFractionOfFloats() {
        for (Feature feature : List.of(Feature.of(1.9f, -1.9f, -0.5f), Feature.ofDoubles(1.9, -1.9, -0.5))) {
            for (DType dtype : List.of(DType.INT8, DType.INT32, DType.INT64)) {
                assertThat(numbers(decoder(dtype, 3).decode(record(feature)).values()))
                        .containsExactly(1.0, -1.0, 0.0);
            }
        }
        assertThat(decoder(DType.FLOAT32, 2)
                        .decode(record(Feature.ofDoubles(0.1, Double.POSITIVE_INFINITY)))
                        .values())
                .isEqualTo(Values.ofFloats(0.1f, Float.POSITIVE_INFINITY));
    }

    @Test
    void rejectsDoublesBeyondTheRangeOfFloats() {
        for (double value : new double[] {1e300, -3.4028236e38}) {
            assertThatThrownBy(() -> decoder(DType.FLOAT32, 2).decode(record(Feature.ofDoubles(1, value))))
                    .isInstanceOf(ExampleParseException.class)
                    .hasMessageContaining(
                            "expected numbers that fit float32, found " + value + " as value 1; decode as float64");
        }
        assertThat(numbers(decoder(DType.FLOAT32, 1)
                        .decode(record(Feature.ofDoubles(3.4028235e38)))
                        .values()))
                .containsExactly((double) Float.MAX_VALUE);
    }

    @Test
    void rejectsFloatsOutsideTheIntegerType() {
        assertThat(numbers(decoder(DType.UINT8, 2)
                        .decode(record(Feature.of(255.9f, -0.9f)))
                        .values()))
                .containsExactly(255.0, 0.0);
        assertThat(numbers(decoder(DType.INT64, 1)
                        .decode(record(Feature.of(-0x1p63f)))
                        .values()))
                .containsExactly(-0x1p63);
        record Case(DType dtype, double value) {}
        for (Case rejected : List.of(
                new Case(DType.INT8, 128),
                new Case(DType.INT8, -129),
                new Case(DType.UINT8, -1),
                new Case(DType.UINT8, 256),
                new Case(DType.INT32, 0x1p31),
                new Case(DType.INT64, 0x1p63),
                new Case(DType.INT64, Double.NaN),
                new Case(DType.INT32, Double.NEGATIVE_INFINITY))) {
            assertThatThrownBy(
                            () -> decoder(rejected.dtype(), 2).decode(record(Feature.ofDoubles(1, rejected.value()))))
                    .isInstanceOf(ExampleParseException.class)
                    .hasMessageContaining("feature \"x\": expected numbers that fit " + rejected.dtype() + ", found "
                            + rejected.value() + " as value 1; decode as float32 or float64");
        }
    }

    @Test
    void rejectsOtherNumbersOfValues() {
        for (int count : new int[] {0, 1, 3}) {
            assertThatThrownBy(() -> decoder(DType.INT64, 2).decode(record(Feature.of(new long[count]))))
                    .isInstanceOfSatisfying(ExampleParseException.class, e -> {
                        assertThat(e.key()).hasValue("x");
                        assertThat(e.expected()).isEqualTo("2 values");
                        assertThat(e.found()).startsWith(count + " value");
                        assertThat(e.remedy()).contains("truncate()");
                    });
        }
        assertThatThrownBy(() -> decoder(DType.UINT8, 2).decode(bytes(1)))
                .hasMessageContaining("expected 2 bytes, found 1 byte;");
        assertThatThrownBy(() -> decoder(DType.UINT8, 2).decode(bytes(1, 2, 3)))
                .hasMessageContaining("expected 2 bytes, found 3 bytes;");
    }

    @Test
    void truncatesOrFillsWithZeros() {
        for (DType dtype : DTYPES) {
            OfRecordRawDecoder decoder = decoder(dtype, 3).truncate();
            for (Bytes record : List.of(
                    bytes(1, 2, 3, 4),
                    record(Feature.of(1L, 2L, 3L, 4L)),
                    record(Feature.ofInt32s(1, 2, 3, 4)),
                    record(Feature.of(1f, 2f, 3f, 4f)),
                    record(Feature.ofDoubles(1, 2, 3, 4)))) {
                assertThat(numbers(decoder.decode(record).values())).containsExactly(1.0, 2.0, 3.0);
            }
            for (Bytes record : List.of(
                    bytes(1),
                    record(Feature.of(1L)),
                    record(Feature.ofInt32s(1)),
                    record(Feature.of(1f)),
                    record(Feature.ofDoubles(1)))) {
                assertThat(numbers(decoder.decode(record).values())).containsExactly(1.0, 0.0, 0.0);
            }
        }
        assertThat(numbers(decoder(DType.INT8, 2)
                        .truncate()
                        .decode(List.of(bytes(1), bytes(), bytes(1, 2, 3)))
                        .values()))
                .containsExactly(1.0, 0.0, 0.0, 0.0, 1.0, 2.0);
    }

    @Test
    void acceptsAVaryingFirstDimension() {
        OfRecordRawDecoder decoder = decoder(DType.INT64, 3, 2).varyingFirstDimension();

        assertThat(decoder.decode(record(Feature.of(1L, 2L))).toString()).isEqualTo("int64 [1, 2] [[1, 2]]");
        assertThat(decoder.decode(record(Feature.empty(Kind.INT64))).shape()).isEqualTo(Shape.of(0, 2));
        assertThat(decoder.decode(bytes(1, 2, 3, 4, 5, 6)).shape()).isEqualTo(Shape.of(3, 2));
        assertThatThrownBy(() -> decoder.decode(record(Feature.of(1L, 2L, 3L))))
                .hasMessageContaining(
                        "expected a multiple of 2 values, found 3 values; change the shape, or call truncate()");
        assertThatThrownBy(() -> decoder.decode(record(Feature.of(new long[8]))))
                .hasMessageContaining("expected at most 6 values, found 8 values");
    }

    @Test
    void padsVaryingRowsOrReturnsThemAsRagged() {
        OfRecordRawDecoder decoder = decoder(DType.INT64, 2, 2).varyingFirstDimension();
        List<Bytes> records = List.of(
                record(Feature.of(1L, 2L)), record(Feature.of(3L, 4L, 5L, 6L)), record(Feature.empty(Kind.INT64)));

        assertThat(decoder.decode(records))
                .isEqualTo(DenseTensor.of(Shape.of(3, 2, 2), Values.ofLongs(1, 2, 0, 0, 3, 4, 5, 6, 0, 0, 0, 0)));
        RaggedTensor rows = decoder.decodeRagged(records);
        assertThat(rows.rowSplits()).containsExactly(Values.ofLongs(0, 1, 3, 3));
        assertThat(rows.innerShape()).isEqualTo(Shape.of(2));
        assertThat(rows.values()).isEqualTo(Values.ofLongs(1, 2, 3, 4, 5, 6));
        assertThat(rows.isValid()).isTrue();
        assertThatThrownBy(() -> decoder(DType.INT64, 2).decodeRagged(records))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("varyingFirstDimension()");
    }

    @Test
    void decodesLargeRows() {
        Random random = new Random(1);
        List<Bytes> records = new ArrayList<>();
        List<Double> expected = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            long[] values = random.longs(random.nextInt(50), -100, 100).toArray();
            records.add(record(Feature.of(values)));
            for (long value : values) {
                expected.add((double) value);
            }
        }
        for (DType dtype : List.of(DType.INT8, DType.INT64, DType.FLOAT32)) {
            assertThat(numbers(decoder(dtype, 50)
                            .varyingFirstDimension()
                            .decodeRagged(records)
                            .values()))
                    .isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"BYTES", "NOT_SET"})
    void rejectsSeveralByteStringsAndUnsetKinds(Kind kind) {
        String found = kind == Kind.BYTES ? "found 0 values" : "found a feature whose kind is not set";
        for (OfRecordRawDecoder decoder : List.of(
                decoder(DType.UINT8, 2),
                decoder(DType.UINT8, 2).truncate(),
                decoder(DType.UINT8, 2).varyingFirstDimension())) {
            assertThatThrownBy(() -> decoder.decode(record(Feature.empty(kind))))
                    .isInstanceOf(ExampleParseException.class)
                    .hasMessageContaining(found);
        }
        assertThatThrownBy(() -> decoder(DType.UINT8, 2).decode(record(Feature.of("a", "b"))))
                .hasMessageContaining("feature \"x\": expected a bytes_list of exactly 1 value, found 2 values");
    }

    @Test
    void rejectsMissingFeatures() {
        assertThatThrownBy(() ->
                        OfRecordRawDecoder.of("y", Shape.of(2), DType.INT8).decode(bytes(1)))
                .hasMessage(
                        "record 0 of the batch: feature \"y\": expected 2 values, found no such feature; check the name");
        assertThatThrownBy(() -> decoder(DType.INT8, 2).decode(new byte[0])).hasMessageContaining("no such feature");
    }

    @Test
    void reportsTheRecordAtFault() {
        List<Bytes> records = List.of(bytes(1), bytes(1, 2));

        assertThatThrownBy(() -> decoder(DType.INT8, 1).decode(records))
                .isInstanceOfSatisfying(
                        ExampleParseException.class,
                        e -> assertThat(e.batchIndex()).isEqualTo(1));
        assertThatThrownBy(() -> decoder(DType.INT8, 1).decode(PayloadBatch.of(records, List.of("first", "second"))))
                .hasMessageStartingWith("second: record 1 of the batch: feature \"x\": ");
    }

    @Test
    void usesTheLastFeatureOfAName() {
        ByteArrayOutputStream twice = new ByteArrayOutputStream();
        twice.writeBytes(record(Feature.of("a", "b")).toByteArray());
        twice.writeBytes(record(Feature.of(7L)).toByteArray());

        assertThat(decoder(DType.INT64, 1).decode(twice.toByteArray()).longAt(0))
                .isEqualTo(7);
        twice.writeBytes(record(Feature.notSet()).toByteArray());
        assertThatThrownBy(() -> decoder(DType.INT64, 1).decode(twice.toByteArray()))
                .hasMessageContaining("kind is not set");
    }

    @Test
    void joinsListsInPieces() {
        Bytes pieces = Bytes.ofHex("0a0f" + "0a0178" + "120a" + "2a02" + "0801" + "2a04" + "0a020203");

        assertThat(decoder(DType.INT64, 3).decode(pieces).values()).isEqualTo(Values.ofLongs(1, 2, 3));
    }

    @Test
    void rejectsMalformedBytesAtEveryCut() throws Exception {
        byte[] intact =
                Example.builder().put("x", Feature.of(1L, 2L, 300L)).build().toByteArray(Dialect.ONEFLOW);
        for (int size = 0; size < intact.length; size++) {
            byte[] cut = Arrays.copyOf(intact, size);
            assertThatThrownBy(() -> decoder(DType.INT64, 3).decode(cut)).isInstanceOf(ExampleParseException.class);
        }
        Rounds.run("damaged records", 20_000, (random, name) -> {
            byte[] damaged = intact.clone();
            damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            try {
                assertThat(decoder(DType.INT32, 4).truncate().decode(damaged).shape())
                        .isEqualTo(Shape.of(4));
            } catch (ExampleParseException e) {
                assertThat(e).hasMessageContaining("expected");
            }
        });
    }

    @Test
    void decodesTheValuesOfRandomFeatures() throws Exception {
        Rounds.run("random features", 5_000, (random, name) -> {
            long[] longs = random.longs(random.nextInt(6), -1L << 40, 1L << 40).toArray();
            double[] doubles = random.doubles(random.nextInt(6), -1e6, 1e6).toArray();
            int[] ints = random.ints(random.nextInt(6)).toArray();
            byte[] raw = new byte[random.nextInt(6)];
            random.nextBytes(raw);
            for (DType dtype : DTYPES) {
                OfRecordRawDecoder decoder = decoder(dtype, 5).varyingFirstDimension();
                assertThat(numbers(decoder.decode(record(Feature.of(longs))).values()))
                        .isEqualTo(Arrays.stream(longs)
                                .mapToObj(value -> cast(dtype, value))
                                .toList());
                assertThat(numbers(
                                decoder.decode(record(Feature.ofInt32s(ints))).values()))
                        .isEqualTo(Arrays.stream(ints)
                                .mapToObj(value -> cast(dtype, value))
                                .toList());
                assertThat(numbers(decoder.decode(record(Feature.of(raw))).values()))
                        .isEqualTo(IntStream.range(0, raw.length)
                                .mapToObj(at -> cast(dtype, raw[at]))
                                .toList());
                if (dtype.byteSize() > 1) {
                    assertThat(numbers(decoder.decode(record(Feature.ofDoubles(doubles)))
                                    .values()))
                            .isEqualTo(Arrays.stream(doubles)
                                    .mapToObj(value -> cast(dtype, value))
                                    .toList());
                }
            }
        });
    }

    private static double cast(DType dtype, long value) {
        return switch (dtype) {
            case INT8 -> (byte) value;
            case UINT8 -> value & 0xff;
            case INT32 -> (int) value;
            case FLOAT32 -> (float) value;
            default -> value;
        };
    }

    private static double cast(DType dtype, double value) {
        return switch (dtype) {
            case INT32, INT64 -> (long) value;
            case FLOAT32 -> (float) value;
            default -> value;
        };
    }

    @Test
    void rejectsInvalidSettings() {
        for (DType dtype : DType.values()) {
            if (!DTYPES.contains(dtype)) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> decoder(dtype, 1))
                        .withMessage("dtype must be int8, uint8, int32, int64, float32 or float64: " + dtype);
            }
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> decoder(DType.INT64, 1 << 16, 1 << 16))
                .withMessageContaining("more elements");
        for (int last : new int[] {1 << 15, 1 << 16}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> decoder(DType.INT8, 0, 1 << 16, last))
                    .withMessage("shape has more elements than fit an array: [0, 65536, " + last + "]");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> decoder(DType.INT64).varyingFirstDimension())
                .withMessageContaining("first dimension");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> decoder(DType.INT64, 2, 0).varyingFirstDimension());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> decoder(DType.INT64, 2).truncate().varyingFirstDimension())
                .withMessageContaining("cannot be combined");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> decoder(DType.INT64, 2).varyingFirstDimension().truncate());
        assertThat(numbers(decoder(DType.INT64, 1)
                        .truncate()
                        .truncate()
                        .decode(bytes(4))
                        .values()))
                .containsExactly(4.0);
    }

    @Test
    void refusesTooLargeBatchesBeforeAllocating() {
        List<Bytes> records = java.util.Collections.nCopies(3, bytes(1));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> decoder(DType.UINT8, 1 << 30).truncate().decode(records))
                .withMessage("feature \"x\": the tensor would have 3221225472 bytes, more than 2147483639; decode fewer"
                        + " records together");
    }
}
