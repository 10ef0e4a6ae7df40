package dev.riffle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.example.Example;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests schemas that the user passes, and files without a common schema. */
class GivenSchemaTest {

    private final SparkSession spark = LocalSession.spark();

    @TempDir
    Path folder;

    private Dataset<Row> read(String schema, Example... examples) {
        return spark.read()
                .format("tfrecord")
                .schema(schema)
                .load(TestFiles.write(folder.resolve("in/a.tfrecord"), examples));
    }

    @Test
    void returnsNullForMissingFeatures() {
        Dataset<Row> read = read(
                "id BIGINT, other STRING, list ARRAY<FLOAT>",
                Example.builder().put("id", 1).build(),
                Example.builder().put("list", new float[0]).build(),
                Example.empty());

        assertThat(read.collectAsList()).hasToString("[[1,null,null], [null,null,ArraySeq()], [null,null,null]]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x MAP<STRING, INT>    | x",
                "x STRUCT<a: INT>      | x",
                "x ARRAY<ARRAY<INT>>   | SequenceExample",
                "x INTERVAL DAY        | x"
            })
    void rejectsColumnsThatFilesCannotHave(String schema, String reported) {
        assertThatThrownBy(() -> read(schema, Example.empty()).collectAsList()).hasMessageContaining(reported);
        assertThatThrownBy(() -> {
                    spark.sql("DROP TABLE IF EXISTS rejected");
                    spark.sql("CREATE TABLE rejected (" + schema + ") USING tfrecord LOCATION '" + folder + "/in'");
                    spark.table("rejected").collectAsList();
                })
                .hasMessageContaining(reported);
    }

    @Test
    void reportsTheRecordThatDoesNotFit() {
        assertThatThrownBy(() -> read(
                                "id BIGINT", Example.builder().put("id", 1.5f).build())
                        .collectAsList())
                .hasStackTraceContaining("a.tfrecord")
                .hasStackTraceContaining("record 0")
                .hasStackTraceContaining("id");
        Path other = folder.resolve("in/b.tfrecord");
        TestFiles.write(other, Example.builder().put("id", 1, 2).build());
        assertThatThrownBy(() -> spark.read()
                        .format("tfrecord")
                        .schema("id BIGINT")
                        .load(other.toString())
                        .collectAsList())
                .hasStackTraceContaining("b.tfrecord")
                .hasStackTraceContaining("id");
    }

    @Test
    void reportsFilesThatDisagree() {
        TestFiles.write(
                folder.resolve("in/a.tfrecord"), Example.builder().put("id", 1).build());
        TestFiles.write(
                folder.resolve("in/b.tfrecord"),
                Example.builder().put("id", "one").build());

        assertThatThrownBy(() -> spark.read().format("tfrecord").load(folder + "/in"))
                .hasMessageContainingAll("id", "a.tfrecord", "b.tfrecord", "int64", "bytes");
        assertThatThrownBy(() -> spark.sql("SELECT * FROM tfrecord.`" + folder + "/in`"))
                .hasStackTraceContaining("a.tfrecord")
                .hasStackTraceContaining("b.tfrecord");
    }

    @Test
    void checksTheRangesOfNarrowTypes() {
        assertThatThrownBy(() -> read(
                                "id TINYINT", Example.builder().put("id", 128).build())
                        .collectAsList())
                .hasStackTraceContaining("128");
        Path other = folder.resolve("in/b.tfrecord");
        TestFiles.write(other, Example.builder().put("flag", 2).build());
        assertThatThrownBy(() -> spark.read()
                        .format("tfrecord")
                        .schema("flag BOOLEAN")
                        .load(other.toString())
                        .collectAsList())
                .hasStackTraceContaining("flag");
    }

    @Test
    void ignoresOptionsThatAreNull() {
        String path = TestFiles.write(folder.resolve("nulls/a.tfrecord"), TestFiles.numbered(3));
        String nothing = null;

        for (String name : List.of("foo", "mode", "compression", "ignoreCorruptFiles", "fs.away")) {
            Dataset<Row> read =
                    spark.read().format("tfrecord").option(name, nothing).load(path);
            assertThat(read.where("id > 0").collectAsList()).as(name).hasSize(2);

            String out = folder.resolve("out-" + name).toString();
            read.write().format("tfrecord").option(name, nothing).save(out);
            assertThat(spark.read().format("tfrecord").load(out).count())
                    .as(name)
                    .isEqualTo(3);
        }
    }
}
