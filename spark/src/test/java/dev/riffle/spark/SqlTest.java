package dev.riffle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests SQL statements that read and write record files. */
class SqlTest {

    private final SparkSession spark = LocalSession.spark();

    @TempDir
    Path folder;

    @AfterEach
    void dropTables() {
        for (Row table : spark.sql("SHOW TABLES").collectAsList()) {
            spark.sql("DROP " + (table.getBoolean(2) ? "VIEW " : "TABLE ") + table.getString(1));
        }
    }

    private String written(int count) {
        return TestFiles.write(folder.resolve("in/a.tfrecord"), TestFiles.numbered(count));
    }

    @Test
    void selectsFromAPath() {
        String path = written(1000);

        assertThat(spark.sql("SELECT sum(id), count(*), max(name) FROM tfrecord.`" + path + "` WHERE id >= 10")
                        .head())
                .hasToString("[499455,990,n999]");
        assertThat(spark.sql("SELECT count(*) FROM TFRecord.`" + folder + "/in/*`")
                        .head())
                .hasToString("[1000]");
    }

    @Test
    void selectsFromOfRecordFiles() {
        String path = folder.resolve("out").toString();
        spark.range(10).write().format("ofrecord").save(path);

        assertThat(spark.sql("SELECT sum(id) FROM ofrecord.`" + path + "`").head())
                .hasToString("[45]");
    }

    @Test
    void filtersInSqlAsInDataFrames() {
        String path = written(100);
        String where = "id % 2 = 0 AND name <> 'n4' AND id BETWEEN 3 AND 9";

        assertThat(spark.sql("SELECT id FROM tfrecord.`" + path + "` WHERE " + where + " ORDER BY id")
                        .collectAsList())
                .isEqualTo(spark.read()
                        .format("tfrecord")
                        .load(path)
                        .where(where)
                        .select("id")
                        .sort("id")
                        .collectAsList())
                .hasToString("[[6], [8]]");
    }

    @Test
    void createsATableOfExistingFiles() {
        written(10);
        spark.sql("CREATE TABLE there USING tfrecord LOCATION '" + folder.resolve("in") + "'");

        assertThat(spark.table("there").schema().simpleString()).isEqualTo("struct<id:bigint,name:string>");
        assertThat(spark.sql("SELECT count(*), sum(id) FROM there").head()).hasToString("[10,45]");
    }

    @Test
    void createsTablesOfQueriesAndInsertsIntoThem() {
        spark.sql(
                "CREATE TABLE made USING tfrecord OPTIONS (compression 'gzip') AS SELECT id, id % 2 AS odd FROM range(10)");
        spark.sql("INSERT INTO made VALUES (10, 0), (11, 1)");

        assertThat(spark.sql("SELECT count(*), sum(id), sum(odd) FROM made").head())
                .hasToString("[12,66,6]");
        assertThat(spark.table("made").inputFiles()).allMatch(file -> file.endsWith(".tfrecord.gz"));
    }

    @Test
    void overwritesOnePartition() {
        spark.sql("CREATE TABLE parts (id BIGINT, odd BIGINT) USING tfrecord PARTITIONED BY (odd)");
        spark.sql("INSERT INTO parts SELECT id, id % 2 FROM range(10)");
        spark.sql("INSERT OVERWRITE parts PARTITION (odd = 1) SELECT id FROM range(3)");

        assertThat(spark.sql("SELECT odd, sum(id), count(*) FROM parts GROUP BY odd ORDER BY odd")
                        .collectAsList())
                .hasToString("[[0,20,5], [1,3,3]]");
    }

    @Test
    void savesDataFramesAsTables() {
        spark.range(5).write().format("ofrecord").saveAsTable("saved");
        spark.range(5).write().insertInto("saved");

        assertThat(spark.table("saved").count()).isEqualTo(10);
    }

    @Test
    void insertsIntoAView() {
        spark.read()
                .format("tfrecord")
                .load(folder.resolve(written(3)).getParent().toString())
                .createOrReplaceTempView("seen");
        spark.sql("INSERT INTO seen VALUES (77, 'new')");

        assertThat(spark.read()
                        .format("tfrecord")
                        .load(folder + "/in")
                        .selectExpr("sum(id)")
                        .head())
                .hasToString("[80]");
    }

    @Test
    void reportsFiles() {
        String path = written(3);

        assertThat(spark.sql("SELECT DISTINCT _metadata.file_name FROM tfrecord.`" + path + "`")
                        .collectAsList())
                .hasToString("[[a.tfrecord]]");
        Dataset<Row> names = spark.read()
                .format("tfrecord")
                .load(path)
                .selectExpr("input_file_name()")
                .distinct();
        assertThat(names.collectAsList()).singleElement().asString().endsWith("/in/a.tfrecord]");
    }

    @Test
    void joinsAndExplains() {
        String path = written(100);
        Dataset<Row> joined = spark.sql(
                "SELECT count(*) FROM tfrecord.`" + path + "` a JOIN tfrecord.`" + path + "` b ON a.id = b.id + 50");

        assertThat(joined.head()).hasToString("[50]");
        assertThat(spark.sql("EXPLAIN FORMATTED SELECT id FROM tfrecord.`" + path + "` WHERE id > 3")
                        .head()
                        .getString(0))
                .contains("tfrecord", "Batched: true");
    }

    @Test
    void reportsTheInvalidOption() {
        String path = written(3);

        assertThatThrownBy(() ->
                        spark.read().format("tfrecord").option("mode", "LOOSE").load(path))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("mode", "LOOSE", "PERMISSIVE");
    }
}
