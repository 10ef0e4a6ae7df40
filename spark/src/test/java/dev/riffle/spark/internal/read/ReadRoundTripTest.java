package dev.riffle.spark.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.BuiltInFormats;
import dev.riffle.RecordFormat;
import dev.riffle.Rounds;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.spark.internal.options.Options;
import dev.riffle.spark.internal.options.ReadMode;
import dev.riffle.spark.internal.options.RecordType;
import dev.riffle.spark.internal.schema.VectorLike;
import dev.riffle.spark.internal.write.RowEncoder;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Tests that a read returns the rows that were written. */
class ReadRoundTripTest {

    private static final List<DataType> SCALARS = List.of(
            DataTypes.BooleanType,
            DataTypes.ByteType,
            DataTypes.ShortType,
            DataTypes.IntegerType,
            DataTypes.LongType,
            DataTypes.FloatType,
            DataTypes.DoubleType,
            DataTypes.StringType,
            DataTypes.BinaryType,
            DataTypes.createDecimalType(7, 2),
            DataTypes.createDecimalType(38, 10),
            DataTypes.TimestampType,
            DataTypes.TimestampNTZType,
            DataTypes.DateType);

    private static StructType schema(boolean nested) {
        StructType schema = new StructType();
        for (DataType type : SCALARS) {
            schema = schema.add("s" + schema.size(), type);
            DataType list = DataTypes.createArrayType(type, false);
            schema = schema.add("l" + schema.size(), list);
            if (nested) {
                schema = schema.add("n" + schema.size(), DataTypes.createArrayType(list, false));
            }
        }
        return schema;
    }

    private static @Nullable Object value(Random random, DataType type, RecordFormat format) {
        if (random.nextInt(5) == 0) {
            return null;
        }
        return present(random, type, format);
    }

    private static Object present(Random random, DataType type, RecordFormat format) {
        if (type instanceof ArrayType array) {
            Object[] elements = new Object[random.nextInt(4)];
            for (int i = 0; i < elements.length; i++) {
                elements[i] = present(random, array.elementType(), format);
            }
            return new GenericArrayData(elements);
        } else if (type.equals(DataTypes.BooleanType)) {
            return random.nextBoolean();
        } else if (type.equals(DataTypes.ByteType)) {
            return (byte) random.nextInt();
        } else if (type.equals(DataTypes.ShortType)) {
            return (short) random.nextInt();
        } else if (type.equals(DataTypes.IntegerType) || type.equals(DataTypes.DateType)) {
            return random.nextInt();
        } else if (type.equals(DataTypes.FloatType)) {
            return number(random);
        } else if (type.equals(DataTypes.DoubleType)) {
            return format == RecordFormat.OFRECORD ? random.nextGaussian() : (double) number(random);
        } else if (type.equals(DataTypes.StringType)) {
            return UTF8String.fromString(
                    "t\u00fc\u4e2d\ud83d\ude00".substring(0, random.nextInt(4)) + random.nextInt(100));
        } else if (type.equals(DataTypes.BinaryType)) {
            byte[] bytes = new byte[random.nextInt(20)];
            random.nextBytes(bytes);
            return bytes;
        } else if (type instanceof DecimalType decimal) {
            BigInteger digits = new BigInteger(decimal.precision() == 7 ? 23 : 120, random);
            return Decimal.apply(
                    new BigDecimal(random.nextBoolean() ? digits : digits.negate(), decimal.scale()),
                    decimal.precision(),
                    decimal.scale());
        }
        return random.nextLong();
    }

    private static float number(Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> Float.NaN;
            case 1 -> -0f;
            case 2 -> Float.NEGATIVE_INFINITY;
            default -> random.nextFloat();
        };
    }

    private static List<InternalRow> table(Random random, StructType schema, RecordFormat format, int rows) {
        List<InternalRow> table = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            Object[] values = new Object[schema.size()];
            for (int column = 0; column < values.length; column++) {
                values[column] = value(random, schema.apply(column).dataType(), format);
            }
            table.add(new GenericInternalRow(values));
        }
        return table;
    }

    private static byte[] write(
            List<InternalRow> table, StructType schema, RecordFormat format, RecordType type, Compression compression)
            throws IOException {
        RowEncoder encoder = RowEncoder.of(schema, Options.of(format, type));
        List<byte[]> payloads = new ArrayList<>();
        for (InternalRow row : table) {
            payloads.add(Bytes.copyOf(encoder.encode(row)).toByteArray());
        }
        return ReadBack.file(format, compression, payloads);
    }

    private static List<String> texts(List<Row> rows) {
        return rows.stream().map(ReadRoundTripTest::text).toList();
    }

    /** Returns a value as text that includes the content of byte arrays. */
    private static String text(Object value) {
        if (value instanceof Row row) {
            List<String> texts = new ArrayList<>();
            for (int i = 0; i < row.size(); i++) {
                texts.add(row.isNullAt(i) ? "null" : text(row.get(i)));
            }
            return texts.toString();
        } else if (value instanceof scala.collection.Seq<?> all) {
            List<String> texts = new ArrayList<>();
            for (int i = 0; i < all.size(); i++) {
                texts.add(text(all.apply(i)));
            }
            return texts.toString();
        } else if (value instanceof byte[] bytes) {
            return Bytes.copyOf(bytes).toString();
        }
        return String.valueOf(value);
    }

    private static List<String> expected(List<InternalRow> table, StructType schema) {
        return table.stream().map(row -> text(ReadBack.external(row, schema))).toList();
    }

    @RepeatedTest(3)
    void readsEveryType(RepetitionInfo repetition) throws IOException {
        long seed = Rounds.seed("read round trip readsEveryType " + repetition.getCurrentRepetition());
        Random random = new Random(seed);
        for (RecordFormat format : BuiltInFormats.all()) {
            for (RecordType type : List.of(RecordType.EXAMPLE, RecordType.SEQUENCE_EXAMPLE)) {
                boolean nested = type == RecordType.SEQUENCE_EXAMPLE;
                if (nested && format == RecordFormat.OFRECORD) {
                    continue;
                }
                StructType schema = schema(nested);
                List<InternalRow> table = table(random, schema, format, 200);
                byte[] file = write(table, schema, format, type, Compression.NONE);

                for (ReadMode mode : ReadMode.values()) {
                    ReadBack read = ReadBack.of(schema, format, type).mode(mode);
                    assertThat(texts(read.read(file)))
                            .as("seed %d, %s, %s, %s", seed, format, type, mode)
                            .isEqualTo(expected(table, schema));
                    assertThat(read.counts.skipped).isZero();
                }
            }
        }
    }

    @RepeatedTest(2)
    void returnsNullsForMismatchedRecords(RepetitionInfo repetition) throws IOException {
        long seed =
                Rounds.seed("read round trip returnsNullsForMismatchedRecords " + repetition.getCurrentRepetition());
        Random random = new Random(seed);
        StructType schema = schema(true);
        List<InternalRow> table = table(random, schema, RecordFormat.TFRECORD, 300);
        RowEncoder encoder = RowEncoder.of(schema, Options.of(RecordFormat.TFRECORD, RecordType.SEQUENCE_EXAMPLE));
        List<byte[]> payloads = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        List<String> all = expected(table, schema);
        String nulls = "null";
        for (int i = 1; i < schema.size(); i++) {
            nulls += ", null";
        }
        List<String> good = new ArrayList<>();
        for (int i = 0; i < table.size(); i++) {
            boolean bad = random.nextInt(4) == 0;
            payloads.add(
                    bad
                            ? new byte[] {8, 1, 2, 3, (byte) 255}
                            : Bytes.copyOf(encoder.encode(table.get(i))).toByteArray());
            expected.add(bad ? "[" + nulls + "]" : all.get(i));
            if (!bad) {
                good.add(all.get(i));
            }
        }
        byte[] file = ReadBack.file(RecordFormat.TFRECORD, Compression.NONE, payloads);
        ReadBack read = ReadBack.of(schema, RecordFormat.TFRECORD, RecordType.SEQUENCE_EXAMPLE);

        assertThat(texts(read.mode(ReadMode.PERMISSIVE).read(file)))
                .as("seed %d", seed)
                .isEqualTo(expected);
        assertThat(texts(read.mode(ReadMode.DROPMALFORMED).read(file)))
                .as("seed %d", seed)
                .isEqualTo(good);
    }

    @Test
    void readsEachRecordInOneOfManyRanges() throws IOException {
        StructType schema = schema(false);
        List<InternalRow> table = table(new Random(1), schema, RecordFormat.TFRECORD, 500);
        byte[] file = write(table, schema, RecordFormat.TFRECORD, RecordType.EXAMPLE, Compression.NONE);
        ReadPlan plan = new ReadPlan(
                Options.of(RecordFormat.TFRECORD, RecordType.EXAMPLE),
                schema,
                schema,
                new StructType(),
                new StructType(),
                true,
                List.of(),
                -1,
                false);
        int ranges = 37;
        long step = file.length / ranges + 1;
        List<Row> rows = new ArrayList<>();
        int withRows = 0;
        for (long start = 0; start < file.length; start += step) {
            int before = rows.size();
            try (SplitBatches split = SplitBatches.open(
                    plan, ByteSource.of(Bytes.copyOf(file), ReadBack.NAME), start, step, InternalRow.empty())) {
                while (split.next()) {
                    split.batch().rowIterator().forEachRemaining(row -> rows.add(ReadBack.external(row, schema)));
                }
            }
            withRows += rows.size() > before ? 1 : 0;
        }

        assertThat(texts(rows)).isEqualTo(expected(table, schema));
        assertThat(withRows).isGreaterThan(30);
    }

    @Test
    void readsVectors() throws IOException {
        StructType schema = new StructType().add("v", new VectorLike()).add("n", "bigint");
        List<InternalRow> table = List.of(
                new GenericInternalRow(new Object[] {VectorLike.dense(1, 2.5), 1L}),
                new GenericInternalRow(new Object[] {null, 2L}),
                new GenericInternalRow(new Object[] {VectorLike.dense(), 3L}));
        byte[] file = write(table, schema, RecordFormat.TFRECORD, RecordType.EXAMPLE, Compression.NONE);
        ReadPlan plan = new ReadPlan(
                Options.of(RecordFormat.TFRECORD, RecordType.EXAMPLE),
                schema,
                schema,
                new StructType(),
                new StructType(),
                true,
                List.of(),
                -1,
                false);

        try (SplitBatches split = SplitBatches.open(
                plan, ByteSource.of(Bytes.copyOf(file), ReadBack.NAME), 0, file.length, InternalRow.empty())) {
            assertThat(split.next()).isTrue();
            ColumnarBatch batch = split.batch();
            InternalRow vector = batch.getRow(0).getStruct(0, 4);
            assertThat(vector.getByte(0)).isEqualTo((byte) 1);
            assertThat(vector.isNullAt(1)).isTrue();
            assertThat(vector.isNullAt(2)).isTrue();
            assertThat(vector.getArray(3).toDoubleArray()).containsExactly(1, 2.5);
            assertThat(batch.getRow(1).isNullAt(0)).isTrue();
            assertThat(batch.getRow(2).getStruct(0, 4).getArray(3).numElements())
                    .isZero();
            assertThat(split.next()).isFalse();
        }
    }

    @Test
    void reusesItsMemory() throws IOException {
        StructType schema = StructType.fromDDL("s string, a array<string>");
        List<InternalRow> table = new ArrayList<>();
        for (int i = 0; i < 9000; i++) {
            UTF8String text = UTF8String.fromBytes(("row " + i).getBytes(StandardCharsets.UTF_8));
            table.add(new GenericInternalRow(
                    new Object[] {i % 3 == 0 ? null : text, new GenericArrayData(new Object[] {text, text})}));
        }
        byte[] file = write(table, schema, RecordFormat.TFRECORD, RecordType.EXAMPLE, Compression.ZLIB);

        assertThat(texts(ReadBack.of(schema).read(file))).isEqualTo(expected(table, schema));
    }
}
