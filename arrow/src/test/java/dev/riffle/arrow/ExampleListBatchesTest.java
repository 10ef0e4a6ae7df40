package dev.riffle.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.io.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads ExampleListWithContexts. */
class ExampleListBatchesTest {

    private static final Bytes ONE = list(
            Example.builder().put("query", "cat").build(),
            Example.builder().put("doc", "a").put("score", 1f).build(),
            Example.builder().put("doc", "b").put("words", 1L, 2L).build());

    private static final Bytes TWO = list(Example.builder().put("query", "dog").build());

    private static final Bytes THREE = list(
            Example.empty(), Example.builder().put("doc", "c").put("score", 2f).build());

    @TempDir
    Path directory;

    static Bytes list(Example context, Example... examples) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (Example example : examples) {
            part(bytes, 0x0a, example.toByteArray());
        }
        part(bytes, 0x12, context.toByteArray());
        return Bytes.ofOwned(bytes.toByteArray());
    }

    private static void part(ByteArrayOutputStream bytes, int tag, byte[] message) {
        bytes.write(tag);
        for (int size = message.length; ; size >>>= 7) {
            bytes.write(size < 0x80 ? size : size & 0x7f | 0x80);
            if (size < 0x80) {
                break;
            }
        }
        bytes.writeBytes(message);
    }

    private static Map<String, Object> example(String doc, Float score, List<Long> words) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("doc", doc);
        if (score != null) {
            values.put("score", score);
        }
        if (words != null) {
            values.put("words", words);
        }
        return values;
    }

    private Path file(Bytes... payloads) throws IOException {
        return ArrowFiles.tfRecord(directory.resolve("lists.tfrecord"), payloads);
    }

    @Test
    void theExamplesAreAListOfStructs() throws IOException {
        Path file = file(ONE, TWO, THREE);

        Schema schema = RecordSchemas.infer(ArrowFiles.input(file), 100);
        List<Map<String, Object>> rows =
                ArrowValues.read(ArrowBatches.of(ArrowFiles.input(file), schema).batchSize(2));

        assertThat(schema.getCustomMetadata()).containsExactly(Map.entry("riffle.message", "ExampleListWithContext"));
        assertThat(schema.getFields().stream().map(Field::getName)).containsExactly("query", "examples");
        assertThat(rows.stream().map(row -> row.get("query"))).containsExactly("cat", "dog", null);
        assertThat(rows.stream().map(row -> row.get("examples")))
                .containsExactly(
                        List.of(example("a", 1f, null), example("b", null, List.of(1L, 2L))),
                        List.of(),
                        List.of(example("c", 2f, null)));
    }

    @Test
    void aProjectionReadsSomeFeaturesOfTheExamples() throws IOException {
        Path file = file(ONE, TWO, THREE);
        Field doc = new Field("doc", FieldType.nullable(ArrowType.Utf8.INSTANCE), List.of());
        Field struct = new Field("item", FieldType.notNullable(ArrowType.Struct.INSTANCE), List.of(doc));
        Field examples = new Field("examples", FieldType.nullable(ArrowType.List.INSTANCE), List.of(struct));
        Schema schema = new Schema(List.of(examples), Map.of("riffle.message", "ExampleListWithContext"));

        assertThat(ArrowValues.read(ArrowBatches.of(ArrowFiles.input(file), schema)))
                .extracting(row -> row.get("examples"))
                .containsExactly(
                        List.of(Map.of("doc", "a"), Map.of("doc", "b")), List.of(), List.of(Map.of("doc", "c")));
    }

    @Test
    void anExampleThatDoesNotFitIsAnErrorWithItsNumber() throws IOException {
        Path file = file(ONE, TWO, THREE);
        Schema schema = RecordSchemas.infer(ArrowFiles.input(file), 100);
        Bytes bad = list(
                Example.empty(),
                Example.builder().put("doc", "d").build(),
                Example.builder().put("doc", Feature.of(Bytes.ofHex("ff"))).build());
        Bytes wrongKind = list(Example.empty(), Example.builder().put("doc", 4L).build());

        long offset = 3L * 16 + ONE.size() + TWO.size() + THREE.size();
        file(ONE, TWO, THREE, bad);
        assertThatThrownBy(() -> ArrowValues.read(ArrowBatches.of(ArrowFiles.input(file), schema)))
                .isInstanceOf(RecordMismatchException.class)
                .hasMessage(file + ": record 3 at offset " + offset + ": column \"doc\": example 1: expected text in"
                        + " UTF-8, found the byte 0xff at 0 of 1; read the column as Binary");
        file(ONE, TWO, THREE, wrongKind);
        assertThatThrownBy(() -> ArrowValues.read(ArrowBatches.of(ArrowFiles.input(file), schema)))
                .hasMessageContaining(": record 3 at offset " + offset + ": column \"doc\": example 0: expected ");
    }

    @Test
    void anExampleIsNoListOfExamples() throws IOException {
        Path file = file(ONE, TWO, THREE);
        Schema schema = RecordSchemas.infer(ArrowFiles.input(file), 100);
        file(ONE, Example.builder().put("doc", "a").build().toBytes());

        assertThatThrownBy(() -> ArrowValues.read(ArrowBatches.of(ArrowFiles.input(file), schema)))
                .hasMessageContaining(": record 1 at offset ")
                .hasMessageContaining("is an Example, not an ExampleListWithContext");
    }

    @Test
    void aContextFeatureCannotHaveTheNameOfTheExamples() throws IOException {
        Path file = file(list(
                Example.builder().put("examples", 1L).build(),
                Example.builder().put("doc", "a").build()));

        assertThatThrownBy(() -> RecordSchemas.infer(ArrowFiles.input(file), 100))
                .isInstanceOf(RecordMismatchException.class)
                .hasMessage("two columns have the name \"examples\": a feature of the context in " + file
                        + ": record 0 at offset 0, but the column of the examples has the same name; pass specs or a"
                        + " schema with the columns that you need");
    }
}
