package dev.riffle.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.Rounds;
import dev.riffle.example.Example;
import dev.riffle.example.ExampleBuilder;
import dev.riffle.spark.internal.metric.BytesMetric;
import dev.riffle.spark.internal.metric.DecodedFeaturesMetric;
import dev.riffle.spark.internal.metric.RecordsMetric;
import dev.riffle.spark.internal.metric.SkippedMetric;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.TimeZone;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the operations that Spark pushes down to the source, and that the results equal Spark's results. */
class PushdownTest {

    private static final String SCHEMA = "`a/long` BIGINT, `b.float` FLOAT, c STRING, d ARRAY<BIGINT>, e INT";

    private final SparkSession spark = LocalSession.spark();

    @TempDir
    Path folder;

    private Dataset<Row> numbered(int count) {
        return spark.read()
                .format("tfrecord")
                .load(TestFiles.write(folder.resolve(count + ".tfrecord"), TestFiles.numbered(count)));
    }

    @Test
    void decodesOnlySelectedColumns() {
        Example[] wide = new Example[100];
        for (int i = 0; i < wide.length; i++) {
            ExampleBuilder builder = Example.builder();
            for (int column = 0; column < 20; column++) {
                builder.put("c" + column, i + column);
            }
            wide[i] = builder.build();
        }
        Dataset<Row> all = spark.read().format("tfrecord").load(TestFiles.write(folder.resolve("a.tfrecord"), wide));

        assertThat(Plans.metric(all, DecodedFeaturesMetric.NAME)).isEqualTo(2000);
        assertThat(Plans.metric(all.select("c3", "c7"), DecodedFeaturesMetric.NAME))
                .isEqualTo(200);
        assertThat(Plans.metric(all.where("c1 >= 50").select("c3"), DecodedFeaturesMetric.NAME))
                .as("the other columns only for rows that pass the filter")
                .isEqualTo(100 + 51);
        assertThat(Plans.metric(all.selectExpr("1"), DecodedFeaturesMetric.NAME))
                .isZero();
        assertThat(Plans.metric(all.groupBy().count(), DecodedFeaturesMetric.NAME))
                .isZero();
    }

    @Test
    void showsMetrics() {
        Dataset<Row> read = numbered(1000);

        assertThat(Plans.metric(read, RecordsMetric.NAME)).isEqualTo(1000);
        assertThat(Plans.metric(read, BytesMetric.NAME))
                .isEqualTo(folder.resolve("1000.tfrecord").toFile().length());
        assertThat(Plans.metric(read, SkippedMetric.NAME)).isZero();
    }

    @Test
    void estimatesTheSizeByTheColumnsRead() {
        Dataset<Row> read = numbered(1000);
        long all = folder.resolve("1000.tfrecord").toFile().length();

        assertThat(estimate(read)).isEqualTo(all);
        assertThat(estimate(read.select("id"))).isBetween(1L, all / 2);
    }

    private static long estimate(Dataset<Row> rows) {
        return ((org.apache.spark.sql.classic.Dataset<Row>) rows)
                .queryExecution()
                .optimizedPlan()
                .stats()
                .sizeInBytes()
                .toLong();
    }

    @Test
    void countsWithoutRows() {
        Dataset<Row> count = numbered(1000).groupBy().count();

        assertThat(Plans.optimized(count)).contains("PushedCount: true");
        assertThat(count.head().getLong(0)).isEqualTo(1000);
    }

    @Test
    void countsRecordsThatPassAFilter() {
        Dataset<Row> count =
                numbered(1000).where("id >= 990 AND name <> 'n995'").groupBy().count();

        assertThat(Plans.optimized(count)).contains("PushedCount: true").doesNotContain("Filter (");
        assertThat(count.head().getLong(0)).isEqualTo(9);
    }

    @Test
    void leavesOtherFiltersToSpark() {
        Dataset<Row> some = numbered(1000).where("length(name) = 2 AND id > 3");

        assertThat(Plans.optimized(some)).contains("Filter (", "GreaterThan(id,3)");
        assertThat(some.groupBy().count().head().getLong(0)).isEqualTo(6);
    }

    @Test
    void stopsAtALimit() {
        Dataset<Row> some = numbered(100_000).limit(5);

        assertThat(Plans.optimized(some)).contains("PushedLimit: 5");
        assertThat(some.collectAsList()).hasSize(5);
        assertThat(Plans.metric(some, RecordsMetric.NAME)).isLessThan(10_000);
        assertThat(numbered(10).limit(50).collectAsList()).hasSize(10);
        assertThat(numbered(1000).where("id > 500").limit(3).select("id").collectAsList())
                .hasToString("[[501], [502], [503]]");
    }

    @Test
    void filtersBySlashesAndDotsInNames() {
        String path = TestFiles.write(
                folder.resolve("a.tfrecord"),
                Example.builder().put("a/long", 1).put("b.float", 1.5f).build(),
                Example.builder().put("a/long", 2).put("b.float", 2.5f).build());
        Dataset<Row> read = spark.read().format("tfrecord").schema(SCHEMA).load(path);
        Dataset<Row> one = read.where("`a/long` = 2 AND `b.float` > 2.0").select("`b.float`");

        assertThat(one.collectAsList()).hasToString("[[2.5]]");
        assertThat(Plans.optimized(one)).doesNotContain("Filter (");
    }

    @Test
    void filtersAsSparkDoesOnRandomRows() {
        long seed = Rounds.seed("pushdown");
        Random random = new Random(seed);
        Example[] examples = new Example[500];
        for (int i = 0; i < examples.length; i++) {
            examples[i] = randomExample(random);
        }
        String path = TestFiles.write(folder.resolve("a.tfrecord"), examples);
        Dataset<Row> read = spark.read().format("tfrecord").schema(SCHEMA).load(path);
        String[] conditions =
                Stream.generate(() -> randomCondition(random, 2)).limit(12).toArray(String[]::new);
        List<Row> rows = read.collectAsList();
        List<Row> truths = spark.createDataFrame(rows, read.schema()) // reads no files
                .selectExpr(conditions)
                .collectAsList();
        for (int i = 0; i < conditions.length; i++) {
            int condition = i;
            List<Row> expected = IntStream.range(0, rows.size())
                    .filter(row -> Boolean.TRUE.equals(truths.get(row).get(condition)))
                    .mapToObj(rows::get)
                    .toList();
            assertThat(read.where(conditions[i]).collectAsList())
                    .as("seed %d: %s", seed, conditions[i])
                    .isEqualTo(expected);
            if (i % 4 == 0) {
                assertThat(read.where(conditions[i]).count())
                        .as("seed %d, counted: %s", seed, conditions[i])
                        .isEqualTo(expected.size());
            }
        }
    }

    private static Example randomExample(Random random) {
        ExampleBuilder builder = Example.builder();
        if (random.nextInt(4) > 0) {
            builder.put("a/long", random.nextInt(10) - 5);
        }
        if (random.nextInt(4) > 0) {
            builder.put(
                    "b.float",
                    List.of(Float.NaN, -0.0f, 0f, 1.5f, Float.NEGATIVE_INFINITY).get(random.nextInt(5)));
        }
        if (random.nextInt(4) > 0) {
            builder.put("c", List.of("", "a", "ab", "b", "ä").get(random.nextInt(5)));
        }
        if (random.nextInt(4) > 0) {
            builder.put("d", new long[random.nextInt(3)]);
        }
        if (random.nextInt(4) > 0) {
            builder.put("e", random.nextInt(3));
        }
        return builder.build();
    }

    private static String randomCondition(Random random, int depth) {
        if (depth > 0 && random.nextInt(3) > 0) {
            String left = randomCondition(random, depth - 1);
            String right = randomCondition(random, depth - 1);
            return switch (random.nextInt(3)) {
                case 0 -> "(" + left + " AND " + right + ")";
                case 1 -> "(" + left + " OR " + right + ")";
                default -> "NOT (" + left + ")";
            };
        }
        String sign = List.of("=", "<>", "<", "<=", ">", ">=", "<=>").get(random.nextInt(7));
        return switch (random.nextInt(10)) {
            case 0 -> "`a/long` " + sign + " " + (random.nextInt(10) - 5);
            case 1 ->
                "`b.float` " + sign + " CAST('"
                        + List.of("NaN", "0", "1.5", "-Infinity").get(random.nextInt(4)) + "' AS FLOAT)";
            case 2 -> "c " + sign + " '" + List.of("", "a", "ab", "z").get(random.nextInt(4)) + "'";
            case 3 -> "e " + sign + " " + random.nextInt(3);
            case 4 ->
                List.of("`a/long`", "`b.float`", "c", "d", "e").get(random.nextInt(5))
                        + (random.nextBoolean() ? " IS NULL" : " IS NOT NULL");
            case 5 -> "`a/long` IN (1, 2, -3)";
            case 6 -> "c IN ('a', 'ä', NULL)";
            case 7 -> "c LIKE '" + List.of("a%", "%b", "%a%").get(random.nextInt(3)) + "'";
            case 8 -> "`a/long` <=> NULL";
            default -> "size(d) = 1";
        };
    }

    @Test
    void filtersDatesInAnyTimeZone() {
        Example[] examples = new Example[10];
        for (int i = 0; i < examples.length; i++) {
            examples[i] = Example.builder().put("day", 20_000 + i).build();
        }
        String path = TestFiles.write(folder.resolve("a.tfrecord"), examples);
        Dataset<Row> read = spark.read().format("tfrecord").schema("day DATE").load(path);
        String condition = "day > date'2024-10-05' AND day NOT IN (date'2024-10-07', date'2024-10-08')";
        TimeZone before = TimeZone.getDefault();
        try {
            for (String zone : List.of("UTC", "America/Los_Angeles", "Pacific/Kiritimati")) {
                TimeZone.setDefault(TimeZone.getTimeZone(zone));
                Dataset<Row> some = read.where(condition);

                assertThat(Plans.optimized(some)).doesNotContain("Filter (");
                assertThat(Plans.optimized(some.groupBy().count())).contains("PushedCount: true");
                assertThat(some.groupBy().count().head().getLong(0)).isEqualTo(6);
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @Test
    void filtersColumnsWithBackticksInTheirNames() {
        String path = TestFiles.write(
                folder.resolve("a.tfrecord"),
                Example.builder().put("a-b", 1).put("`a-b`", 2).build(),
                Example.builder().put("a-b", 2).put("`a-b`", 1).build());
        spark.read().format("tfrecord").load(path).createOrReplaceTempView("ticks");

        for (String source : List.of("ticks", "tfrecord.`" + path + "`")) {
            assertThat(spark.sql("SELECT `a-b` FROM " + source + " WHERE `a-b` = 1")
                            .collectAsList())
                    .hasToString("[[1]]");
            assertThat(spark.sql("SELECT `a-b` FROM " + source + " WHERE ```a-b``` = 1")
                            .collectAsList())
                    .hasToString("[[2]]");
        }
        spark.catalog().dropTempView("ticks");
    }
}
