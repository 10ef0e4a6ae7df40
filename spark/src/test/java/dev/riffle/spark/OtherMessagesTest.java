package dev.riffle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordFormat;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.SequenceExample;
import dev.riffle.example.internal.ForeignMessages;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that messages of another type, and payloads that are not messages, are bad records and not rows of nulls. */
class OtherMessagesTest {

    private static final String SCHEMA = "relevance BIGINT, document_tokens STRING";

    private static final String WITH_REASON = SCHEMA + ", _corrupt_record STRING";

    private final SparkSession spark = LocalSession.spark();

    @TempDir
    Path folder;

    private String file(byte[]... payloads) {
        return TestFiles.write(
                folder.resolve("in/other.tfrecord"),
                RecordWriterOptions.defaults().overwrite(),
                payloads);
    }

    /** Returns the rows from both of Spark's interfaces. */
    private List<Dataset<Row>> read(String type, String mode, String schema, String path) {
        spark.sql("DROP TABLE IF EXISTS other");
        spark.sql("CREATE TABLE other (" + schema + ") USING tfrecord OPTIONS (mode '" + mode + "', recordType '" + type
                + "') LOCATION '" + path + "'");
        return List.of(
                spark.read()
                        .format("tfrecord")
                        .option("recordType", type)
                        .option("mode", mode)
                        .schema(schema)
                        .load(path),
                spark.table("other"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Example", "SequenceExample"})
    void reportsPlaceKindAndRemedy(String type) {
        String path = file(ForeignMessages.exampleListWithContext(1), ForeignMessages.exampleListWithContext(2));

        for (Dataset<Row> read : read(type, "FAILFAST", SCHEMA, path)) {
            assertThatThrownBy(read::collectAsList)
                    .hasStackTraceContaining("other.tfrecord: record 0 at offset 0: expected ")
                    .hasStackTraceContaining(
                            "found an ExampleListWithContext; option recordType ExampleListWithContext reads such records");
            assertThatThrownBy(() -> read.where("relevance IS NULL").collectAsList())
                    .hasStackTraceContaining("found an ExampleListWithContext");
            assertThat(read.count()).as("a read without columns").isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Example", "SequenceExample"})
    void treatsThemAsBadRecordsInTheOtherModes(String type) {
        byte[][] payloads = {
            ForeignMessages.exampleListWithContext(1),
            ForeignMessages.exampleList(2),
            ForeignMessages.sam(3),
            ForeignMessages.variant(4),
            ForeignMessages.position(5),
            "raw text".getBytes(StandardCharsets.UTF_8)
        };
        String path = file(payloads);

        for (Dataset<Row> read : read(type, "PERMISSIVE", WITH_REASON, path)) {
            List<Row> rows = read.collectAsList();
            assertThat(rows).hasSize(payloads.length).allMatch(row -> row.isNullAt(0) && row.isNullAt(1));
            assertThat(rows).extracting(row -> row.getString(2)).doesNotContainNull();
            assertThat(rows.get(0).getString(2)).contains("record 0 at offset 0", "an ExampleListWithContext");
            assertThat(rows.get(3).getString(2)).contains("record 3", "a protobuf message of another type");
            assertThat(rows.get(5).getString(2)).contains("record 5", "the payload looks like text");
        }
        for (Dataset<Row> read : read(type, "DROPMALFORMED", SCHEMA, path)) {
            assertThat(read.collectAsList()).isEmpty();
            assertThat(read.count()).isZero();
            assertThat(read.where("relevance IS NULL").count()).isZero();
        }
    }

    @Test
    void findsThemAmongExamples() {
        Example good = Example.builder().put("relevance", 1L).build();
        String path = file(
                good.toByteArray(),
                ForeignMessages.exampleListWithContext(1),
                good.toByteArray(),
                ForeignMessages.variant(2),
                good.toByteArray());

        for (Dataset<Row> read : read("Example", "DROPMALFORMED", SCHEMA, path)) {
            assertThat(read.collectAsList()).hasSize(3).allMatch(row -> row.getLong(0) == 1);
            assertThat(read.select("document_tokens").collectAsList()).hasSize(3);
            assertThat(read.where("document_tokens IS NULL").collectAsList()).hasSize(3);
        }
        for (Dataset<Row> read : read("Example", "PERMISSIVE", WITH_REASON, path)) {
            assertThat(read.select("_corrupt_record").collectAsList())
                    .extracting(row -> row.isNullAt(0))
                    .containsExactly(true, false, true, false, true);
            assertThat(read.where("document_tokens IS NULL").collectAsList()).hasSize(5);
        }
        for (Dataset<Row> read : read("Example", "PERMISSIVE", "_corrupt_record STRING", path)) {
            assertThat(read.collectAsList())
                    .as("a schema without columns of values")
                    .extracting(row -> row.isNullAt(0))
                    .containsExactly(true, false, true, false, true);
        }
        for (Dataset<Row> read : read("Example", "FAILFAST", SCHEMA, path)) {
            assertThatThrownBy(() -> read.select("document_tokens").collectAsList())
                    .hasStackTraceContaining("record 1 at offset ");
        }
    }

    @Test
    void acceptsExamplesWithoutTheSelectedFeatures() {
        byte[][] payloads = {
            {},
            {0x0a, 0},
            Example.builder().put("other", 1L).build().toByteArray(),
            Example.builder().put("relevance", Feature.notSet()).build().toByteArray(),
            Example.builder().put("other", new long[0]).build().toByteArray()
        };

        String path = file(payloads);
        for (String type : List.of("Example", "SequenceExample")) {
            for (Dataset<Row> read : read(type, "FAILFAST", SCHEMA, path)) {
                assertThat(read.collectAsList())
                        .hasSize(payloads.length)
                        .allMatch(row -> row.isNullAt(0) && row.isNullAt(1));
            }
        }
    }

    @Test
    void readsOnlyTheContextOfSequenceExamples() {
        SequenceExample talk = SequenceExample.builder()
                .context(Example.builder().put("other", 1L).build())
                .put("steps", Feature.of(1L))
                .build();
        SequenceExample lists =
                SequenceExample.builder().put("steps", Feature.of(1L)).build();

        for (Dataset<Row> read : read("Example", "FAILFAST", SCHEMA, file(talk.toByteArray()))) {
            assertThat(read.collectAsList()).hasToString("[[null,null]]");
        }
        for (Dataset<Row> read : read("Example", "FAILFAST", SCHEMA, file(lists.toByteArray()))) {
            assertThatThrownBy(read::collectAsList)
                    .hasStackTraceContaining("expected an Example, found a SequenceExample; option recordType"
                            + " SequenceExample reads such records");
        }
    }

    @Test
    void findsExamplesInOfRecordFiles() {
        Example example = Example.builder().put("relevance", 1L).build();
        String path = TestFiles.write(
                folder.resolve("in/other.ofrecord"),
                RecordWriterOptions.defaults().format(RecordFormat.OFRECORD),
                example.toByteArray(Dialect.ONEFLOW),
                example.toByteArray());

        assertThatThrownBy(() -> spark.read()
                        .format("ofrecord")
                        .schema(SCHEMA)
                        .load(path)
                        .collectAsList())
                .hasStackTraceContaining("record 1 at offset ")
                .hasStackTraceContaining("expected an OFRecord, found an Example; option recordType Bytes");
    }

    @Test
    void acceptsWideRecordsWithFewOfTheColumns() {
        Example[] examples = new Example[10_000];
        Arrays.setAll(
                examples,
                i -> i % 1000 == 0
                        ? Example.builder().put("relevance", i).build()
                        : Example.builder().put("a", i).put("b", "text").build());
        String path = TestFiles.write(folder.resolve("in/wide.tfrecord"), examples);

        for (Dataset<Row> read : read("Example", "FAILFAST", SCHEMA, path)) {
            assertThat(read.where("relevance IS NOT NULL").count()).isEqualTo(10);
            assertThat(read.collectAsList()).hasSize(examples.length);
        }
    }
}
