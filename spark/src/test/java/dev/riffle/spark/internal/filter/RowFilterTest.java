package dev.riffle.spark.internal.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.riffle.RecordFormat;
import dev.riffle.Rounds;
import dev.riffle.example.Example;
import dev.riffle.example.ExampleBuilder;
import dev.riffle.io.Compression;
import dev.riffle.spark.internal.options.ReadMode;
import dev.riffle.spark.internal.read.ReadBack;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.CatalystTypeConverters;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.Contains;
import org.apache.spark.sql.catalyst.expressions.EndsWith;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.InterpretedPredicate;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.StartsWith;
import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector;
import org.apache.spark.sql.sources.AlwaysFalse;
import org.apache.spark.sql.sources.And;
import org.apache.spark.sql.sources.EqualNullSafe;
import org.apache.spark.sql.sources.EqualTo;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.sources.GreaterThan;
import org.apache.spark.sql.sources.GreaterThanOrEqual;
import org.apache.spark.sql.sources.In;
import org.apache.spark.sql.sources.IsNotNull;
import org.apache.spark.sql.sources.IsNull;
import org.apache.spark.sql.sources.LessThan;
import org.apache.spark.sql.sources.LessThanOrEqual;
import org.apache.spark.sql.sources.Not;
import org.apache.spark.sql.sources.Or;
import org.apache.spark.sql.sources.StringContains;
import org.apache.spark.sql.sources.StringEndsWith;
import org.apache.spark.sql.sources.StringStartsWith;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import scala.jdk.javaapi.CollectionConverters;

/** Tests that filters agree with Spark's own interpreter. */
class RowFilterTest {

    private static final StructType SCHEMA = StructType.fromDDL("b boolean, y tinyint, h smallint, i int, l bigint,"
            + " f float, d double, s string, c decimal(10,2), t timestamp, e date, a array<bigint>");

    private static final float[] FLOATS = {Float.NaN, -0f, 0f, 1.5f, -1.5f, Float.POSITIVE_INFINITY};

    private static final String[] TEXTS = {"", "a", "ab", "abc", "b", "\u00fc", "\ud83d\ude00", "\uffee"};

    private static final String[] DECIMALS = {"0.00", "1.50", "-1.50", "12345678.90"};

    /** Returns a random value of the type that filters have for this column. */
    private static Object literal(Random random, String column) {
        return switch (column) {
            case "b" -> random.nextBoolean();
            case "y" -> (byte) (random.nextInt(4) - 1);
            case "h" -> (short) (random.nextInt(4) - 1);
            case "i" -> random.nextInt(4) - 1;
            case "l" -> (long) random.nextInt(4) - 1;
            case "f" -> FLOATS[random.nextInt(FLOATS.length)];
            case "d" -> (double) FLOATS[random.nextInt(FLOATS.length)];
            case "s" -> TEXTS[random.nextInt(TEXTS.length)];
            case "c" -> new BigDecimal(DECIMALS[random.nextInt(DECIMALS.length)]);
            case "t" -> Instant.ofEpochSecond(random.nextInt(3), 1000L * random.nextInt(2));
            case "e" -> LocalDate.ofEpochDay(random.nextInt(3) - 1);
            default -> throw new AssertionError(column);
        };
    }

    /** Returns an array of random values, of which some are null. */
    private static @Nullable Object[] literals(Random random, String column) {
        @Nullable Object[] values = new @Nullable Object[1 + random.nextInt(20)];
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextInt(20) == 0 ? null : literal(random, column);
        }
        return values;
    }

    private static Example record(Random random) {
        ExampleBuilder example = Example.builder();
        for (String column : SCHEMA.fieldNames()) {
            if (random.nextInt(4) == 0) {
                continue;
            }
            switch (column) {
                case "b" -> example.put(column, random.nextInt(2));
                case "y", "h", "i", "l" -> example.put(column, random.nextInt(4) - 1L);
                case "f", "d" -> example.put(column, FLOATS[random.nextInt(FLOATS.length)]);
                case "s" -> example.put(column, TEXTS[random.nextInt(TEXTS.length)]);
                case "c" -> example.put(column, DECIMALS[random.nextInt(DECIMALS.length)]);
                case "t" -> example.put(column, 1_000_000L * random.nextInt(3) + random.nextInt(2));
                case "e" -> example.put(column, random.nextInt(3) - 1L);
                default -> example.put(column, new long[random.nextInt(3)]);
            }
        }
        return example.build();
    }

    private static Filter filter(Random random, int depth) {
        if (depth > 0 && random.nextInt(3) > 0) {
            return switch (random.nextInt(3)) {
                case 0 -> new And(filter(random, depth - 1), filter(random, depth - 1));
                case 1 -> new Or(filter(random, depth - 1), filter(random, depth - 1));
                default -> new Not(filter(random, depth - 1));
            };
        }
        String column = SCHEMA.fieldNames()[random.nextInt(SCHEMA.size() - 1)];
        Object value = literal(random, column);
        return switch (random.nextInt(12)) {
            case 0 -> new IsNull(random.nextBoolean() ? column : "a");
            case 1 -> new IsNotNull(random.nextBoolean() ? column : "a");
            case 2 -> new EqualTo(column, value);
            case 3 -> new EqualNullSafe(column, value);
            case 4 -> new LessThan(column, value);
            case 5 -> new LessThanOrEqual(column, value);
            case 6 -> new GreaterThan(column, value);
            case 7 -> new GreaterThanOrEqual(column, value);
            case 8 -> new In(column, literals(random, column));
            case 9 -> new StringStartsWith("s", TEXTS[random.nextInt(TEXTS.length)]);
            case 10 -> new StringEndsWith("s", TEXTS[random.nextInt(TEXTS.length)]);
            default -> new StringContains("s", TEXTS[random.nextInt(TEXTS.length)]);
        };
    }

    private static Expression column(String name) {
        int at = SCHEMA.fieldIndex(name);
        return new BoundReference(at, SCHEMA.apply(at).dataType(), true);
    }

    private static Expression value(String name, @Nullable Object value) {
        DataType type = SCHEMA.apply(name).dataType();
        return new Literal(
                CatalystTypeConverters.createToCatalystConverter(type).apply(value), type);
    }

    /** Returns the filter as an expression of Spark. */
    private static Expression expression(Filter filter) {
        if (filter instanceof And both) {
            return new org.apache.spark.sql.catalyst.expressions.And(expression(both.left()), expression(both.right()));
        } else if (filter instanceof Or either) {
            return new org.apache.spark.sql.catalyst.expressions.Or(
                    expression(either.left()), expression(either.right()));
        } else if (filter instanceof Not not) {
            return new org.apache.spark.sql.catalyst.expressions.Not(expression(not.child()));
        } else if (filter instanceof IsNull test) {
            return new org.apache.spark.sql.catalyst.expressions.IsNull(column(test.attribute()));
        } else if (filter instanceof IsNotNull test) {
            return new org.apache.spark.sql.catalyst.expressions.IsNotNull(column(test.attribute()));
        } else if (filter instanceof EqualTo to) {
            return new org.apache.spark.sql.catalyst.expressions.EqualTo(
                    column(to.attribute()), value(to.attribute(), to.value()));
        } else if (filter instanceof EqualNullSafe to) {
            return new org.apache.spark.sql.catalyst.expressions.EqualNullSafe(
                    column(to.attribute()), value(to.attribute(), to.value()));
        } else if (filter instanceof LessThan than) {
            return new org.apache.spark.sql.catalyst.expressions.LessThan(
                    column(than.attribute()), value(than.attribute(), than.value()));
        } else if (filter instanceof LessThanOrEqual than) {
            return new org.apache.spark.sql.catalyst.expressions.LessThanOrEqual(
                    column(than.attribute()), value(than.attribute(), than.value()));
        } else if (filter instanceof GreaterThan than) {
            return new org.apache.spark.sql.catalyst.expressions.GreaterThan(
                    column(than.attribute()), value(than.attribute(), than.value()));
        } else if (filter instanceof GreaterThanOrEqual than) {
            return new org.apache.spark.sql.catalyst.expressions.GreaterThanOrEqual(
                    column(than.attribute()), value(than.attribute(), than.value()));
        } else if (filter instanceof In in) {
            List<Expression> listed = new ArrayList<>();
            for (Object one : in.values()) {
                listed.add(value(in.attribute(), one));
            }
            return new org.apache.spark.sql.catalyst.expressions.In(
                    column(in.attribute()), CollectionConverters.asScala(listed).toSeq());
        } else if (filter instanceof StringStartsWith with) {
            return new StartsWith(column("s"), value("s", with.value()));
        } else if (filter instanceof StringEndsWith with) {
            return new EndsWith(column("s"), value("s", with.value()));
        } else if (filter instanceof StringContains within) {
            return new Contains(column("s"), value("s", within.value()));
        }
        throw new AssertionError(filter);
    }

    @RepeatedTest(2)
    void agreesWithSpark(RepetitionInfo repetition) throws IOException {
        long seed = Rounds.seed("row filter agreesWithSpark " + repetition.getCurrentRepetition());
        Random random = new Random(seed);
        List<Example> examples = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            examples.add(record(random));
        }
        byte[] file = ReadBack.file(examples.toArray(Example[]::new));
        List<Row> rows = List.copyOf(ReadBack.of(SCHEMA).read(file));
        List<InternalRow> internal =
                rows.stream().map(row -> ReadBack.internal(row, SCHEMA)).toList();
        int decided = 0;
        for (int i = 0; i < 100; i++) {
            Filter filter = filter(random, 3);
            assertThat(RowFilter.canEvaluate(filter, SCHEMA)).as("%s", filter).isTrue();
            InterpretedPredicate spark = new InterpretedPredicate(expression(filter));
            List<Row> expected = new ArrayList<>();
            for (int row = 0; row < rows.size(); row++) {
                if (spark.eval(internal.get(row))) {
                    expected.add(rows.get(row));
                }
            }
            decided += expected.isEmpty() ? 0 : 1;
            for (ReadMode mode : ReadMode.values()) {
                assertThat(ReadBack.of(SCHEMA)
                                .mode(mode)
                                .where(filter)
                                .read(file)
                                .toString())
                        .as("seed %d, %s, %s", seed, mode, filter)
                        .isEqualTo(expected.toString());
            }
        }
        assertThat(decided).isGreaterThan(30);
    }

    @RepeatedTest(2)
    void testsBadRecordsAsRowsOfNulls(RepetitionInfo repetition) throws IOException {
        long seed = Rounds.seed("row filter testsBadRecordsAsRowsOfNulls " + repetition.getCurrentRepetition());
        Random random = new Random(seed);
        List<byte[]> payloads = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            payloads.add(
                    random.nextInt(5) == 0
                            ? new byte[] {1, 2, 3}
                            : record(random).toByteArray());
        }
        byte[] file = ReadBack.file(RecordFormat.TFRECORD, Compression.NONE, payloads);
        List<Row> rows =
                List.copyOf(ReadBack.of(SCHEMA).mode(ReadMode.PERMISSIVE).read(file));
        for (int i = 0; i < 100; i++) {
            Filter filter = filter(random, 2);
            InterpretedPredicate spark = new InterpretedPredicate(expression(filter));
            List<Row> expected = rows.stream()
                    .filter(row -> spark.eval(ReadBack.internal(row, SCHEMA)))
                    .toList();

            assertThat(ReadBack.of(SCHEMA)
                            .mode(ReadMode.PERMISSIVE)
                            .where(filter)
                            .read(file)
                            .toString())
                    .as("seed %d, %s", seed, filter)
                    .isEqualTo(expected.toString());
        }
    }

    @Test
    void reportsFiltersThatItCannotEvaluate() {
        StructType schema =
                StructType.fromDDL("i int, s string, x binary, u string collate UTF8_LCASE, t timestamp, e date");

        assertThat(RowFilter.canEvaluate(new EqualTo("i", 1), schema)).isTrue();
        assertThat(RowFilter.canEvaluate(new EqualTo("i", 1L), schema)).isFalse();
        assertThat(RowFilter.canEvaluate(new EqualTo("none", 1), schema)).isFalse();
        assertThat(RowFilter.canEvaluate(new IsNull("none"), schema)).isFalse();
        assertThat(RowFilter.canEvaluate(new IsNotNull("x"), schema)).isTrue();
        assertThat(RowFilter.canEvaluate(new EqualTo("x", new byte[1]), schema)).isFalse();
        assertThat(RowFilter.canEvaluate(new EqualTo("u", "a"), schema)).isFalse();
        assertThat(RowFilter.canEvaluate(new StringStartsWith("u", "a"), schema))
                .isFalse();
        assertThat(RowFilter.canEvaluate(new IsNull("u"), schema)).isTrue();
        assertThat(RowFilter.canEvaluate(new StringStartsWith("i", "a"), schema))
                .isFalse();
        assertThat(RowFilter.canEvaluate(new EqualTo("i", null), schema)).isFalse();
        assertThat(RowFilter.canEvaluate(new In("i", new Object[0]), schema)).isFalse();
        assertThat(RowFilter.canEvaluate(new In("i", new Object[] {1, "a"}), schema))
                .isFalse();
        assertThat(RowFilter.canEvaluate(new And(new EqualTo("i", 1), new EqualTo("u", "a")), schema))
                .isFalse();
        assertThat(RowFilter.canEvaluate(new Or(new EqualTo("u", "a"), new EqualTo("i", 1)), schema))
                .isFalse();
        assertThat(RowFilter.canEvaluate(new Not(new EqualTo("u", "a")), schema))
                .isFalse();
        assertThat(RowFilter.canEvaluate(new AlwaysFalse(), schema)).isTrue();
        assertThat(RowFilter.canEvaluate(new EqualTo("e", Date.valueOf("2026-01-01")), schema))
                .isFalse();
        assertThat(RowFilter.canEvaluate(new EqualTo("t", Timestamp.from(Instant.EPOCH)), schema))
                .isTrue();
        assertThat(RowFilter.canEvaluate(
                        new EqualTo("t", Timestamp.from(Instant.parse("1500-01-01T00:00:00Z"))), schema))
                .isFalse();
        assertThat(RowFilter.canEvaluate(new EqualTo("t", Instant.MAX), schema)).isFalse();
    }

    @Test
    void findsColumnsByQuotedNames() throws IOException {
        StructType schema = new StructType().add("image/size.x", "bigint").add("tick`s", "bigint");
        byte[] file = ReadBack.file(
                Example.builder().put("image/size.x", 1L).put("tick`s", 2L).build(),
                Example.builder().put("image/size.x", 3L).put("tick`s", 4L).build());

        assertThat(ReadBack.of(schema).where(new EqualTo("`image/size.x`", 3L)).read(file))
                .hasSize(1);
        assertThat(ReadBack.of(schema).where(new EqualTo("image/size.x", 3L)).read(file))
                .hasSize(1);
        assertThat(ReadBack.of(schema).where(new EqualTo("`tick``s`", 2L)).read(file))
                .hasSize(1);
    }

    @Test
    void treatsBackticksAroundANameAsQuotes() throws IOException {
        StructType schema = new StructType().add("`a-b`", "bigint").add("a-b", "bigint");
        byte[] file = ReadBack.file(
                Example.builder().put("a-b", 1L).put("`a-b`", 2L).build(),
                Example.builder().put("a-b", 2L).put("`a-b`", 1L).build());

        assertThat(ReadBack.of(schema)
                        .where(new EqualTo("`a-b`", 1L))
                        .wanting("`a-b`")
                        .read(file))
                .hasToString("[[2]]");
        assertThat(ReadBack.of(schema)
                        .where(new EqualTo("```a-b```", 1L))
                        .wanting("`a-b`")
                        .read(file))
                .hasToString("[[1]]");
    }

    /** Filters rows by long lists. A scan of the list for each row would exceed the time limit of the test. */
    @Test
    void searchesLongListsWithoutScanningThem() {
        int count = 400_000;
        Object[] texts = new Object[count];
        Object[] numbers = new Object[count];
        Object[] reals = new Object[count];
        Object[] decimals = new Object[count];
        OnHeapColumnVector text = new OnHeapColumnVector(count, DataTypes.StringType);
        OnHeapColumnVector number = new OnHeapColumnVector(count, DataTypes.LongType);
        OnHeapColumnVector real = new OnHeapColumnVector(count, DataTypes.DoubleType);
        OnHeapColumnVector decimal = new OnHeapColumnVector(count, DataTypes.createDecimalType(10, 2));
        for (int i = 0; i < count; i++) {
            texts[i] = "text " + i;
            numbers[i] = (long) i;
            reals[i] = (double) i;
            decimals[i] = BigDecimal.valueOf(i);
            text.putByteArray(i, ("no text " + i).getBytes(StandardCharsets.UTF_8));
            number.putLong(i, -1L - i);
            real.putDouble(i, i + 0.5);
            decimal.putLong(i, 100L * i + 1);
        }
        StructType schema = StructType.fromDDL("s string, l bigint, d double, c decimal(10,2)");
        List<Filter> none =
                List.of(new In("s", texts), new In("l", numbers), new In("d", reals), new In("c", decimals));
        Map<String, ColumnVector> columns = Map.of("s", text, "l", number, "d", real, "c", decimal);

        for (Filter filter : none) {
            RowFilter rows = RowFilter.of(List.of(filter), schema, columns::get);
            for (int row = 0; row < count; row++) {
                assertFalse(rows.passes(row));
            }
        }
    }

    @Test
    void findsNoValueInAListOfNulls() throws IOException {
        byte[] file = ReadBack.file(
                Example.builder().put("l", 1L).put("a", new long[2]).build());

        for (String column : List.of("l", "a")) {
            Filter in = new In(column, new @Nullable Object[] {null});
            assertThat(ReadBack.of(SCHEMA).where(in).read(file)).isEmpty();
            assertThat(ReadBack.of(SCHEMA).where(new Not(in)).read(file)).isEmpty();
        }
    }
}
