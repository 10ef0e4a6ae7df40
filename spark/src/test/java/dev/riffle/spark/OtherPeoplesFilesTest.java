package dev.riffle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.spark.internal.options.ReadMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests files that other programs wrote. {@code -Driffle.fixtures=DIR} or {@code RIFFLE_FIXTURES} names their folder.
 */
class OtherPeoplesFilesTest {

    private static Path file(String name) {
        String folder = System.getProperty("riffle.fixtures", System.getenv("RIFFLE_FIXTURES"));
        if (folder == null || !Files.exists(Path.of(folder, name))) {
            System.out.println("OtherPeoplesFilesTest: " + name + " is skipped; set riffle.fixtures to its folder");
        }
        Assumptions.assumeTrue(folder != null, "riffle.fixtures is not set");
        Path file = Path.of(folder, name);
        Assumptions.assumeTrue(Files.exists(file), () -> "file not found: " + file);
        return file;
    }

    @ParameterizedTest
    @CsvSource({
        "tensorflow/images.tfrecord, Example, 3",
        "tensorflow/unicode_vocabulary.tfrecord.gz, Bytes, 165",
        "ecosystem/part-m-00000, Example, 5",
        "ecosystem/part-m-00000.gz, Example, 5",
        "grain/morris_sequence_first_5.tfrecord, Bytes, 5",
        "jupyterlab_tfrecord_viewer/sample_record.record, Example, 17",
        "nucleus/test_sites.vcf.golden.tfrecord, Bytes, 5",
        "ranking/train_elwc.tfrecord, Bytes, 10",
        "ranking/train_elwc.tfrecord, ExampleListWithContext, 10",
        "deepmind-research/tetrominoes_mini.tfrecords, Example, 10",
        "tfx/penguin-train-00000-of-00001.gz, Example, 234",
        "tfx/taxi-train-00003-of-00012.gz, Example, 825",
        "tfx/sequence-eval.gz, SequenceExample, 4500",
        "yggdrasil/toy.nocompress-tfe-tfrecord-0000*-of-00002, Example, 4"
    })
    void readsAllRecords(String name, String recordType, long count) {
        String path = file(name.replace("*", "0")).toString();
        if (name.contains("*")) {
            path = path.replaceFirst("00000-of", "0000*-of");
        }
        Map<String, String> options = Map.of("recordType", recordType);
        Dataset<Row> read =
                LocalSession.spark().read().format("tfrecord").options(options).load(path);

        assertThat(read.count()).isEqualTo(count);
        assertThat(read.collectAsList()).hasSize((int) count);
        Row values = read.selectExpr(Arrays.stream(read.columns())
                        .map(column -> "count(`" + column + "`)")
                        .toArray(String[]::new))
                .head();
        for (int i = 0; i < values.size(); i++) {
            assertThat(values.getLong(i)).as(read.columns()[i]).isPositive();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ranking/train_elwc.tfrecord, Example, an ExampleListWithContext, 10",
        "ranking/train_elwc.tfrecord, SequenceExample, an ExampleListWithContext, 10",
        "nucleus/test_sites.vcf.golden.tfrecord, Example, a protobuf message of another type, 5",
        "nucleus/test_sites.vcf.golden.tfrecord, SequenceExample, a protobuf message of another type, 5",
        "grain/morris_sequence_first_5.tfrecord, Example, text, 5",
        "tensorflow/unicode_vocabulary.tfrecord.gz, Example, text, 165"
    })
    void rejectsRecordsOfAnotherKind(String name, String recordType, String kind, int count) {
        DataFrameReader reader = LocalSession.spark().read().format("tfrecord").option("recordType", recordType);
        String path = file(name).toString();

        for (ReadMode mode : ReadMode.values()) {
            reader.option("mode", mode.name());
            assertThatThrownBy(() -> reader.load(path))
                    .hasStackTraceContaining("record 0 at offset 0: ")
                    .hasStackTraceContaining(kind + "; option recordType ")
                    .hasStackTraceContaining(" reads such records");
        }
        reader.schema("a BIGINT, _corrupt_record STRING");
        assertThatThrownBy(() -> reader.option("mode", "FAILFAST").load(path).collectAsList())
                .hasStackTraceContaining("record 0 at offset 0: ")
                .hasStackTraceContaining(kind);
        assertThat(reader.option("mode", "PERMISSIVE").load(path).collectAsList())
                .hasSize(count)
                .noneMatch(row -> row.isNullAt(1));
        assertThat(reader.option("mode", "DROPMALFORMED").load(path).collectAsList())
                .isEmpty();
    }
}
