package dev.riffle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that unsupported columns are rejected before Spark deletes existing files. */
class WriteCheckTest {

    private static final SparkSession SPARK = LocalSession.spark();

    @TempDir
    private Path folder;

    private static Dataset<Row> maps() {
        return SPARK.range(10).selectExpr("id", "map(id, id) AS m");
    }

    private String written() {
        String path = folder.resolve("out").toString();
        SPARK.range(10).write().format("tfrecord").save(path);
        return path;
    }

    private static long count(String path) {
        return SPARK.read().format("tfrecord").load(path).count();
    }

    private static DataFrameWriter<Row> overwrite(Dataset<Row> rows) {
        return rows.write().format("tfrecord").mode(SaveMode.Overwrite);
    }

    @Test
    void rejectsTypesBeforeOverwritingAPath() {
        String path = written();

        assertThatThrownBy(() -> overwrite(maps()).save(path))
                .hasMessageContaining("column \"m\" is of type map<bigint,bigint>, which an Example cannot hold");
        assertThat(count(path)).isEqualTo(10);
    }

    @Test
    void rejectsTypesBeforeOverwritingADirectory() {
        String path = written();

        assertThatThrownBy(() ->
                        SPARK.sql("INSERT OVERWRITE DIRECTORY '" + path + "' USING tfrecord SELECT map(1, 2) AS m"))
                .hasMessageContaining("column \"m\" is of type map<int,int>");
        assertThat(count(path)).isEqualTo(10);
    }

    @Test
    void rejectsOptionsBeforeOverwritingAPath() {
        String path = written();

        assertThatThrownBy(() -> overwrite(SPARK.range(3).toDF())
                        .option("compression", "lz4")
                        .save(path))
                .hasMessageContaining("compression");
        assertThat(count(path)).isEqualTo(10);
    }

    @Test
    void rejectsNamesThatAreEqualInTheSession() {
        String path = written();
        Dataset<Row> clashing = SPARK.range(3).selectExpr("struct(id AS b) AS a", "id AS `A.B`");

        assertThatThrownBy(
                        () -> overwrite(clashing).option("flattenStructs", true).save(path))
                .hasMessageContaining("two columns are named");
        assertThat(count(path)).isEqualTo(10);
        assertThat(LocalSession.<Long>with("spark.sql.caseSensitive", true, () -> {
                    overwrite(clashing).option("flattenStructs", true).save(path);
                    return count(path);
                }))
                .isEqualTo(3);
    }

    @Test
    void leavesPartitionColumnsToSpark() {
        String path = folder.resolve("out").toString();
        Dataset<Row> rows = SPARK.range(4)
                .selectExpr("CAST(id AS STRING) AS name", "CAST(CAST(id AS STRING) AS BINARY) AS payload");
        overwrite(rows).option("recordType", "Bytes").partitionBy("name").save(path);

        assertThat(SPARK.read()
                        .format("tfrecord")
                        .option("recordType", "Bytes")
                        .load(path)
                        .count())
                .isEqualTo(4);
    }

    @Test
    void rejectsTypesBeforeDroppingATable() {
        SPARK.range(10).write().format("tfrecord").saveAsTable("kept");
        try {
            assertThatThrownBy(() -> overwrite(maps()).saveAsTable("kept"))
                    .hasMessageContaining("column \"m\" is of type map");
            assertThatThrownBy(() -> overwrite(SPARK.range(3).toDF())
                            .option("recordType", "Nothing")
                            .saveAsTable("kept"))
                    .hasMessageContaining("recordType");
            assertThat(SPARK.table("kept").count()).isEqualTo(10);
            overwrite(SPARK.range(3).toDF()).saveAsTable("kept");
            assertThat(SPARK.table("kept").count()).isEqualTo(3);
        } finally {
            SPARK.sql("DROP TABLE IF EXISTS kept");
        }
    }

    @Test
    void acceptsOtherFormats() {
        String path = folder.resolve("out").toString();
        maps().write().format("parquet").save(path);
        maps().write().format("parquet").mode(SaveMode.Overwrite).save(path);

        assertThat(SPARK.read().parquet(path).count()).isEqualTo(10);
    }

    @Test
    void rejectsTypesBeforeDroppingAnOlderTable() {
        SPARK.range(10).write().format("tfrecord").saveAsTable("kept");
        try {
            assertThatThrownBy(() -> maps().write()
                            .format("dev.riffle.spark.TfRecordFormat")
                            .mode(SaveMode.Overwrite)
                            .saveAsTable("kept"))
                    .hasMessageContaining("column \"m\" is of type map");
            assertThat(SPARK.table("kept").count()).isEqualTo(10);
        } finally {
            SPARK.sql("DROP TABLE IF EXISTS kept");
        }
    }
}
