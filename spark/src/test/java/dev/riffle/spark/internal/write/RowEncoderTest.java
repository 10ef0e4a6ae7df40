package dev.riffle.spark.internal.write;

import static dev.riffle.RecordFormat.OFRECORD;
import static dev.riffle.RecordFormat.TFRECORD;
import static dev.riffle.spark.internal.options.RecordType.BYTES;
import static dev.riffle.spark.internal.options.RecordType.EXAMPLE;
import static dev.riffle.spark.internal.options.RecordType.SEQUENCE_EXAMPLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import dev.riffle.example.SequenceExample;
import dev.riffle.io.Bytes;
import dev.riffle.spark.internal.options.Options;
import dev.riffle.spark.internal.schema.VectorLike;
import java.nio.ByteBuffer;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowEncoderTest {

    private static InternalRow row(@Nullable Object... values) {
        return new GenericInternalRow(values);
    }

    private static GenericArrayData array(@Nullable Object... values) {
        return new GenericArrayData(values);
    }

    private static Example example(StructType schema, @Nullable Object... values) {
        return Example.parse(
                RowEncoder.of(schema, Options.of(TFRECORD, EXAMPLE)).encode(row(values)));
    }

    private static Example ofRecord(StructType schema, @Nullable Object... values) {
        return Example.parse(
                RowEncoder.of(schema, Options.of(OFRECORD, EXAMPLE)).encode(row(values)), Dialect.ONEFLOW);
    }

    private static StructType one(DataType type) {
        return new StructType().add("a", type);
    }

    private static DataType arrayOf(DataType type) {
        return DataTypes.createArrayType(type);
    }

    @Test
    void omitsNullsAndKeepsEmptyArrays() {
        StructType schema = new StructType()
                .add("none", DataTypes.LongType)
                .add("floats", arrayOf(DataTypes.FloatType))
                .add("doubles", arrayOf(DataTypes.DoubleType))
                .add("texts", arrayOf(DataTypes.StringType))
                .add("days", arrayOf(DataTypes.DateType));

        assertThat(example(schema, null, array(), array(), array(), array()))
                .isEqualTo(Example.builder()
                        .put("floats", Feature.empty(Kind.FLOAT))
                        .put("doubles", Feature.empty(Kind.FLOAT))
                        .put("texts", Feature.empty(Kind.BYTES))
                        .put("days", Feature.empty(Kind.INT64))
                        .build());
        assertThat(ofRecord(schema, null, array(), array(), array(), array()))
                .isEqualTo(Example.builder()
                        .put("floats", Feature.empty(Kind.FLOAT))
                        .put("doubles", Feature.empty(Kind.DOUBLE))
                        .put("texts", Feature.empty(Kind.BYTES))
                        .put("days", Feature.empty(Kind.INT32))
                        .build());
    }

    @Test
    void encodesExtremeValues() {
        StructType schema = new StructType()
                .add("byte", DataTypes.ByteType)
                .add("date", DataTypes.DateType)
                .add("int", DataTypes.IntegerType)
                .add("long", arrayOf(DataTypes.LongType))
                .add("short", DataTypes.ShortType)
                .add("time", DataTypes.TimestampType)
                .add("truth", arrayOf(DataTypes.BooleanType));

        assertThat(example(
                        schema,
                        Byte.MIN_VALUE,
                        Integer.MIN_VALUE,
                        Integer.MAX_VALUE,
                        array(Long.MIN_VALUE, -1L, 0L, 127L, 128L, Long.MAX_VALUE),
                        Short.MIN_VALUE,
                        Long.MIN_VALUE,
                        array(true, false)))
                .isEqualTo(Example.builder()
                        .put("byte", Byte.MIN_VALUE)
                        .put("date", Integer.MIN_VALUE)
                        .put("int", Integer.MAX_VALUE)
                        .put("long", Long.MIN_VALUE, -1, 0, 127, 128, Long.MAX_VALUE)
                        .put("short", Short.MIN_VALUE)
                        .put("time", Long.MIN_VALUE)
                        .put("truth", 1L, 0L)
                        .build());
    }

    @Test
    void encodesTheNearestFloatOfADouble() {
        double[] exact = {0.1, Double.MIN_VALUE, -1e-60, Float.MAX_VALUE, Math.nextUp((double) Float.MAX_VALUE)};

        assertThat(example(one(arrayOf(DataTypes.DoubleType)), new GenericArrayData(exact))
                        .feature("a")
                        .floats())
                .containsExactly(0.1f, 0f, -0f, Float.MAX_VALUE, Float.MAX_VALUE);
        assertThat(ofRecord(one(arrayOf(DataTypes.DoubleType)), new GenericArrayData(exact))
                        .feature("a")
                        .doubles())
                .containsExactly(exact);
    }

    @Test
    void keepsNanAndInfinity() {
        assertThat(example(
                                one(arrayOf(DataTypes.DoubleType)),
                                array(Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY))
                        .feature("a")
                        .floats())
                .containsExactly(Float.NaN, Float.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY);
    }

    @Test
    void rejectsStringsThatAreNotUtf8() {
        UTF8String wrong = UTF8String.fromBytes(new byte[] {'a', 'b', (byte) 0xff});

        assertThatIllegalArgumentException()
                .isThrownBy(() -> example(one(DataTypes.StringType), wrong))
                .withMessage(
                        "column \"a\": byte 0xff at 2 of the string is not UTF-8, so the string could not be read back;"
                                + " cast it to BINARY");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        example(one(arrayOf(DataTypes.StringType)), array(UTF8String.fromString("\u00e4"), wrong)))
                .withMessageStartingWith("column \"a\", element 1: byte 0xff at 2");
    }

    @Test
    void rejectsDoublesBeyondTheRangeOfFloats() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> example(one(DataTypes.DoubleType), 1e39))
                .withMessage(
                        "column \"a\": 1.0E39 is beyond the range of floats, and TFRecord files store doubles as floats;"
                                + " scale the value, cast it to a string, or write OFRecord files, which have doubles");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> example(one(arrayOf(DataTypes.DoubleType)), array(1.0, -1e300)))
                .withMessageContaining("column \"a\", element 1: -1.0E300 is beyond");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> example(one(new VectorLike()), VectorLike.dense(1, 2, 1e39)))
                .withMessageContaining("column \"a\", element 2: 1.0E39 is beyond");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        example(one(new VectorLike()), VectorLike.sparse(9, new int[] {1, 7}, new double[] {1, 1e39})))
                .withMessageContaining("column \"a\", element 7: 1.0E39 is beyond");
    }

    @Test
    void writesDecimalsAsDigits() {
        StructType schema = one(arrayOf(DataTypes.createDecimalType(20, 10)));

        assertThat(example(
                                schema,
                                array(
                                        Decimal.apply("123.45"),
                                        Decimal.apply("0.0000000001"),
                                        Decimal.apply("-9999999999.9999999999")))
                        .feature("a")
                        .bytes())
                .extracting(Bytes::utf8)
                .containsExactly("123.45", "0.0000000001", "-9999999999.9999999999");
    }

    @Test
    void rejectsNullsInArrays() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> example(one(arrayOf(DataTypes.LongType)), array(1L, null)))
                .withMessageContaining("column \"a\", element 1: found null")
                .withMessageContaining("filter(");
        RowEncoder lists =
                RowEncoder.of(one(arrayOf(arrayOf(DataTypes.StringType))), Options.of(TFRECORD, SEQUENCE_EXAMPLE));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> lists.encode(row(array(array(), null))))
                .withMessageContaining("column \"a\", element 1: found null");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> lists.encode(row(array(array(), array(UTF8String.fromString("x"), null)))))
                .withMessageContaining("column \"a\", element 1, element 1: found null");
    }

    @Test
    void continuesAfterARejectedRow() {
        StructType schema =
                new StructType().add("a", arrayOf(DataTypes.DoubleType)).add("z", DataTypes.StringType);
        RowEncoder encoder = RowEncoder.of(schema, Options.of(TFRECORD, EXAMPLE));
        InternalRow good = row(array(1.0), UTF8String.fromString("text"));
        byte[] first = Example.parse(encoder.encode(good)).toByteArray();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> encoder.encode(row(array(1.0, 1e50), UTF8String.fromString("other"))));
        assertThat(Example.parse(encoder.encode(good)).toByteArray()).isEqualTo(first);
    }

    @Test
    void encodesArraysOfArraysAsFeatureLists() {
        StructType schema = new StructType()
                .add("steps", arrayOf(arrayOf(DataTypes.LongType)))
                .add("label", DataTypes.StringType)
                .add("absent", arrayOf(arrayOf(DataTypes.LongType)))
                .add("empty", arrayOf(arrayOf(DataTypes.BinaryType)));
        RowEncoder encoder = RowEncoder.of(schema, Options.of(TFRECORD, SEQUENCE_EXAMPLE));

        assertThat(SequenceExample.parse(
                        encoder.encode(row(array(array(1L, 2L), array()), UTF8String.fromString("x"), null, array()))))
                .isEqualTo(SequenceExample.builder()
                        .context(Example.builder().put("label", "x").build())
                        .put("steps", Feature.of(1L, 2L), Feature.empty(Kind.INT64))
                        .put("empty")
                        .build());
        assertThat(encoder.encode(row(null, null, null, null)).remaining()).isZero();
    }

    @Test
    void flattensStructs() {
        StructType inner = new StructType().add("x", DataTypes.LongType).add("y", arrayOf(DataTypes.StringType));
        StructType schema = new StructType()
                .add("s", new StructType().add("deep", inner).add("b", DataTypes.BooleanType))
                .add("r", DataTypes.LongType);
        RowEncoder encoder = RowEncoder.of(schema, Options.flattening(TFRECORD, EXAMPLE));
        UnsafeProjection packed = UnsafeProjection.create(schema);
        InternalRow intact = row(row(row(7L, array(UTF8String.fromString("t"))), true), 3L);
        Example expected = Example.builder()
                .put("r", 3)
                .put("s.b", true)
                .put("s.deep.x", 7)
                .put("s.deep.y", "t")
                .build();

        assertThat(Example.parse(encoder.encode(intact))).isEqualTo(expected);
        assertThat(Example.parse(encoder.encode(packed.apply(intact)))).isEqualTo(expected);
        assertThat(Example.parse(encoder.encode(row(row(null, false), 3L))))
                .isEqualTo(Example.builder().put("r", 3).put("s.b", false).build());
        assertThat(Example.parse(encoder.encode(packed.apply(row(null, 3L)))))
                .isEqualTo(Example.builder().put("r", 3).build());
    }

    @Test
    void rejectsEqualNames() {
        StructType schema =
                new StructType().add("a.b", DataTypes.LongType).add("a", new StructType().add("b", DataTypes.LongType));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> RowEncoder.of(schema, Options.flattening(TFRECORD, EXAMPLE)))
                .withMessage("two columns are named \"a.b\" because the fields of structs are columns; rename one");
        StructType cases =
                new StructType().add("a.B", DataTypes.LongType).add("a", new StructType().add("b", DataTypes.LongType));
        assertThat(WrittenColumn.of(cases, Options.flattening(TFRECORD, EXAMPLE), WrittenColumn.Names.EXACT))
                .hasSize(2);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WrittenColumn.of(
                        cases, Options.flattening(TFRECORD, EXAMPLE), WrittenColumn.Names.IGNORING_CASE))
                .withMessageContaining("two columns are named \"a.B\" and \"a.b\"");
    }

    @Test
    void reportsTheUnsupportedField() {
        StructType schema = new StructType()
                .add("a", new StructType().add("m", DataTypes.createMapType(DataTypes.StringType, DataTypes.LongType)));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> RowEncoder.of(schema, Options.flattening(TFRECORD, EXAMPLE)))
                .withMessageContaining("column \"a.m\" is of type map<string,bigint>, which an Example cannot hold");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RowEncoder.of(schema, Options.of(TFRECORD, EXAMPLE)))
                .withMessageContaining("column \"a\"")
                .withMessageContaining("flattenStructs to true");
    }

    @Test
    void rejectsANameThatIsNotText() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RowEncoder.of(
                        new StructType().add("\ud83d", DataTypes.LongType), Options.of(TFRECORD, EXAMPLE)))
                .withMessageContaining("half of a surrogate pair");
    }

    @Test
    void encodesARowOfNullsAsNoBytes() {
        StructType schema = one(DataTypes.LongType);

        assertThat(RowEncoder.of(schema, Options.of(TFRECORD, EXAMPLE))
                        .encode(row((Object) null))
                        .remaining())
                .isZero();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ofRecord(schema, (Object) null))
                .withMessageContaining("an OFRecord must have a feature");
    }

    @Test
    void encodesBytesUnchanged() {
        StructType schema = new StructType().add("payload", DataTypes.BinaryType);
        RowEncoder encoder = RowEncoder.of(schema, Options.of(TFRECORD, BYTES));
        InternalRow bytes = row(new byte[] {1, -1, 0});

        assertThat(encoder.encode(bytes)).isEqualTo(ByteBuffer.wrap(new byte[] {1, -1, 0}));
        assertThat(encoder.encode(UnsafeProjection.create(schema).apply(bytes)))
                .isEqualTo(ByteBuffer.wrap(new byte[] {1, -1, 0}));
        assertThat(encoder.encode(row(new byte[0])).remaining()).isZero();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> encoder.encode(row((Object) null)))
                .withMessageContaining("column \"payload\" is null");
    }

    @Test
    void rejectsOtherColumnsNextToBytes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RowEncoder.of(
                        new StructType().add("payload", DataTypes.BinaryType).add("x", DataTypes.LongType),
                        Options.of(TFRECORD, BYTES)))
                .withMessageContaining("column \"x\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RowEncoder.of(new StructType(), Options.of(TFRECORD, BYTES)))
                .withMessageContaining("expected one binary column named");
    }

    @Test
    void rejectsInvalidVectors() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> example(one(new VectorLike()), VectorLike.sparse(3, new int[] {3}, new double[] {1})))
                .withMessageContaining("a vector of size 3 has a value at index 3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> example(
                        one(new VectorLike()), VectorLike.sparse(Integer.MAX_VALUE, new int[] {3}, new double[] {1})))
                .withMessageContaining("row too large: expected fewer than 2^31 - 8 bytes");
    }
}
