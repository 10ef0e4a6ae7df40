package dev.riffle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that statements create no table or view with columns or options that record files cannot have. */
class CreateCheckTest {

    private static final SparkSession SPARK = LocalSession.spark();

    @TempDir
    private Path folder;

    @AfterEach
    void dropTables() {
        for (Row table : SPARK.sql("SHOW TABLES").collectAsList()) {
            SPARK.sql("DROP " + (table.getBoolean(2) ? "VIEW " : "TABLE ") + table.getString(1));
        }
    }

    private static boolean exists(String table) {
        return SPARK.catalog().tableExists(table);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "m MAP<STRING, INT> | USING tfrecord | column \"m\" is of type map<string,int>, which an Example cannot",
                "id INT, s STRUCT<a: INT> | USING tfrecords | column \"s\" is of type struct<a:int>",
                "w ARRAY<ARRAY<INT>> | USING tfrecord | set recordType SequenceExample",
                "w ARRAY<ARRAY<INT>> | USING ofrecord | which an OFRecord cannot hold",
                "i INTERVAL DAY | USING dev.riffle.spark.TfRecordFormat | cast it to a number or a string",
                "id INT | USING tfrecord OPTIONS (recordType 'Bytes') | write one binary column named \"payload\"",
                "_corrupt_record INT | USING tfrecord | _corrupt_record, must be a string, found INT",
                "id INT | USING tfrecord OPTIONS (mode 'loose') | option mode: expected PERMISSIVE",
                "id INT | USING tfrecord OPTIONS (compresion 'gzip') | unknown option compresion; the nearest",
                "m MAP<STRING, INT>, p INT | USING tfrecord PARTITIONED BY (p) | column \"m\" is of type map<string,int>"
            })
    void rejectsTablesThatFilesCannotHold(String columns, String provider, String message) {
        assertThatThrownBy(() -> SPARK.sql("CREATE TABLE wrong (" + columns + ") " + provider))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
        assertThat(exists("wrong")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(w ARRAY<ARRAY<INT>>) USING tfrecord OPTIONS (recordType 'SequenceExample')",
                "(byteArray BINARY) USING tfrecord OPTIONS (recordType 'ByteArray')",
                "(id INT, c CHAR(3), v VARCHAR(9), d DECIMAL(9, 2), _corrupt_record STRING) USING ofrecord",
                "(id INT, bad STRING) USING tfrecord OPTIONS (columnNameOfCorruptRecord 'bad', mode 'PERMISSIVE')",
                "(id INT, p DATE, q BOOLEAN) USING tfrecord PARTITIONED BY (p, q)",
                "(m MAP<STRING, INT>, s STRUCT<a: INT>) USING parquet"
            })
    void acceptsOtherTables(String rest) {
        SPARK.sql("CREATE TABLE right " + rest);

        assertThat(SPARK.table("right").collectAsList()).isEmpty();
    }

    @Test
    void acceptsATableThatExists() {
        SPARK.sql("CREATE TABLE there (id INT) USING tfrecord");

        SPARK.sql("CREATE TABLE IF NOT EXISTS there (m MAP<INT, INT>) USING tfrecord");

        assertThat(SPARK.table("there").columns()).containsExactly("id");
    }

    @Test
    void rejectsTablesOfTheCatalog() {
        assertThatThrownBy(() -> SPARK.catalog()
                        .createTable("wrong", "tfrecord", StructType.fromDDL("m MAP<INT, INT>"), Map.of()))
                .hasMessageContaining("column \"m\" is of type map<int,int>, which an Example cannot hold");
        assertThat(exists("wrong")).isFalse();
    }

    @Test
    void rejectsTablesLikeOthers() {
        SPARK.sql("CREATE TABLE maps (m MAP<INT, INT>) USING parquet");
        SPARK.sql("CREATE TABLE ids (id INT) USING parquet OPTIONS (compression 'gzip')");
        SPARK.sql("CREATE TEMPORARY VIEW seen AS SELECT map(1, 2) AS m");

        for (String source : new String[] {"maps", "seen"}) {
            assertThatThrownBy(() -> SPARK.sql("CREATE TABLE wrong LIKE " + source + " USING tfrecord"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("column \"m\" is of type map<int,int>, which an Example cannot hold");
        }
        assertThat(exists("wrong")).isFalse();
        SPARK.sql("CREATE TABLE right LIKE ids USING tfrecord");
        SPARK.sql("CREATE TABLE IF NOT EXISTS right LIKE maps USING tfrecord");
        SPARK.sql("CREATE TABLE copy LIKE right");
        SPARK.sql("CREATE TABLE others LIKE maps");
        SPARK.sql("INSERT INTO copy VALUES (7)");
        assertThat(SPARK.table("copy").head()).hasToString("[7]");
    }

    @Test
    void rejectsViewsOfFiles() {
        assertThatThrownBy(() -> SPARK.sql(
                        "CREATE TEMPORARY VIEW wrong (m MAP<INT, INT>) USING tfrecord OPTIONS (path '" + folder + "')"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("column \"m\" is of type map<int,int>, which an Example cannot hold");
        assertThat(exists("wrong")).isFalse();
        SPARK.sql("CREATE TEMPORARY VIEW right (id INT) USING tfrecord OPTIONS (path '" + folder + "')");
        assertThat(SPARK.table("right").count()).isZero();
    }
}
