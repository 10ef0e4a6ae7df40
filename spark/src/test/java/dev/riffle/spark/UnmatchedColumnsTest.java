package dev.riffle.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the warnings for columns that match no feature of a sample. */
class UnmatchedColumnsTest {

    private final SparkSession spark = LocalSession.spark();

    @TempDir
    Path folder;

    @AfterEach
    void dropView() {
        spark.catalog().dropTempView("unmatched");
    }

    private void write(int files) {
        for (int i = 0; i < files; i++) {
            TestFiles.write(
                    folder.resolve("in/" + i + ".tfrecord"),
                    Example.builder().put("legs", 4).put("name", "cat").build(),
                    Example.builder().put("legs", 6).put("rare", 1).build());
        }
    }

    private Dataset<Row> newer(String schema) {
        return spark.read().format("tfrecord").schema(schema).load(folder + "/in");
    }

    private static List<String> warnings(Dataset<Row> rows) {
        return LoggedWarnings.during(rows::collectAsList);
    }

    @Test
    void namesTheNearestFeature() {
        write(1);

        List<String> warnings = warnings(newer("legs INT, nam STRING, RARE INT"));

        assertThat(warnings)
                .singleElement()
                .asString()
                .contains("column \"nam\" matches no feature in the first 2 records of file:")
                .contains(
                        "0.tfrecord and is null in such records; the nearest feature is \"name\"; correct the schema");
    }

    @Test
    void checksTheContextAndTheExamplesOfLists() {
        spark.sql("SELECT 'tea' AS query, array(named_struct('title', 'green', 'clicks', 3L)) AS examples")
                .write()
                .format("tfrecord")
                .option("recordType", "ExampleListWithContext")
                .save(folder + "/in");

        Dataset<Row> rows = spark.read()
                .format("tfrecord")
                .option("recordType", "ExampleListWithContext")
                .schema("query STRING, quer STRING, docs ARRAY<STRUCT<titel: STRING, clicks: BIGINT>>")
                .load(folder + "/in");

        assertThat(warnings(rows))
                .hasSize(2)
                .anyMatch(line -> line.contains("\"quer\" matches no feature in the first record of file:")
                        && line.contains("the nearest feature is \"query\""))
                .anyMatch(line -> line.contains("\"titel\"") && line.contains("the nearest feature is \"title\""));
    }

    @Test
    void countsExplodedExamples() {
        spark.sql("SELECT array(named_struct('n', 1L), named_struct('n', 2L), named_struct('n', 3L)) AS docs")
                .write()
                .format("tfrecord")
                .option("recordType", "ExampleListWithContext")
                .save(folder + "/in");
        spark.sql("CREATE OR REPLACE TEMPORARY VIEW unmatched (n BIGINT, m BIGINT) USING tfrecord OPTIONS (path '"
                + folder + "/in', recordType 'ExampleListWithContext', explodeExamples 'true')");

        assertThat(warnings(spark.table("unmatched")))
                .singleElement()
                .asString()
                .startsWith("column \"m\" matches no feature in the first 3 Examples of file:" + folder)
                .contains(" and is null in such Examples; the nearest feature is \"n\"");
    }

    @Test
    void warnsOnceForEachColumnOfAQuery() {
        write(5);

        assertThat(warnings(newer("legs INT, lags INT, nam STRING").repartition(3)))
                .hasSize(2)
                .anyMatch(line -> line.contains("\"lags\""))
                .anyMatch(line -> line.contains("\"nam\""));
        spark.sql("CREATE OR REPLACE TEMPORARY VIEW unmatched (legs INT, lags INT) USING tfrecord OPTIONS (path '"
                + folder + "/in')");
        assertThat(warnings(spark.table("unmatched")))
                .singleElement()
                .asString()
                .contains("\"lags\"");
    }

    @Test
    void warnsOnlyOfColumnsThatTheQueryReads() {
        write(1);
        Dataset<Row> rows = newer("legs INT, lags INT, nam STRING");

        assertThat(warnings(rows.select("legs"))).isEmpty();
        assertThat(LoggedWarnings.during(rows::count)).isEmpty();
        assertThat(warnings(rows.where("nam IS NULL").select("legs")))
                .singleElement()
                .asString()
                .contains("\"nam\"");
        assertThat(warnings(rows.where("legs > 100").select("lags")))
                .as("no record passes the filter")
                .singleElement()
                .asString()
                .contains("\"lags\"");
    }

    @Test
    void namesTheSettingForAnotherCase() {
        write(1);

        List<String> warnings =
                LocalSession.with("spark.sql.caseSensitive", true, () -> warnings(newer("Legs INT, name STRING")));

        assertThat(warnings)
                .singleElement()
                .asString()
                .contains("the nearest feature is \"legs\"; set spark.sql.caseSensitive to false to ignore case");
    }

    @Test
    void acceptsFeaturesAfterTheSample() {
        Example[] examples = TestFiles.numbered(1000);
        examples[999] =
                Example.builder().put("late", 1).put("name", Feature.notSet()).build();
        TestFiles.write(folder.resolve("in/a.tfrecord"), examples);

        assertThat(warnings(newer("id INT, late INT"))).isEmpty();
    }

    @Test
    void reportsRecordsWithoutFeatures() {
        TestFiles.write(folder.resolve("in/a.tfrecord"), Example.empty());

        assertThat(warnings(newer("id INT")))
                .singleElement()
                .asString()
                .contains("column \"id\" matches no feature in the first record of")
                .contains("; these records have no features");
    }
}
