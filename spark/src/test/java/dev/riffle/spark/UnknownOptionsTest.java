package dev.riffle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the warnings and errors of option names that neither Riffle nor Spark has. */
class UnknownOptionsTest {

    private static final SparkSession SPARK = LocalSession.spark();

    private static final String WARNING = "ignored unknown options of TFRecord files: header, sep";

    @TempDir
    private Path folder;

    @AfterEach
    void dropTable() {
        SPARK.sql("DROP TABLE IF EXISTS warned");
    }

    /** Writes two files. */
    private String written() {
        SPARK.range(0, 100, 1, 2)
                .write()
                .format("tfrecord")
                .save(folder.resolve("in").toString());
        return folder.resolve("in").toString();
    }

    private static List<String> warnings(Runnable action) {
        return LoggedWarnings.during(action).stream()
                .filter(line -> line.contains("option"))
                .toList();
    }

    @Test
    void warnsOnceWhenAPathIsLoaded() {
        String path = written();

        assertThat(warnings(() -> {
                    Dataset<Row> rows = SPARK.read()
                            .format("tfrecord")
                            .option("sep", true)
                            .option("header", true)
                            .load(path);
                    assertThat(rows.selectExpr("sum(id)").head()).hasToString("[4950]");
                    assertThat(rows.count()).isEqualTo(100);
                }))
                .containsExactly(WARNING);
        assertThat(warnings(() -> assertThat(SPARK.read()
                                .format("tfrecord")
                                .schema("id BIGINT")
                                .option("sep", true)
                                .option("header", true)
                                .load(path)
                                .distinct()
                                .count())
                        .isEqualTo(100)))
                .containsExactly(WARNING);
    }

    @Test
    void warnsOnceForAWrite() {
        assertThat(warnings(() -> SPARK.range(0, 100, 1, 2)
                        .write()
                        .format("tfrecord")
                        .option("sep", true)
                        .option("header", true)
                        .save(folder.resolve("out").toString())))
                .containsExactly(WARNING);
    }

    @Test
    void warnsOnceForEachQueryOfATable() {
        SPARK.sql("CREATE TABLE warned (id BIGINT) USING tfrecord OPTIONS (header 'true', sep 'true') LOCATION '"
                + written() + "'");

        assertThat(warnings(() -> SPARK.sql(
                                "SELECT sum(id) FROM warned WHERE id > (SELECT min(id) FROM warned) AND id < 99")
                        .collectAsList()))
                .containsExactly(WARNING);
        assertThat(warnings(() -> SPARK.sql("SELECT sum(id) FROM warned").collectAsList()))
                .containsExactly(WARNING);
        assertThat(warnings(() -> SPARK.sql("INSERT INTO warned SELECT * FROM range(0, 10, 1, 2)")))
                .containsExactly(WARNING);
    }

    @Test
    void warnsOnceForAStream() throws Exception {
        String path = written();

        assertThat(warnings(() -> run(path, "header", "sep"))).containsExactly(WARNING);
    }

    /** Runs a stream with two batches and these options of its source and of its sink. */
    private void run(String path, String... options) {
        var reader = SPARK.readStream().format("tfrecord").schema("id BIGINT").option("maxFilesPerTrigger", 1);
        for (String option : options) {
            reader = reader.option(option, "true");
        }
        var writer = reader.load(path)
                .writeStream()
                .format("tfrecord")
                .queryName("copied")
                .option("checkpointLocation", folder.resolve("state").toString())
                .option("retention", "1h")
                .trigger(Trigger.AvailableNow());
        for (String option : options) {
            writer = writer.option(option, "true");
        }
        try {
            StreamingQuery query = writer.start(folder.resolve("streamed").toString());
            query.awaitTermination();
            assertThat(query.recentProgress()).hasSizeGreaterThan(1);
        } catch (Exception e) { // Scala does not declare the exceptions that it throws
            throw new AssertionError(e);
        }
    }

    @Test
    void acceptsTheNamesThatSparkUses() {
        String path = written();
        String out = folder.resolve("out").toString();

        assertThat(warnings(() -> {
                    SPARK.read()
                            .format("tfrecord")
                            .option("pathGlobFilter", "*.tfrecord")
                            .option("recursiveFileLookup", true)
                            .option("modifiedAfter", "2020-01-01T00:00:00")
                            .option("ignoreMissingFiles", true)
                            .load(path, path)
                            .selectExpr("id", "id % 2 AS odd")
                            .write()
                            .format("tfrecord")
                            .partitionBy("odd")
                            .option("maxRecordsPerFile", 40)
                            .option("partitionOverwriteMode", "dynamic")
                            .mode(SaveMode.Overwrite)
                            .save(out);
                    SPARK.sql("CREATE TABLE warned (id BIGINT, odd INT) USING tfrecord"
                            + " OPTIONS (serialization.format '1', compression 'gzip') PARTITIONED BY (odd)"
                            + " COMMENT 'a table' TBLPROPERTIES (owned 'yes', moder 'x') LOCATION '" + out + "'");
                    SPARK.sql("ALTER TABLE warned RECOVER PARTITIONS");
                    SPARK.sql("INSERT OVERWRITE warned PARTITION (odd = 1) SELECT id FROM range(5)");
                    SPARK.range(4)
                            .selectExpr("id", "3 AS odd")
                            .write()
                            .format("tfrecord")
                            .partitionBy("odd")
                            .mode(SaveMode.Append)
                            .saveAsTable("warned");
                    assertThat(SPARK.table("warned").where("odd > 0").count()).isEqualTo(9);
                    SPARK.sql("ANALYZE TABLE warned COMPUTE STATISTICS FOR ALL COLUMNS");
                    run(path);
                }))
                .isEmpty();
    }

    @Test
    void rejectsNamesCloseToAnOption() {
        String path = written();

        assertThatThrownBy(() -> SPARK.read()
                        .format("tfrecord")
                        .option("inferRecord", 10)
                        .load(path))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("unknown option inferRecord; the nearest option of Riffle is inferRecords");
        assertThatThrownBy(() -> SPARK.range(3)
                        .write()
                        .format("ofrecord")
                        .option("Compresion", "gzip")
                        .mode(SaveMode.Overwrite)
                        .save(path))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("unknown option Compresion; the nearest option of Riffle is compression");
        assertThat(SPARK.read().format("tfrecord").load(path).count()).isEqualTo(100);
        assertThatThrownBy(() -> SPARK.sql(
                        "CREATE TABLE warned USING tfrecord OPTIONS (splitable 'false') LOCATION '" + path + "'"))
                .hasMessage("unknown option splitable; the nearest option of Riffle is splittable");
    }
}
