package dev.riffle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordFormat;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.io.Compression;
import dev.riffle.spark.internal.metric.SkippedMetric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests damaged files and mismatched records in each mode and through both of Spark's interfaces. */
class DamagedFilesTest {

    private static final String SCHEMA = "id BIGINT, name STRING";

    private static final String WITH_REASON = SCHEMA + ", _corrupt_record STRING";

    private final SparkSession spark = LocalSession.spark();

    @TempDir
    Path folder;

    private Dataset<Row> read(String mode, String schema, String path) {
        return spark.read()
                .format("tfrecord")
                .option("mode", mode)
                .schema(schema)
                .load(path);
    }

    /** Reads files through the older interface, which Spark uses for tables. */
    private Dataset<Row> table(String mode, String schema, String path) {
        spark.sql("DROP TABLE IF EXISTS damaged");
        spark.sql("CREATE TABLE damaged (" + schema + ") USING tfrecord OPTIONS (mode '" + mode + "') LOCATION '" + path
                + "'");
        return spark.table("damaged");
    }

    /** Writes ten records, inverts a payload byte of the fifth record, and returns the path. */
    private String damaged() {
        Path file = folder.resolve("in/a.tfrecord");
        TestFiles.write(file, TestFiles.numbered(10));
        TestFiles.damage(file, file.toFile().length() / 10 * 4 + 20);
        return file.toString();
    }

    /** Writes records and returns the path. The third record has a name instead of a number. */
    private String mismatched() {
        Example[] examples = TestFiles.numbered(5);
        examples[2] = Example.builder().put("id", "two").put("name", "n2").build();
        return TestFiles.write(folder.resolve("in/a.tfrecord"), examples);
    }

    @Test
    void failsAtDamageByDefault() {
        String path = damaged();

        assertThatThrownBy(() -> spark.read()
                        .format("tfrecord")
                        .schema(SCHEMA)
                        .load(path)
                        .collectAsList())
                .hasStackTraceContaining("a.tfrecord")
                .hasStackTraceContaining("payload checksum")
                .hasStackTraceContaining("record 4");
        assertThatThrownBy(() -> spark.read()
                        .format("tfrecord")
                        .schema(SCHEMA)
                        .load(path)
                        .count())
                .hasStackTraceContaining("payload checksum");
        assertThatThrownBy(() -> table("FAILFAST", SCHEMA, path).collectAsList())
                .hasStackTraceContaining("payload checksum");
    }

    @Test
    void returnsARowOfNullsWithTheReason() {
        String path = damaged();
        for (Dataset<Row> read :
                List.of(read("PERMISSIVE", WITH_REASON, path), table("PERMISSIVE", WITH_REASON, path))) {
            List<Row> rows = read.collectAsList();
            assertThat(rows).hasSize(10);
            assertThat(rows.get(4).isNullAt(0)).isTrue();
            assertThat(rows.get(4).getString(2))
                    .contains("a.tfrecord", "offset", "payload checksum", "expected", "found");
            assertThat(rows.get(5).getLong(0)).isEqualTo(5);
            assertThat(rows.get(5).isNullAt(2)).isTrue();
            assertThat(read.where("_corrupt_record IS NOT NULL").count()).isEqualTo(1);
            assertThat(read.select("_corrupt_record")
                            .where("_corrupt_record LIKE '%checksum%'")
                            .collectAsList())
                    .hasSize(1);
            assertThat(read.count()).isEqualTo(10);
            assertThat(read.where("id IS NULL").count()).isEqualTo(1);
            assertThat(read.where("id >= 0").count()).isEqualTo(9);
        }
    }

    @Test
    void returnsARowOfNullsWithoutAReasonColumn() {
        Dataset<Row> read = read("permissive", SCHEMA, damaged());

        assertThat(read.collectAsList())
                .hasSize(10)
                .filteredOn(row -> row.isNullAt(0))
                .hasSize(1);
        assertThat(Plans.metric(read, SkippedMetric.NAME)).isEqualTo(1);
    }

    @Test
    void skipsDamagedRecords() {
        String path = damaged();
        Dataset<Row> read = read("DROPMALFORMED", SCHEMA, path);

        assertThat(read.collectAsList()).hasSize(9).noneMatch(row -> row.isNullAt(0));
        assertThat(read.count()).isEqualTo(9);
        assertThat(Plans.metric(read, SkippedMetric.NAME)).isEqualTo(1);
        assertThat(table("DROPMALFORMED", SCHEMA, path)
                        .selectExpr("count(*)", "sum(id)")
                        .head())
                .hasToString("[9,41]");
    }

    @Test
    void handlesMismatchedRecordsLikeDamage() {
        String path = mismatched();

        assertThatThrownBy(() -> read("FAILFAST", SCHEMA, path).collectAsList())
                .hasStackTraceContaining("a.tfrecord")
                .hasStackTraceContaining("record 2")
                .hasStackTraceContaining("id");
        assertThat(read("DROPMALFORMED", SCHEMA, path).select("id").collectAsList())
                .hasToString("[[0], [1], [3], [4]]");
        List<Row> rows = read("PERMISSIVE", WITH_REASON, path).collectAsList();
        assertThat(rows).hasSize(5);
        assertThat(rows.get(2).isNullAt(0)).isTrue();
        assertThat(rows.get(2).getString(2)).contains("record 2", "id");
        assertThat(read("FAILFAST", SCHEMA, path).select("name").collectAsList())
                .as("columns that are not selected are not checked")
                .hasSize(5);
    }

    @Test
    void usesTheReasonColumnOfUserOrSession() {
        String path = damaged();

        assertThat(spark.read()
                        .format("tfrecord")
                        .option("mode", "PERMISSIVE")
                        .option("columnNameOfCorruptRecord", "why")
                        .schema(SCHEMA + ", why STRING")
                        .load(path)
                        .where("why IS NOT NULL")
                        .count())
                .isEqualTo(1);
        assertThat(LocalSession.with(
                        "spark.sql.columnNameOfCorruptRecord",
                        "broken",
                        () -> read("PERMISSIVE", SCHEMA + ", broken STRING", path)
                                .where("broken IS NOT NULL")
                                .count()))
                .isEqualTo(1);
        assertThatThrownBy(() -> read("PERMISSIVE", SCHEMA + ", _corrupt_record INT", path))
                .hasMessageContainingAll("_corrupt_record", "string");
    }

    @Test
    void findsTheSameDamageInManyTasks() {
        Path file = folder.resolve("in/a.tfrecord");
        TestFiles.write(file, TestFiles.numbered(5000));
        long size = file.toFile().length();
        for (int i = 1; i < 8; i++) {
            TestFiles.damage(file, size / 8 * i + 3);
        }
        String path = file.toString();
        List<String> intact = reasons(path);
        List<String> parts = LocalSession.with("spark.sql.files.maxPartitionBytes", 7_001, () -> reasons(path));

        assertThat(intact).hasSize(7);
        assertThat(parts).hasSize(7);
        assertThat(LocalSession.with(
                        "spark.sql.files.maxPartitionBytes",
                        7_001,
                        () -> read("DROPMALFORMED", SCHEMA, path)
                                .selectExpr("count(*)", "count(distinct id)")
                                .head()))
                .isEqualTo(read("DROPMALFORMED", SCHEMA, path)
                        .selectExpr("count(*)", "count(distinct id)")
                        .head());
        assertThat(LocalSession.with(
                        "spark.sql.files.maxPartitionBytes",
                        7_001,
                        () -> read("PERMISSIVE", SCHEMA, path).count()))
                .isEqualTo(read("PERMISSIVE", SCHEMA, path).collectAsList().size());
    }

    private List<String> reasons(String path) {
        return read("PERMISSIVE", WITH_REASON, path).where("_corrupt_record IS NOT NULL").collectAsList().stream()
                .map(row -> row.getString(2))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "ofrecord"})
    void returnsOneRowForAnUnreadableRest(String kind) throws IOException {
        boolean gzip = kind.equals("gzip");
        String format = gzip ? "tfrecord" : "ofrecord";
        Path file = folder.resolve("in/a." + format);
        byte[][] payloads = Arrays.stream(TestFiles.numbered(1000))
                .map(example -> gzip ? example.toByteArray() : example.toByteArray(Dialect.ONEFLOW))
                .toArray(byte[][]::new);
        TestFiles.write(
                file,
                gzip
                        ? RecordWriterOptions.defaults().compression(Compression.GZIP)
                        : RecordWriterOptions.defaults().format(RecordFormat.OFRECORD),
                payloads);
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));

        List<Row> rows = spark.read()
                .format(format)
                .option("mode", "PERMISSIVE")
                .schema(WITH_REASON)
                .load(file.toString())
                .collectAsList();
        assertThat(rows).hasSizeBetween(100, 999);
        assertThat(rows.get(rows.size() - 1).getString(2)).contains("a." + format);
        assertThat(rows.subList(0, rows.size() - 1)).allMatch(row -> row.isNullAt(2));
        assertThat(spark.read()
                        .format(format)
                        .option("mode", "DROPMALFORMED")
                        .schema(SCHEMA)
                        .load(file.toString())
                        .collectAsList())
                .hasSize(rows.size() - 1);
        assertThatThrownBy(() -> spark.read()
                        .format(format)
                        .schema(SCHEMA)
                        .load(file.toString())
                        .collectAsList())
                .hasStackTraceContaining("a." + format);
    }

    @Test
    void skipsTheRestOfCorruptFilesOnRequest() throws IOException {
        String path = damaged();
        TestFiles.write(folder.resolve("in/b.tfrecord"), TestFiles.numbered(3));

        assertThat(spark.read()
                        .format("tfrecord")
                        .option("ignoreCorruptFiles", true)
                        .schema(SCHEMA)
                        .load(folder + "/in")
                        .collectAsList())
                .hasSize(4 + 3);
        for (String some : List.of(folder + "/in", path)) {
            Dataset<Row> counted = spark.read()
                    .format("tfrecord")
                    .option("ignoreCorruptFiles", true)
                    .schema(SCHEMA)
                    .load(some);
            assertThat(counted.count()).isEqualTo(some.equals(path) ? 4 : 4 + 3);
        }
        assertThat(LocalSession.with(
                        "spark.sql.files.ignoreCorruptFiles",
                        true,
                        () -> table("FAILFAST", SCHEMA, folder + "/in").collectAsList()))
                .hasSize(4 + 3);
        Files.writeString(folder.resolve("in/c.tfrecord"), "this is not a record file, despite its file name");
        assertThat(spark.read()
                        .format("tfrecord")
                        .option("ignoreCorruptFiles", true)
                        .schema(SCHEMA)
                        .load(folder + "/in")
                        .collectAsList())
                .hasSize(4 + 3);
        assertThatThrownBy(() ->
                        read("FAILFAST", SCHEMA, folder + "/in/c.tfrecord").collectAsList())
                .hasStackTraceContaining("c.tfrecord");
    }

    @Test
    void infersTheSchemaWithoutCorruptFilesOnRequest() throws IOException {
        damaged();
        TestFiles.write(folder.resolve("in/b.tfrecord"), TestFiles.numbered(3));
        Files.writeString(folder.resolve("in/c.tfrecord"), "this is not a record file, despite its file name");
        String in = folder + "/in";

        assertThat(spark.read()
                        .format("tfrecord")
                        .option("ignoreCorruptFiles", true)
                        .load(in)
                        .collectAsList())
                .hasSize(4 + 3);
        spark.sql("DROP TABLE IF EXISTS damaged");
        spark.sql("CREATE TABLE damaged USING tfrecord OPTIONS (ignoreCorruptFiles 'true') LOCATION '" + in + "'");
        assertThat(spark.table("damaged").schema().fieldNames()).contains("id", "name");
        assertThatThrownBy(() -> spark.read().format("tfrecord").load(in)).hasStackTraceContaining("in/");
    }

    @Test
    void infersTheSchemaOfFilesReachedByOptions() {
        TestFiles.write(folder.resolve("in/a.tfrecord"), TestFiles.numbered(3));

        assertThat(spark.read()
                        .format("tfrecord")
                        .option(
                                "fs.viewfs.mounttable.Far.link./data",
                                folder.resolve("in").toUri().toString())
                        .option("fs.viewfs.impl.disable.cache", true)
                        .load("viewfs://Far/data")
                        .collectAsList())
                .hasSize(3);
    }

    @Test
    void readsRowsBeforeDamageUnderALimit() {
        assertThat(read("FAILFAST", SCHEMA, damaged()).limit(3).collectAsList()).hasSize(3);
    }

    @Test
    void skipsDamageInRecordsOfBytes() {
        String path = damaged();

        assertThat(spark.read()
                        .format("tfrecord")
                        .option("recordType", "Bytes")
                        .option("mode", "PERMISSIVE")
                        .schema("payload BINARY, _corrupt_record STRING")
                        .load(path)
                        .where("payload IS NULL")
                        .select("_corrupt_record")
                        .collectAsList())
                .singleElement()
                .asString()
                .contains("payload checksum");
    }

    @Test
    void countsMismatchesOnlyInFilteredColumns() {
        Example[] examples = TestFiles.numbered(20);
        examples[2] = Example.builder().put("id", "two").put("name", "n2").build();
        examples[3] = Example.builder().put("id", "three").build();
        examples[4] = Example.builder().put("id", 4).build();
        String path = TestFiles.write(folder.resolve("in/a.tfrecord"), examples);

        for (String mode : List.of("DROPMALFORMED", "PERMISSIVE")) {
            for (Dataset<Row> read : List.of(read(mode, WITH_REASON, path), table(mode, WITH_REASON, path))) {
                Dataset<Row> unnamed = read.where("name IS NULL");

                assertThat(unnamed.count())
                        .isEqualTo(2)
                        .isEqualTo(unnamed.select("name").collectAsList().size());
                assertThat(read.where("name IS NOT NULL").count()).isEqualTo(18);
                assertThat(unnamed.select("_corrupt_record").collectAsList()).hasToString("[[null], [null]]");
            }
        }
        assertThat(read("DROPMALFORMED", SCHEMA, path).count())
                .as("by all columns")
                .isEqualTo(18);
    }

    @Test
    void logsSkippedRecordsOfTheOlderInterface() {
        String path = mismatched();
        for (String mode : List.of("DROPMALFORMED", "PERMISSIVE")) {
            List<String> reported =
                    LoggedWarnings.during(() -> table(mode, SCHEMA, path).collectAsList());

            assertThat(reported)
                    .singleElement()
                    .asString()
                    .contains("in/a.tfrecord, bytes 0 to ", ": 1 damaged or mismatched records");
        }
        assertThat(LoggedWarnings.during(
                        () -> table("DROPMALFORMED", "name STRING", path).collectAsList()))
                .isEmpty();
        assertThat(LocalSession.with(
                        "spark.sql.codegen.wholeStage",
                        false,
                        () -> LoggedWarnings.during(
                                () -> table("PERMISSIVE", SCHEMA, path).collectAsList())))
                .hasSize(1);
    }
}
