package dev.riffle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Path;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a query cannot overwrite files that it reads, and that a rejected query deletes no files. */
class OverwriteCheckTest {

    private static final SparkSession SPARK = LocalSession.spark();

    @TempDir
    private Path folder;

    @AfterEach
    void dropTables() {
        SPARK.sql("DROP TABLE IF EXISTS held");
        SPARK.sql("DROP TABLE IF EXISTS days");
    }

    private String written() {
        String path = folder.resolve("out").toString();
        SPARK.range(10).write().format("tfrecord").save(path);
        return path;
    }

    private static Dataset<Row> read(String path) {
        return SPARK.read().format("tfrecord").load(path);
    }

    private static Dataset<Row> readBySql(String path) {
        return SPARK.sql("SELECT * FROM tfrecord.`" + path + "`");
    }

    private static DataFrameWriter<Row> overwrite(Dataset<Row> rows) {
        return rows.write().format("tfrecord").mode(SaveMode.Overwrite);
    }

    private static void assertRejected(ThrowingCallable write) {
        assertThatThrownBy(write)
                .hasMessageContainingAll(
                        "cannot overwrite", "which this query reads", "would delete these files first");
    }

    @Test
    void rejectsOverwritingAPath() {
        String path = written();

        assertThatThrownBy(() -> overwrite(read(path).where("id > 3")).save(path))
                .hasMessageContainingAll("cannot overwrite", path, "which this query reads", "part-0000");
        assertRejected(() -> overwrite(read(path).union(read(path))).save(path + "/"));
        assertRejected(() -> overwrite(read(path)).save(folder.toString()));
        assertRejected(() -> overwrite(readBySql(path)).save(path));
        assertRejected(() -> overwrite(readBySql(path).where("id > 3")).save(folder.toString()));
        assertThat(read(path).count()).isEqualTo(10);
        overwrite(read(path)).save(path + "2");
        assertThat(read(path + "2").count()).isEqualTo(10);
    }

    @ParameterizedTest
    @ValueSource(strings = {"parquet", "json", "dev.riffle.spark.TfRecordFormat"})
    void rejectsOverwritingAPathInAnyFormat(String format) {
        String path = written();
        read(path).createOrReplaceTempView("read");

        assertRejected(() -> read(path).write().format(format).mode("overwrite").save(path));
        assertRejected(
                () -> readBySql(path).write().format(format).mode("overwrite").save(path));
        assertRejected(
                () -> SPARK.sql("INSERT OVERWRITE DIRECTORY '" + path + "' USING " + format + " SELECT * FROM read"));
        assertThat(read(path).count()).isEqualTo(10);
    }

    @Test
    void allowsWritesNextToAndBelowTheRead() {
        String path = written();

        overwrite(read(path)).save(path + "/_hidden");
        overwrite(readBySql(path)).save(path + "/_hidden");
        overwrite(read(path + "/part-*")).save(path + "/p");

        assertThat(read(path + "/_hidden").count()).isEqualTo(10);
        assertThat(read(path + "/p").count()).isEqualTo(10);
        assertRejected(() -> overwrite(read(path + "/p/part-*")).save(path + "/p"));
    }

    @Test
    void allowsOverwritingOtherFiles() {
        String path = folder.resolve("out").toString();
        SPARK.range(10).write().parquet(path);
        overwrite(SPARK.range(3).toDF()).save(path);

        assertThat(read(path).count()).isEqualTo(3);
    }

    @Test
    void rejectsOverwritingATableReadByItsPath() {
        String path = written();
        SPARK.sql("CREATE TABLE held (id BIGINT) USING tfrecord LOCATION '" + path + "'");
        read(path).createOrReplaceTempView("read");

        assertRejected(() -> SPARK.sql("INSERT OVERWRITE held SELECT * FROM read WHERE id > 3"));
        assertRejected(
                () -> SPARK.sql("INSERT OVERWRITE held SELECT id FROM range(3) WHERE id IN (SELECT id FROM read)"));
        assertRejected(() -> SPARK.table("read").write().mode("overwrite").insertInto("held"));
        assertRejected(() -> overwrite(SPARK.table("held")).save(path));
        assertRejected(() -> SPARK.table("held").write().mode("overwrite").parquet(path));
        assertThat(read(path).count()).isEqualTo(10);
    }

    private static String location(String table) {
        String location = SPARK.sql("DESCRIBE FORMATTED " + table)
                .where("col_name = 'Location'")
                .head()
                .getString(1);
        return URI.create(location).getPath();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tfrecord", "parquet"})
    void rejectsReplacingATableReadByItsPath(String format) {
        SPARK.range(10).write().format("tfrecord").saveAsTable("held");
        String path = location("held");

        assertRejected(() -> read(path).write().format(format).mode("overwrite").saveAsTable("held"));
        assertRejected(
                () -> readBySql(path).write().format(format).mode("overwrite").saveAsTable("held"));
        assertThat(SPARK.table("held").count()).isEqualTo(10);
        overwrite(SPARK.table("held").union(SPARK.table("held"))).saveAsTable("days");
        assertThat(SPARK.table("days").count()).isEqualTo(20);
    }

    @Test
    void rejectsReplacingATableAtALocationItReads() {
        String path = written();
        SPARK.sql("CREATE TABLE held (id BIGINT) USING tfrecord LOCATION '" + path + "'");

        assertRejected(() -> overwrite(read(path)).option("path", path).saveAsTable("held"));
        assertThat(SPARK.table("held").count()).isEqualTo(10);
    }

    private String daysTable() {
        String path = folder.resolve("days").toString();
        SPARK.sql("CREATE TABLE days (id BIGINT, day INT) USING tfrecord PARTITIONED BY (day) LOCATION '" + path + "'");
        SPARK.sql("ALTER TABLE days ADD PARTITION (day = 4) LOCATION '" + folder.resolve("own") + "'");
        SPARK.sql("INSERT INTO days SELECT id, id % 3 + 2 FROM range(30)");
        return path;
    }

    @Test
    void rejectsOverwritingAPartitionOnlyIfItIsRead() {
        String path = daysTable();
        read(path + "/day=2").createOrReplaceTempView("read");
        read(folder.resolve("own").toString()).createOrReplaceTempView("own");

        assertRejected(() -> SPARK.sql("INSERT OVERWRITE days PARTITION (day = 2) SELECT id FROM read"));
        assertRejected(() -> SPARK.sql("INSERT OVERWRITE days PARTITION (day = 4) SELECT id FROM own"));
        assertRejected(() -> SPARK.sql("INSERT OVERWRITE days SELECT id, 3 FROM read"));
        assertRejected(() -> SPARK.sql("INSERT OVERWRITE days SELECT id, 3 FROM own"));
        SPARK.sql("INSERT OVERWRITE days PARTITION (day = 3) SELECT id FROM read WHERE id = 0");
        SPARK.sql("INSERT OVERWRITE days PARTITION (day = 3) SELECT id FROM own WHERE id = 2");

        assertThat(SPARK.sql("SELECT day, count(*) FROM days GROUP BY day ORDER BY day")
                        .collectAsList())
                .map(Row::toString)
                .containsExactly("[2,10]", "[3,1]", "[4,10]");
    }

    @Test
    void allowsInsertsThatDoNothing() {
        read(daysTable() + "/day=2").createOrReplaceTempView("read");

        SPARK.sql("INSERT OVERWRITE days PARTITION (day = 2) IF NOT EXISTS SELECT id FROM read");

        assertThat(SPARK.table("days").count()).isEqualTo(30);
    }

    @Test
    void rejectsOverwritingALocationOfAPartitionedTable() {
        String path = daysTable();
        String own = folder.resolve("own").toString();

        assertRejected(() -> overwrite(SPARK.table("days")).save(path));
        assertRejected(() -> overwrite(SPARK.table("days")).save(own));
        assertRejected(() -> overwrite(SPARK.table("days")).save(path + "/day=2"));
        assertThat(SPARK.table("days").count()).isEqualTo(30);
        overwrite(SPARK.table("days")).save(path + "/_copy");
        assertThat(read(path + "/_copy").count()).isEqualTo(30);
    }

    @Test
    void allowsDynamicPartitionOverwrite() {
        String path = daysTable();

        overwrite(read(path).where("day = 2 AND id < 3"))
                .option("partitionOverwriteMode", "dynamic")
                .partitionBy("day")
                .save(path);

        assertThat(read(path).where("day = 2").count()).isEqualTo(1);
        assertThat(read(path).where("day = 3").count()).isEqualTo(10);
    }
}
