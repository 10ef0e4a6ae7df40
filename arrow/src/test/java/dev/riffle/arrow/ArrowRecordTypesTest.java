package dev.riffle.arrow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordFormat;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.io.Bytes;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.memory.util.hash.ArrowBufHasher;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeMilliVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.UInt2Vector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ViewVarBinaryVector;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.UnionMode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks the feature of each Arrow type that has no children. */
class ArrowRecordTypesTest {

    private static final ArrowRecordOptions EXACT = ArrowRecordOptions.defaults();
    private static final ArrowRecordOptions NEAREST =
            ArrowRecordOptions.defaults().rounding(ArrowRecordOptions.Rounding.NEAREST);

    private final BufferAllocator allocator = new RootAllocator(64 << 20);

    @AfterEach
    void allMemoryIsReleased() {
        allocator.close();
    }

    /** Fills a vector of two rows, of which the second is null, and returns the feature of the first row. */
    private <V extends FieldVector> Feature feature(
            ArrowType type,
            Map<String, String> metadata,
            RecordFormat format,
            ArrowRecordOptions options,
            Consumer<V> fill) {
        Field field = new Field("x", new FieldType(true, type, null, metadata), List.of());
        @SuppressWarnings("unchecked")
        V vector = (V) field.createVector(allocator);
        try (VectorSchemaRoot root = new VectorSchemaRoot(List.of(vector))) {
            vector.allocateNew();
            fill.accept(vector);
            root.setRowCount(2);
            Dialect dialect = format == RecordFormat.TFRECORD ? Dialect.TENSORFLOW : Dialect.ONEFLOW;
            if (format == RecordFormat.OFRECORD) {
                assertThatThrownBy(() -> ArrowRecords.payloads(root, format, options)
                                .skip(1)
                                .toList())
                        .hasMessage("row 1: all columns are null, but an OFRecord must have a feature; remove such"
                                + " rows, or add a column");
                Bytes first = ArrowRecords.payloads(root, format, options)
                        .limit(1)
                        .toList()
                        .get(0);
                return Example.parse(first, dialect).feature("x");
            }
            List<Bytes> payloads = ArrowRecords.payloads(root, format, options).toList();
            assertThat(Example.parse(payloads.get(1)).names()).isEmpty();
            return Example.parse(payloads.get(0), dialect).feature("x");
        }
    }

    private <V extends FieldVector> Feature feature(ArrowType type, Consumer<V> fill) {
        return feature(type, Map.of(), RecordFormat.TFRECORD, EXACT, fill);
    }

    @Test
    void integersOfAllWidthsBecomeInt64() {
        assertThat(this.<TinyIntVector>feature(new ArrowType.Int(8, true), v -> v.set(0, -128)))
                .isEqualTo(Feature.of(-128));
        assertThat(this.<SmallIntVector>feature(new ArrowType.Int(16, true), v -> v.set(0, -32768)))
                .isEqualTo(Feature.of(-32768));
        assertThat(this.<IntVector>feature(new ArrowType.Int(32, true), v -> v.set(0, Integer.MIN_VALUE)))
                .isEqualTo(Feature.of(Integer.MIN_VALUE));
        assertThat(this.<BigIntVector>feature(new ArrowType.Int(64, true), v -> v.set(0, Long.MIN_VALUE)))
                .isEqualTo(Feature.of(Long.MIN_VALUE));
        assertThat(this.<UInt1Vector>feature(new ArrowType.Int(8, false), v -> v.set(0, 255)))
                .isEqualTo(Feature.of(255));
        assertThat(this.<UInt2Vector>feature(new ArrowType.Int(16, false), v -> v.set(0, 65535)))
                .isEqualTo(Feature.of(65535));
        assertThat(this.<UInt4Vector>feature(new ArrowType.Int(32, false), v -> v.set(0, -1)))
                .isEqualTo(Feature.of(4294967295L));
        assertThat(this.<UInt8Vector>feature(new ArrowType.Int(64, false), v -> v.set(0, Long.MAX_VALUE)))
                .isEqualTo(Feature.of(Long.MAX_VALUE));
    }

    @Test
    void anUnsignedIntegerBeyondInt64IsAnError() {
        assertThatThrownBy(() -> this.<UInt8Vector>feature(new ArrowType.Int(64, false), v -> v.set(0, -1)))
                .isInstanceOf(ArrowColumnException.class)
                .hasMessage(
                        "row 0: column \"x\": 18446744073709551615 does not fit in an int64_list; cast the column to"
                                + " text or to a float");
    }

    @Test
    void metadataSelectsInt32InOfRecordsOnly() {
        Map<String, String> int32 = Map.of("riffle.kind", "int32");

        assertThat(this.<IntVector>feature(
                        new ArrowType.Int(32, true), int32, RecordFormat.OFRECORD, EXACT, v -> v.set(0, -7)))
                .isEqualTo(Feature.ofInt32s(-7));
        assertThat(this.<IntVector>feature(
                        new ArrowType.Int(32, true), int32, RecordFormat.TFRECORD, EXACT, v -> v.set(0, -7)))
                .isEqualTo(Feature.of(-7));
        assertThat(this.<IntVector>feature(
                        new ArrowType.Int(32, true), Map.of(), RecordFormat.OFRECORD, EXACT, v -> v.set(0, -7)))
                .isEqualTo(Feature.of(-7));
        assertThatThrownBy(() -> this.<BigIntVector>feature(
                        new ArrowType.Int(64, true), int32, RecordFormat.OFRECORD, EXACT, v -> v.set(0, 1L << 31)))
                .hasMessageContaining("row 0: column \"x\": 2147483648 does not fit in an int32_list");
    }

    @Test
    void metadataThatContradictsTheTypeIsAnError() {
        assertThatThrownBy(() -> this.<IntVector>feature(
                        new ArrowType.Int(32, true),
                        Map.of("riffle.kind", "bytes"),
                        RecordFormat.TFRECORD,
                        EXACT,
                        v -> v.set(0, 1)))
                .hasMessage("column \"x\": its metadata riffle.kind is \"bytes\", but its type Int(32, true) becomes"
                        + " int64_list; remove this metadata, or cast the column");
    }

    @Test
    void truthValuesBecomeOneAndZero() {
        assertThat(this.<BitVector>feature(ArrowType.Bool.INSTANCE, v -> v.set(0, 1)))
                .isEqualTo(Feature.of(1));
        assertThat(this.<BitVector>feature(ArrowType.Bool.INSTANCE, v -> v.set(0, 0)))
                .isEqualTo(Feature.of(0));
    }

    @Test
    void floatsOf16And32BitsBecomeFloat() {
        assertThat(this.<Float2Vector>feature(
                        new ArrowType.FloatingPoint(FloatingPointPrecision.HALF), v -> v.set(0, (short) 0x3e00)))
                .isEqualTo(Feature.of(1.5f));
        assertThat(this.<Float4Vector>feature(
                        new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE), v -> v.set(0, 0.1f)))
                .isEqualTo(Feature.of(0.1f));
    }

    private Feature ofDouble(double value, RecordFormat format, ArrowRecordOptions options) {
        return this.<Float8Vector>feature(
                new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE),
                Map.of(),
                format,
                options,
                v -> v.set(0, value));
    }

    @Test
    void doublesBecomeFloatsInExamplesIfTheyAreExact() {
        for (double exact : new double[] {0.5, -0.0, Double.NaN, Double.NEGATIVE_INFINITY, Float.MIN_VALUE}) {
            assertThat(ofDouble(exact, RecordFormat.TFRECORD, EXACT)).isEqualTo(Feature.of((float) exact));
        }
        assertThatThrownBy(() -> ofDouble(0.1, RecordFormat.TFRECORD, EXACT))
                .hasMessage(
                        "row 0: column \"x\": 0.1 is not exactly a 32-bit float, but a float_list has 32-bit floats;"
                                + " write OFRecords, which have 64-bit floats, or allow the rounding of values");
        assertThat(ofDouble(0.1, RecordFormat.TFRECORD, NEAREST)).isEqualTo(Feature.of(0.1f));
        assertThatThrownBy(() -> ofDouble(1e300, RecordFormat.TFRECORD, NEAREST))
                .hasMessageContaining("1.0E300 is beyond the range of 32-bit floats");
    }

    @Test
    void doublesStayDoublesInOfRecords() {
        assertThat(ofDouble(0.1, RecordFormat.OFRECORD, EXACT)).isEqualTo(Feature.ofDoubles(0.1));
    }

    @Test
    void textAndBinaryOfAllLayoutsBecomeBytes() {
        byte[] shorter = "caf\u00e9".getBytes(UTF_8);
        byte[] longer = "more than the twelve bytes of a view".getBytes(UTF_8);
        for (byte[] bytes : new byte[][] {shorter, longer, {}, {(byte) 0xff, 0}}) {
            Feature expected = Feature.of(bytes);
            assertThat(this.<VarCharVector>feature(ArrowType.Utf8.INSTANCE, v -> v.setSafe(0, bytes)))
                    .isEqualTo(expected);
            assertThat(this.<LargeVarCharVector>feature(ArrowType.LargeUtf8.INSTANCE, v -> v.setSafe(0, bytes)))
                    .isEqualTo(expected);
            assertThat(this.<ViewVarCharVector>feature(ArrowType.Utf8View.INSTANCE, v -> v.setSafe(0, bytes)))
                    .isEqualTo(expected);
            assertThat(this.<VarBinaryVector>feature(ArrowType.Binary.INSTANCE, v -> v.setSafe(0, bytes)))
                    .isEqualTo(expected);
            assertThat(this.<LargeVarBinaryVector>feature(ArrowType.LargeBinary.INSTANCE, v -> v.setSafe(0, bytes)))
                    .isEqualTo(expected);
            assertThat(this.<ViewVarBinaryVector>feature(ArrowType.BinaryView.INSTANCE, v -> v.setSafe(0, bytes)))
                    .isEqualTo(expected);
        }
        assertThat(this.<FixedSizeBinaryVector>feature(
                        new ArrowType.FixedSizeBinary(3), v -> v.set(0, new byte[] {1, 2, 3})))
                .isEqualTo(Feature.of(new byte[] {1, 2, 3}));
    }

    @Test
    void decimalsWithoutDigitsAfterThePointBecomeInt64() {
        assertThat(this.<DecimalVector>feature(new ArrowType.Decimal(20, 0, 128), v -> v.set(0, Long.MIN_VALUE)))
                .isEqualTo(Feature.of(Long.MIN_VALUE));
        assertThat(this.<Decimal256Vector>feature(
                        new ArrowType.Decimal(50, -2, 256), v -> v.set(0, new BigDecimal("12E2"))))
                .isEqualTo(Feature.of(1200));
        assertThatThrownBy(() -> this.<DecimalVector>feature(
                        new ArrowType.Decimal(20, 0, 128), v -> v.set(0, new BigDecimal("9223372036854775808"))))
                .hasMessageContaining("row 0: column \"x\": 9223372036854775808 does not fit in an int64_list");
    }

    @Test
    void decimalsWithDigitsAfterThePointBecomeText() {
        assertThat(this.<DecimalVector>feature(
                        new ArrowType.Decimal(10, 8, 128), v -> v.set(0, new BigDecimal("-0.00000010"))))
                .isEqualTo(Feature.of("-0.00000010"));
        assertThat(this.<Decimal256Vector>feature(
                        new ArrowType.Decimal(60, 2, 256),
                        v -> v.set(0, new BigDecimal("1234567890123456789012345678901234567890.25"))))
                .isEqualTo(Feature.of("1234567890123456789012345678901234567890.25"));
    }

    @Test
    void decimalsBecomeFloatsIfRoundingIsAllowed() {
        assertThat(this.<DecimalVector>feature(
                        new ArrowType.Decimal(10, 2, 128),
                        Map.of(),
                        RecordFormat.TFRECORD,
                        NEAREST,
                        v -> v.set(0, new BigDecimal("0.10"))))
                .isEqualTo(Feature.of(0.1f));
        assertThat(this.<DecimalVector>feature(
                        new ArrowType.Decimal(10, 2, 128),
                        Map.of(),
                        RecordFormat.OFRECORD,
                        NEAREST,
                        v -> v.set(0, new BigDecimal("0.10"))))
                .isEqualTo(Feature.ofDoubles(0.1));
        assertThatThrownBy(() -> this.<Decimal256Vector>feature(
                        new ArrowType.Decimal(60, 1, 256),
                        Map.of(),
                        RecordFormat.TFRECORD,
                        NEAREST,
                        v -> v.set(0, new BigDecimal("1" + "0".repeat(50) + ".0"))))
                .hasMessageContaining("is beyond the range of 32-bit floats");
    }

    @ParameterizedTest
    @EnumSource(TimeUnit.class)
    void timestampsAndDurationsBecomeInt64InTheirUnit(TimeUnit unit) {
        assertThat(this.<TimeStampVector>feature(new ArrowType.Timestamp(unit, null), v -> v.set(0, -5)))
                .isEqualTo(Feature.of(-5));
        assertThat(this.<TimeStampVector>feature(new ArrowType.Timestamp(unit, "Asia/Tokyo"), v -> v.set(0, 1L << 40)))
                .isEqualTo(Feature.of(1L << 40));
        assertThat(this.<DurationVector>feature(new ArrowType.Duration(unit), v -> v.set(0, Long.MIN_VALUE)))
                .isEqualTo(Feature.of(Long.MIN_VALUE));
    }

    @Test
    void datesAndTimesBecomeInt64InTheirUnit() {
        assertThat(this.<DateDayVector>feature(new ArrowType.Date(DateUnit.DAY), v -> v.set(0, -1)))
                .isEqualTo(Feature.of(-1));
        assertThat(this.<DateMilliVector>feature(new ArrowType.Date(DateUnit.MILLISECOND), v -> v.set(0, 86_400_000)))
                .isEqualTo(Feature.of(86_400_000));
        assertThat(this.<TimeSecVector>feature(new ArrowType.Time(TimeUnit.SECOND, 32), v -> v.set(0, 86_399)))
                .isEqualTo(Feature.of(86_399));
        assertThat(this.<TimeMilliVector>feature(new ArrowType.Time(TimeUnit.MILLISECOND, 32), v -> v.set(0, 1)))
                .isEqualTo(Feature.of(1));
        assertThat(this.<TimeMicroVector>feature(new ArrowType.Time(TimeUnit.MICROSECOND, 64), v -> v.set(0, 1L << 36)))
                .isEqualTo(Feature.of(1L << 36));
        assertThat(this.<TimeNanoVector>feature(new ArrowType.Time(TimeUnit.NANOSECOND, 64), v -> v.set(0, 1L << 46)))
                .isEqualTo(Feature.of(1L << 46));
    }

    @Test
    void aColumnOfTheNullTypeIsNoFeature() {
        try (VectorSchemaRoot root = VectorSchemaRoot.create(
                new Schema(List.of(Field.nullable("nothing", ArrowType.Null.INSTANCE))), allocator)) {
            root.setRowCount(3);

            assertThat(ArrowRecords.payloads(root, RecordFormat.TFRECORD))
                    .containsExactly(
                            Bytes.ofOwned(new byte[0]), Bytes.ofOwned(new byte[0]), Bytes.ofOwned(new byte[0]));
        }
    }

    @Test
    void typesThatNoFeatureHasAreRejectedByName() {
        for (ArrowType type : List.of(
                new ArrowType.Interval(IntervalUnit.DAY_TIME),
                new ArrowType.Interval(IntervalUnit.YEAR_MONTH),
                new ArrowType.Interval(IntervalUnit.MONTH_DAY_NANO),
                new ArrowType.Union(UnionMode.Sparse, new int[0]),
                new ArrowType.Union(UnionMode.Dense, new int[0]))) {
            try (VectorSchemaRoot root =
                    VectorSchemaRoot.create(new Schema(List.of(Field.nullable("odd", type))), allocator)) {
                assertThatThrownBy(() -> ArrowRecords.payloads(root, RecordFormat.TFRECORD))
                        .isInstanceOf(ArrowColumnException.class)
                        .hasMessage("column \"odd\": a feature cannot have the type " + type
                                + "; remove the column, or cast it to numbers, text or binary");
            }
        }
    }

    /** A vector of an extension type whose storage is a struct. */
    private static final class Wrapped extends ExtensionTypeVector<StructVector> {

        Wrapped(StructVector storage, BufferAllocator allocator) {
            super(storage.getName(), allocator, storage);
        }

        @Override
        public Object getObject(int index) {
            return getUnderlyingVector().getObject(index);
        }

        @Override
        public int hashCode(int index) {
            return hashCode(index, null);
        }

        @Override
        public int hashCode(int index, ArrowBufHasher hasher) {
            return getUnderlyingVector().hashCode(index, hasher);
        }

        @Override
        public Field getField() {
            return getUnderlyingVector().getField();
        }
    }

    @Test
    void anExtensionTypeOfStructsBecomesTheirFields() {
        Field struct = FilledVectors.field("x", FilledVectors.STRUCT, FilledVectors.field("a", FilledVectors.INT64));
        VectorSchemaRoot filled = FilledVectors.of(
                allocator, new Schema(List.of(struct)), List.of(List.of(Map.of("a", 5)), Arrays.asList((Object) null)));
        try (VectorSchemaRoot root = VectorSchemaRoot.of(new Wrapped((StructVector) filled.getVector(0), allocator))) {
            assertThat(ArrowRecords.payloads(root, RecordFormat.TFRECORD).map(Example::parse))
                    .containsExactly(Example.builder().put("x.a", 5).build(), Example.empty());
        }
    }
}
