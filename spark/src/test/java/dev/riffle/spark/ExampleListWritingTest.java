package dev.riffle.spark;

import static dev.riffle.example.internal.ForeignMessages.field;
import static dev.riffle.example.internal.ForeignMessages.join;
import static dev.riffle.spark.ExampleLists.reader;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordReader;
import dev.riffle.example.Example;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that rows with an array of structs become records of the type ExampleListWithContext. */
class ExampleListWritingTest {

    private final SparkSession spark = LocalSession.spark();

    @TempDir
    Path folder;

    private String path() {
        return folder.resolve("out").toString();
    }

    private static DataFrameWriter<Row> writer(Dataset<Row> rows) {
        return rows.write().format("tfrecord").option("recordType", "ExampleListWithContext");
    }

    /** Returns rows of queries and of the JSON text of their documents. */
    private Dataset<Row> rows(String struct, String values) {
        return spark.sql("SELECT query, from_json(json, 'ARRAY<STRUCT<" + struct + ">>') AS docs FROM VALUES " + values
                + " AS texts(query, json)");
    }

    private List<byte[]> payloads() throws IOException {
        List<byte[]> payloads = new ArrayList<>();
        for (Path file : TestFiles.records(folder.resolve("out"))) {
            try (RecordReader reader = RecordReader.open(file)) {
                while (reader.next()) {
                    payloads.add(reader.payloadBytes());
                }
            }
        }
        return payloads;
    }

    @Test
    void writesTheExamplesBeforeTheContext() throws IOException {
        writer(rows(
                                "n BIGINT, m STRING",
                                "('a', '[{\"n\": 2, \"m\": \"x\"}, {\"m\": \"y\"}, {}]'),"
                                        + " (NULL, '[{\"n\": 5, \"m\": \"z\"}]'), ('b', '[]'), ('c', NULL)")
                        .coalesce(1))
                .save(path());

        assertThat(payloads())
                .containsExactly(
                        join(
                                field(
                                        1,
                                        Example.builder()
                                                .put("m", "x")
                                                .put("n", 2L)
                                                .build()
                                                .toByteArray()),
                                field(1, Example.builder().put("m", "y").build().toByteArray()),
                                field(1, new byte[0]),
                                field(
                                        2,
                                        Example.builder()
                                                .put("query", "a")
                                                .build()
                                                .toByteArray())),
                        field(
                                1,
                                Example.builder()
                                        .put("m", "z")
                                        .put("n", 5L)
                                        .build()
                                        .toByteArray()),
                        field(2, Example.builder().put("query", "b").build().toByteArray()),
                        field(2, Example.builder().put("query", "c").build().toByteArray()));
    }

    @Test
    void readsBackTheRowsThatItWrote() {
        Dataset<Row> rows = spark.sql("SELECT concat('q', id) AS query, id % 3 AS day,"
                + " transform(sequence(1, id % 4), k -> named_struct('rank', k, 'score', CAST(k / 2 AS FLOAT),"
                + " 'words', array('w', concat('w', k)))) AS docs FROM range(2000)");
        writer(rows).partitionBy("day").option("compression", "gzip").save(path());

        Dataset<Row> read = reader().load(path());

        assertThat(read.schema().toDDL())
                .isEqualTo("query STRING,docs ARRAY<STRUCT<rank: BIGINT, score: FLOAT, words: ARRAY<STRING>>>,"
                        + "day INT");
        assertThat(read.selectExpr("query", "CAST(day AS BIGINT)", "docs")
                        .orderBy("query")
                        .collectAsList())
                .isEqualTo(rows.orderBy("query").collectAsList());
    }

    @Test
    void writesExplodedRowsAgainAfterTheyAreGrouped() {
        writer(rows("n BIGINT", "('a', '[{\"n\": 1}, {\"n\": 2}]'), ('b', '[{\"n\": 3}]')"))
                .save(path());

        Dataset<Row> exploded = reader().option("explodeExamples", true).load(path());
        writer(exploded.groupBy("query").agg(org.apache.spark.sql.functions.expr("collect_list(struct(n)) AS docs")))
                .save(path() + "/again");

        assertThat(reader().load(path() + "/again").orderBy("query").collectAsList())
                .hasToString("[[a,ArraySeq([1], [2])], [b,ArraySeq([3])]]");
    }

    @Test
    void writesTablesOfTheCatalog() {
        spark.sql("DROP TABLE IF EXISTS ranked");
        spark.sql("CREATE TABLE ranked (query STRING, docs ARRAY<STRUCT<n: INT>>) USING tfrecord"
                + " OPTIONS (recordType 'ExampleListWithContext') LOCATION '" + path() + "'");
        spark.sql("INSERT INTO ranked VALUES ('a', array(struct(1), struct(2)))");

        assertThat(spark.table("ranked").collectAsList()).hasToString("[[a,ArraySeq([1], [2])]]");
        assertThat(reader().load(path()).collectAsList()).hasToString("[[a,ArraySeq([1], [2])]]");
    }

    @Test
    void flattensStructsOfBothParts() {
        Dataset<Row> rows = spark.sql("SELECT struct(1L AS a) AS c, array(struct(struct(2L AS b) AS d)) AS docs");

        writer(rows).option("flattenStructs", true).save(path());

        assertThat(reader().load(path()).schema().toDDL()).isEqualTo("`c.a` BIGINT,docs ARRAY<STRUCT<`d.b`: BIGINT>>");
    }

    @Test
    void rejectsColumnsThatListsCannotHold() {
        writer(rows("n BIGINT", "('a', '[{\"n\": 1}]')")).save(path());

        for (List<String> wrong : List.of(
                List.of(
                        "SELECT 'a' AS query, 1 AS n",
                        "expected a column with an array of structs, for the examples of an ExampleListWithContext,"
                                + " found [query, n]; group the rows of each list and select collect_list(struct(...))"),
                List.of(
                        "SELECT array(struct(1 AS n)) AS a, array(struct(1 AS n)) AS b",
                        "expected one column with an array of structs, for the examples, found [\"a\", \"b\"]"),
                List.of(
                        "SELECT array(struct(map(1, 2) AS m)) AS docs",
                        "column \"m\" is of type map<int,int>, which an ExampleListWithContext cannot hold"),
                List.of(
                        "SELECT array(struct(array(struct(1 AS n)) AS inner)) AS docs",
                        "column \"inner\" is of type array<struct<n:int>>"),
                List.of("SELECT array(struct(1 AS n, 2 AS N)) AS docs", "two columns are named \"n\" and \"N\""))) {
            assertThatThrownBy(() ->
                            writer(spark.sql(wrong.get(0))).mode("overwrite").save(path()))
                    .hasMessageContaining(wrong.get(1));
        }
        assertThatThrownBy(() -> writer(rows("n BIGINT", "('a', '[{\"n\": 1}]')"))
                        .option("explodeExamples", true)
                        .mode("overwrite")
                        .save(path()))
                .hasMessageContaining("option explodeExamples: expected false for writing, found true;"
                        + " to write one record for each list, group the rows and select collect_list(struct(...))");
        assertThat(reader().load(path()).count())
                .as("no query has deleted the files")
                .isEqualTo(1);
    }

    @Test
    void reportsTheElementOfAValueThatAnExampleCannotHold() {
        assertThatThrownBy(() -> writer(rows("n DOUBLE", "('a', '[{\"n\": 1}, {\"n\": 1e300}]')"))
                        .save(path()))
                .hasStackTraceContaining("column \"docs\", element 1: column \"n\": 1.0E300 is beyond");
        assertThatThrownBy(() -> writer(rows("n DOUBLE", "('a', '[{\"n\": 1}, null]')"))
                        .mode("overwrite")
                        .save(path()))
                .hasStackTraceContaining("column \"docs\", element 1: found null, which is not an Example");
    }
}
