package dev.riffle.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads OFRecords. */
class OfRecordBatchesTest {

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = ArrowFiles.ofRecord(
                directory.resolve("a.ofrecord"),
                Example.builder()
                        .put("double", Feature.ofDoubles(Math.PI))
                        .put("int", Feature.ofInt32s(Integer.MIN_VALUE))
                        .put("ints", Feature.ofInt32s(1, 2))
                        .put("long", 1L << 40)
                        .put("float", 0.5f)
                        .put("name", "a")
                        .build(),
                Example.builder().put("ints", Feature.ofInt32s()).build());
    }

    @Test
    void allKindsOfOneFlowHaveAType() throws IOException {
        Schema schema = RecordSchemas.infer(ArrowFiles.input(file), 100);

        List<Map<String, Object>> rows = ArrowValues.read(ArrowBatches.of(ArrowFiles.input(file), schema));

        assertThat(schema.getCustomMetadata()).containsExactly(Map.entry("riffle.message", "OFRecord"));
        assertThat(rows.get(0))
                .containsExactly(
                        Map.entry("double", Math.PI),
                        Map.entry("float", 0.5f),
                        Map.entry("int", Integer.MIN_VALUE),
                        Map.entry("ints", List.of(1, 2)),
                        Map.entry("long", 1L << 40),
                        Map.entry("name", "a"));
        assertThat(rows.get(1)).containsEntry("ints", List.of()).containsEntry("double", null);
    }

    @Test
    void theMessageTypeMustFitTheFormatOfTheFile() throws IOException {
        Schema ofExamples = new Schema(RecordSchemas.placeFields());
        Path examples = ArrowFiles.tfRecord(
                directory.resolve("a.tfrecord"), Example.builder().put("a", 1L).build());
        Schema ofRecords = RecordSchemas.infer(ArrowFiles.input(file), 100);

        assertThatThrownBy(() -> ArrowValues.read(ArrowBatches.of(ArrowFiles.input(file), ofExamples)))
                .isInstanceOf(RecordMismatchException.class)
                .hasMessage(
                        file + ": is a file of OFRecord, but the columns are those of Example; infer the schema from"
                                + " this file, or change the message type of the schema");
        assertThatThrownBy(() -> ArrowValues.read(ArrowBatches.of(ArrowFiles.input(examples), ofRecords)))
                .isInstanceOf(RecordMismatchException.class)
                .hasMessageStartingWith(examples + ": is a file of TFRecord, but the columns are those of OFRecord");
    }

    @Test
    void anEmptyFileFitsEachMessageType() throws IOException {
        Path empty = ArrowFiles.tfRecord(directory.resolve("empty.tfrecord"), new Example[0]);
        Schema schema = RecordSchemas.infer(ArrowFiles.input(empty, file), 100);

        assertThat(ArrowValues.read(ArrowBatches.of(ArrowFiles.input(empty, file), schema)))
                .hasSize(2);
        assertThat(ArrowValues.read(ArrowBatches.of(ArrowFiles.input(empty), schema)))
                .isEmpty();
    }
}
