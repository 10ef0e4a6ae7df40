package dev.riffle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.example.Example;
import dev.riffle.shard.SetManifest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the manifests that writes of every kind leave. */
class WrittenManifestTest {

    private final SparkSession spark = LocalSession.spark();

    @TempDir
    Path folder;

    private Path out() {
        return folder.resolve("out");
    }

    private Path place() {
        return out().resolve(".manifest.json");
    }

    /** Returns the manifest after a check that it lists exactly the record files. */
    private SetManifest checked() {
        try {
            SetManifest manifest = SetManifest.read(place());
            assertThat(manifest.check(out())).isEmpty();
            assertThat(manifest.shards())
                    .extracting(shard -> out().resolve(shard.name()))
                    .containsExactlyElementsOf(parts());
            return manifest;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<Path> parts() {
        return TestFiles.in(out()).stream()
                .filter(file -> file.getFileName().toString().startsWith("part-"))
                .toList();
    }

    private Dataset<Row> days(int count, int days) {
        return spark.range(0, count, 1, 1).selectExpr("id", "CAST(id % " + days + " AS INT) AS day");
    }

    private void write(Dataset<Row> rows, SaveMode mode, String... partitions) {
        rows.write().format("tfrecord").mode(mode).partitionBy(partitions).save(out().toString());
    }

    private void assertStale() {
        assertThatThrownBy(() -> spark.read()
                        .format("tfrecord")
                        .option("schemaSource", "manifest")
                        .load(out().toString())
                        .schema())
                .hasMessageContaining("/.manifest.json, because it does not list ");
    }

    @Test
    void anOverwriteReplacesIt() {
        write(days(5, 2), SaveMode.ErrorIfExists);
        write(spark.range(3).toDF("other"), SaveMode.Overwrite);

        assertThat(checked().columns()).containsOnlyKeys("other");
        assertThat(checked().records()).isEqualTo(3);
    }

    @Test
    void anAppendExtendsIt() {
        write(days(5, 2), SaveMode.Append, "day");
        write(days(7, 3), SaveMode.Append, "day");
        write(days(1, 1).selectExpr("day", "'x' AS name"), SaveMode.Append, "day");

        assertThat(checked().records()).isEqualTo(13);
        assertThat(checked().columns()).hasToString("{id=BIGINT, name=STRING}");
        assertThat(spark.read()
                        .format("tfrecord")
                        .load(out().toString())
                        .schema()
                        .toDDL())
                .isEqualTo("id BIGINT,name STRING,day INT");
    }

    @Test
    void anAppendOfOtherTypesLeavesItStale() {
        write(days(5, 2), SaveMode.Append);
        List<String> warnings =
                LoggedWarnings.during(() -> write(spark.sql("SELECT 'a' AS id, 1 AS day"), SaveMode.Append));

        assertThat(warnings)
                .containsExactly("file:" + place()
                        + " is stale, because the new files have columns of other types, names in another case or"
                        + " another array of Examples;"
                        + " reads infer a schema until an overwrite renews the manifest");
        assertStale();
    }

    @Test
    void anAppendOfAnotherCompressionLeavesItStale() {
        write(days(5, 2), SaveMode.Append);
        days(5, 2)
                .write()
                .format("tfrecord")
                .option("compression", "gzip")
                .mode(SaveMode.Append)
                .save(out().toString());

        assertStale();
    }

    @Test
    void anAppendDoesNotHideAnEarlierChange() throws IOException {
        write(days(5, 2), SaveMode.Append);
        Path first = parts().get(0);
        Files.setLastModifiedTime(
                first,
                FileTime.from(Files.getLastModifiedTime(place()).toInstant().plusMillis(1)));
        String before = Files.readString(place());

        write(days(5, 2), SaveMode.Append);

        assertThat(place()).hasContent(before);
        assertNewer(first);
    }

    private void assertNewer(Path changed) {
        assertThatThrownBy(() -> spark.read()
                        .format("tfrecord")
                        .option("schemaSource", "manifest")
                        .load(changed.toString())
                        .schema())
                .hasMessageContaining(changed + " is newer than the manifest");
    }

    @Test
    void filesOfOtherWritersLeaveNone() {
        TestFiles.write(out().resolve("part-9"), Example.builder().put("id", 1).build());
        write(days(5, 2), SaveMode.Append);

        assertThat(place()).doesNotExist();
    }

    @Test
    void aDynamicOverwriteKeepsOtherPartitions() {
        write(days(6, 3), SaveMode.Overwrite, "day");
        days(9, 9)
                .where("day IN (1, 5)")
                .write()
                .format("tfrecord")
                .mode(SaveMode.Overwrite)
                .option("partitionOverwriteMode", "dynamic")
                .partitionBy("day")
                .save(out().toString());

        assertThat(checked().records()).isEqualTo(6);
        assertThat(checked().shards())
                .extracting(shard -> shard.name().substring(0, 5))
                .containsExactly("day=0", "day=1", "day=2", "day=5");
    }

    @Test
    void insertsIntoTablesExtendIt() {
        spark.sql("CREATE TABLE manifested (id BIGINT, day INT) USING tfrecord PARTITIONED BY (day) LOCATION '"
                + out().toUri() + "'");
        try {
            spark.sql("INSERT INTO manifested VALUES (1, 1), (2, 1), (3, 2)");
            spark.sql("INSERT OVERWRITE manifested PARTITION (day = 1) VALUES (10)");
            spark.sql("INSERT INTO manifested PARTITION (day = 3) VALUES (11)");

            assertThat(checked().records()).isEqualTo(3);
            assertThat(spark.sql("SELECT * FROM manifested ORDER BY id").collectAsList())
                    .hasToString("[[3,2], [10,1], [11,3]]");
        } finally {
            spark.sql("DROP TABLE manifested");
        }
    }

    @Test
    void createTableAsWritesIt() {
        spark.sql("CREATE TABLE manifested USING ofrecord LOCATION '" + out().toUri()
                + "' AS SELECT id, CAST(id AS DOUBLE) AS half FROM range(4)");
        spark.sql("DROP TABLE manifested");

        assertThat(checked().columns()).hasToString("{id=BIGINT, half=DOUBLE}");
        assertThat(checked().format().title()).isEqualTo("OFRecord");
    }

    @Test
    void aTableWithAPartitionElsewhereListsItsOwnFiles() {
        spark.sql("CREATE TABLE manifested (id BIGINT, day INT) USING tfrecord PARTITIONED BY (day) LOCATION '"
                + out().toUri() + "'");
        try {
            spark.sql("ALTER TABLE manifested ADD PARTITION (day = 1) LOCATION '"
                    + folder.resolve("elsewhere").toUri() + "'");
            spark.sql("INSERT INTO manifested VALUES (1, 1), (2, 2)");

            assertThat(checked().records()).isEqualTo(1);
        } finally {
            spark.sql("DROP TABLE manifested");
        }
    }

    @Test
    void aFailedJobLeavesNone() {
        spark.udf().register("failing_at_3", (UDF1<Long, Long>) WrittenManifestTest::failingAt3, DataTypes.LongType);
        Dataset<Row> failing = spark.range(0, 10, 1, 2).selectExpr("failing_at_3(id) AS id");

        assertThatThrownBy(() -> write(failing, SaveMode.Overwrite)).hasMessageContaining("failed on purpose");

        assertThat(TestFiles.in(out())).isEmpty();
    }

    private static Long failingAt3(Long id) {
        if (id == 3) {
            throw new IllegalStateException("failed on purpose");
        }
        return id;
    }

    @Test
    void aSecondAttemptCountsOnce() {
        spark.udf().register("first_attempt_fails", (UDF1<Long, Long>) WrittenManifestTest::second, DataTypes.LongType);

        write(spark.range(0, 10, 1, 2).selectExpr("first_attempt_fails(id) AS id"), SaveMode.Append);

        assertThat(checked().records()).isEqualTo(10);
    }

    private static Long second(Long id) {
        if (id == 3 && TaskContext.get().attemptNumber() == 0) {
            throw new IllegalStateException("failed on purpose");
        }
        return id;
    }

    @Test
    void settingsOfHadoopInOptionsReachTheManifest() {
        days(5, 2)
                .write()
                .format("tfrecord")
                .options(CountingFileSystem.SETTINGS)
                .save("counted:" + out());

        assertThat(checked().records()).isEqualTo(5);
    }

    @Test
    void recordsOfBytesNeedNone() {
        spark.sql("SELECT X'61' AS payload")
                .write()
                .format("tfrecord")
                .option("recordType", "Bytes")
                .save(out().toString());

        assertThat(place()).doesNotExist();
    }

    @Test
    void anOptionOmitsIt() {
        days(5, 2).write().format("tfrecord").option("writeManifest", false).save(out().toString());
        assertThat(place()).doesNotExist();

        write(days(5, 2), SaveMode.Append);
        assertThat(place()).doesNotExist();
    }

    @Test
    void structsAreColumnsOfTheirFields() {
        spark.sql("SELECT 1 AS z, named_struct('b', 'x', 'a', named_struct('c', 1.5D)) AS s, 2 AS a")
                .write()
                .format("tfrecord")
                .option("flattenStructs", true)
                .save(out().toString());

        assertThat(checked().columns()).hasToString("{z=INT, s.b=STRING, s.a.c=DOUBLE, a=INT}");
    }

    @Test
    void aDirectoryWithoutTheRightToWriteAManifestIsComplete() throws IOException {
        Files.createDirectories(place().resolve("in-the-way"));
        Files.writeString(place().resolve("in-the-way/file"), "x");

        List<String> warnings = LoggedWarnings.during(() -> write(days(5, 2), SaveMode.Append));

        assertThat(warnings.get(0)).contains("could not write the manifest, so reads infer a schema");
        assertThat(TestFiles.in(out())).noneMatch(file -> file.toString().endsWith(".tmp"));
        assertThat(parts()).hasSize(1);
    }
}
