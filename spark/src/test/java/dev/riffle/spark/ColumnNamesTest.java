package dev.riffle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.SequenceExample;
import dev.riffle.spark.internal.metric.DecodedFeaturesMetric;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests columns whose names differ from the names of features only in case. */
class ColumnNamesTest {

    private static final String CASE_SENSITIVE = "spark.sql.caseSensitive";

    private final SparkSession spark = LocalSession.spark();

    @TempDir
    Path folder;

    @AfterEach
    void dropView() {
        spark.catalog().dropTempView("spelled");
    }

    private String path() {
        return folder.resolve("in").toString();
    }

    private Dataset<Row> newer(String schema) {
        return spark.read().format("tfrecord").schema(schema).load(path());
    }

    private Dataset<Row> older(String schema) {
        spark.sql("CREATE OR REPLACE TEMPORARY VIEW spelled (" + schema + ") USING tfrecord OPTIONS (path '" + path()
                + "')");
        return spark.table("spelled");
    }

    private void write(Example... examples) {
        TestFiles.write(folder.resolve("in/a.tfrecord"), examples);
    }

    private static Example legs(String name, int value) {
        return Example.builder().put(name, value).put("x", 2 * value).build();
    }

    @Test
    void matchesFeaturesOfAnyCase() {
        write(legs("LEGS", 1), legs("legs", 2), legs("Legs", 3), legs("arms", 4));

        for (Dataset<Row> rows : List.of(newer("lEGS INT, X BIGINT"), older("lEGS INT, X BIGINT"))) {
            assertThat(rows.collectAsList()).hasToString("[[1,2], [2,4], [3,6], [null,8]]");
            assertThat(rows.where("legs > 1").select("x").collectAsList()).hasToString("[[4], [6]]");
            assertThat(rows.where("legs IS NULL").collectAsList()).hasToString("[[null,8]]");
        }
        assertThat(Plans.metric(newer("lEGS INT, X BIGINT").select("legs"), DecodedFeaturesMetric.NAME))
                .isEqualTo(3);
    }

    @Test
    void matchesOnlyTheExactNameInACaseSensitiveSession() {
        write(legs("LEGS", 1), legs("legs", 2));

        List<Row> rows =
                LocalSession.with(CASE_SENSITIVE, true, () -> newer("legs INT").collectAsList());
        List<Row> both = LocalSession.with(
                CASE_SENSITIVE, true, () -> newer("legs INT, LEGS INT").collectAsList());
        List<Row> olderRows =
                LocalSession.with(CASE_SENSITIVE, true, () -> older("legs INT").collectAsList());

        assertThat(rows).hasToString("[[null], [2]]").isEqualTo(olderRows);
        assertThat(both).hasToString("[[null,1], [2,null]]");
    }

    @Test
    void rejectsARecordWithTwoSpellings() {
        write(
                legs("legs", 1),
                Example.builder().put("legs", 2).put("LEGS", 3).put("x", 4).build());

        assertThatThrownBy(() -> newer("legs INT").collectAsList())
                .hasStackTraceContaining("a.tfrecord: record 1 at offset ")
                .hasStackTraceContaining("column \"legs\": expected one spelling of the name, found \"LEGS\" and"
                        + " \"legs\"; set spark.sql.caseSensitive to true");
        assertThat(newer("legs INT, x INT").select("x").collectAsList())
                .as("the query does not read the column")
                .hasToString("[[2], [4]]");
        assertThat(spark.read()
                        .format("tfrecord")
                        .schema("legs INT, x INT")
                        .option("mode", "PERMISSIVE")
                        .load(path())
                        .collectAsList())
                .hasToString("[[1,2], [null,null]]");
    }

    @Test
    void findsTheCaseOfInferredColumns() {
        write(legs("LEGS", 1), legs("legs", 2));

        assertThatThrownBy(() -> spark.read().format("tfrecord").load(path()))
                .hasMessageContaining("the names of columns differ only in case:")
                .hasMessageContaining("set spark.sql.caseSensitive to true");
    }

    @Test
    void matchesFeatureListsOfAnyCase() {
        byte[] record = SequenceExample.builder()
                .context(Example.builder().put("ID", 7).build())
                .put("Words", Feature.of("a", "b"), Feature.of("c"))
                .build()
                .toByteArray();
        TestFiles.write(folder.resolve("in/a.tfrecord"), RecordWriterOptions.defaults(), record);

        assertThat(spark.read()
                        .format("tfrecord")
                        .schema("id INT, words ARRAY<ARRAY<STRING>>")
                        .option("recordType", "SequenceExample")
                        .load(path())
                        .selectExpr("id", "flatten(words)")
                        .collectAsList())
                .hasToString("[[7,ArraySeq(a, b, c)]]");
    }
}
