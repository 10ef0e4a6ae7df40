package dev.riffle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests programs written for spark-tensorflow-connector and for LinkedIn's spark-tfrecord. */
class MigrationTest {

    private static final SparkSession SPARK = LocalSession.spark();

    @TempDir
    private Path folder;

    @AfterEach
    void dropTable() {
        SPARK.sql("DROP TABLE IF EXISTS moved");
    }

    private String out() {
        return folder.resolve("out").toString();
    }

    private static Dataset<Row> payloads(String name) {
        return SPARK.range(3).selectExpr("CAST(CAST(id AS STRING) AS BINARY) AS " + name);
    }

    private static String texts(Dataset<Row> rows) {
        return rows.selectExpr("CAST(" + rows.columns()[0] + " AS STRING) AS text")
                .sort("text")
                .collectAsList()
                .toString();
    }

    @Test
    void readsAndWritesTheFormatTfrecords() {
        SPARK.range(5).write().format("tfrecords").save(out());
        SPARK.range(5).write().format("TFRecords").mode(SaveMode.Append).save(out());

        assertThat(SPARK.read()
                        .format("tfrecords")
                        .load(out())
                        .selectExpr("sum(id)")
                        .head())
                .hasToString("[20]");
        assertThat(SPARK.read().format("tfrecord").load(out()).count()).isEqualTo(10);
        assertThat(SPARK.sql("SELECT sum(id) FROM tfrecords.`" + out() + "`").head())
                .hasToString("[20]");
        assertThat(TestFiles.records(folder)).allMatch(file -> file.toString().endsWith(".tfrecord"));
    }

    @Test
    void createsTablesOfTheFormatTfrecords() {
        SPARK.sql("CREATE TABLE moved USING tfrecords AS SELECT id FROM range(5)");
        SPARK.sql("INSERT INTO moved VALUES (10)");
        SPARK.range(3).write().format("tfrecord").mode(SaveMode.Append).saveAsTable("moved");

        assertThat(SPARK.sql("SELECT count(*), sum(id) FROM moved").head()).hasToString("[9,23]");
        assertThat(SPARK.sql("SHOW CREATE TABLE moved").head().getString(0)).contains("USING tfrecords");
    }

    @Test
    void rejectsUnsupportedColumnsOfTheFormatTfrecords() {
        SPARK.range(5).write().format("tfrecords").save(out());

        assertThatThrownBy(() -> SPARK.range(5)
                        .selectExpr("map(id, id) AS m")
                        .write()
                        .format("tfrecords")
                        .mode(SaveMode.Overwrite)
                        .save(out()))
                .hasMessageContaining("column \"m\" is of type map<bigint,bigint>, which an Example cannot hold");
        assertThat(SPARK.read().format("tfrecords").load(out()).count()).isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource({"ByteArray, byteArray", "BYTEARRAY, byteArray", "Bytes, payload"})
    void infersTheColumnOfTheRecordType(String recordType, String column) {
        payloads(column)
                .write()
                .format("tfrecord")
                .option("recordType", recordType)
                .save(out());

        Dataset<Row> read =
                SPARK.read().format("tfrecord").option("recordType", recordType).load(out());

        assertThat(read.columns()).containsExactly(column);
        assertThat(texts(read.where(column + " IS NOT NULL"))).isEqualTo("[[0], [1], [2]]");
        SPARK.sql(
                "CREATE TABLE moved USING tfrecord OPTIONS (recordType '" + recordType + "') LOCATION '" + out() + "'");
        assertThat(texts(SPARK.table("moved"))).isEqualTo("[[0], [1], [2]]");
        assertThat(SPARK.table("moved").columns()).containsExactly(column);
    }

    @ParameterizedTest
    @ValueSource(strings = {"byteArray", "payload"})
    void acceptsBothColumnNamesForByteArray(String column) {
        payloads(column)
                .write()
                .format("tfrecord")
                .option("recordType", "ByteArray")
                .save(out());

        for (String name : new String[] {"byteArray", "payload"}) {
            assertThat(texts(SPARK.read()
                            .format("tfrecord")
                            .option("recordType", "ByteArray")
                            .schema(name + " BINARY")
                            .load(out())))
                    .isEqualTo("[[0], [1], [2]]");
        }
    }

    @Test
    void namesTheColumnThatARecordOfBytesNeeds() {
        assertThatThrownBy(() -> payloads("record")
                        .write()
                        .format("tfrecord")
                        .option("recordType", "ByteArray")
                        .save(out()))
                .hasMessageContainingAll("column \"record\"", "write one binary column named \"byteArray\"");
        assertThatThrownBy(() -> payloads("payload")
                        .selectExpr("payload", "payload AS byteArray")
                        .write()
                        .format("tfrecord")
                        .option("recordType", "ByteArray")
                        .save(out()))
                .hasMessageContaining(
                        "expected one binary column named \"byteArray\" for records of type bytes, found 2");
    }
}
