package dev.riffle.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.SequenceExample;
import dev.riffle.io.Bytes;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.SequenceFeatureSpecs;
import dev.riffle.shard.RecordInput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads records through specs. */
class SpecBatchesTest {

    @TempDir
    Path directory;

    private RecordInput input(Example... examples) throws IOException {
        return ArrowFiles.input(ArrowFiles.tfRecord(directory.resolve("a.tfrecord"), examples));
    }

    private static List<Object> read(RecordInput input, String specs) throws IOException {
        return values(ArrowBatches.of(input, FeatureSpecs.parse(specs)));
    }

    private static List<Object> values(ArrowBatches batches) throws IOException {
        List<Object> values = new ArrayList<>();
        ArrowValues.read(batches)
                .forEach(row -> values.add(row.values().iterator().next()));
        return values;
    }

    private static Bytes bytes(String text) {
        return Bytes.ofUtf8(text);
    }

    private static String types(Schema schema) {
        StringBuilder text = new StringBuilder();
        schema.getFields()
                .forEach(field -> text.append(field.getName())
                        .append(field.isNullable() ? "? " : " ")
                        .append(type(field))
                        .append('\n'));
        return text.toString();
    }

    private static String type(Field field) {
        return field.getType().toString()
                + (field.getChildren().isEmpty()
                        ? ""
                        : " of " + type(field.getChildren().get(0)));
    }

    @Test
    void eachSpecHasAType() {
        Schema schema = RecordSchemas.of(FeatureSpecs.parse("a:int64, b:float32[2,3], c:string*, d:float32[?],"
                + " e:float32[?,2], f:ragged(int64), g:ragged(int64, value=v, splits=s, uniform=2)"));

        assertThat(types(schema)).isEqualTo("""
                        a Int(64, true)
                        b FixedSizeList(2) of FixedSizeList(3) of FloatingPoint(SINGLE)
                        c? List of Binary
                        d? List of FloatingPoint(SINGLE)
                        e? List of FixedSizeList(2) of FloatingPoint(SINGLE)
                        f? List of Int(64, true)
                        g List of List of List of Int(64, true)
                        """);
        assertThat(schema.getCustomMetadata()).isEmpty();
    }

    @Test
    void reportsNamesThatNoRecordHasOnceForEachReader() throws IOException {
        Example[] examples = new Example[40];
        Arrays.fill(examples, Example.builder().put("id", 1).build());
        RecordInput input = input(examples);
        List<String> warnings = Collections.synchronizedList(new ArrayList<>());
        ArrowBatches batches = ArrowBatches.of(input, FeatureSpecs.parse("idd:int64*"))
                .warnings(warning -> warnings.add(warning.message()))
                .batchSize(4);
        for (int threads : new int[] {1, 3}) {
            warnings.clear();
            assertThat(values(batches.threads(threads))).hasSize(40);
            assertThat(warnings)
                    .containsExactly("none of the first 4 records has a feature \"idd\"; did you mean \"id\"?");
        }
    }

    @Test
    void eachSequenceSpecHasAType() {
        Schema schema = RecordSchemas.of(SequenceFeatureSpecs.parse(
                "context(a:int64, b:string*) lists(c:float32[?,2,3], d:int64[?], e:string*, f:ragged(int64))"));

        assertThat(types(schema)).isEqualTo("""
                        a Int(64, true)
                        b? List of Binary
                        c? List of List of FloatingPoint(SINGLE)
                        d? List of List of Int(64, true)
                        e? List of List of Binary
                        f? List of List of Int(64, true)
                        """);
        assertThat(schema.getCustomMetadata()).containsExactly(Map.entry("riffle.message", "SequenceExample"));
        assertThat(schema.findField("c").getMetadata()).containsExactly(Map.entry("riffle.shape", "[2,3]"));
        assertThat(schema.findField("d").getMetadata()).isEmpty();
    }

    @Test
    void sparseSpecsAreRejected() {
        assertThatThrownBy(() -> RecordSchemas.of(FeatureSpecs.parse("a:sparse(float32[9], index=[i], value=v)")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("column \"a\": Arrow has no sparse columns; read the features of the indices and of the"
                        + " values as ragged columns");
    }

    @Test
    void defaultsFillMissingFeatures() throws IOException {
        RecordInput input = input(Example.builder().put("a", 5L).build(), Example.empty());

        assertThat(read(input, "a:int64=7")).containsExactly(5L, 7L);
        assertThat(read(input, "b:string=x")).containsExactly(bytes("x"), bytes("x"));
        assertThat(read(input, "b:float32[2]=[1,2]")).containsExactly(List.of(1f, 2f), List.of(1f, 2f));
        assertThatThrownBy(() -> read(input, "a:int64"))
                .isInstanceOf(RecordMismatchException.class)
                .hasMessageContaining(": record 1 at offset ")
                .hasMessageContaining("column \"a\": expected ")
                .hasMessageContaining("default");
    }

    @Test
    void listsOfAnyLengthAreNullIfTheFeatureIsMissing() throws IOException {
        RecordInput input = input(
                Example.builder().put("a", 1f, 2f, 3f, 4f).build(),
                Example.empty(),
                Example.builder().put("a", new float[0]).build());

        assertThat(read(input, "a:float32*")).containsExactly(List.of(1f, 2f, 3f, 4f), null, List.of());
        assertThat(read(input, "a:ragged(float32, rows=int64)"))
                .containsExactly(List.of(1f, 2f, 3f, 4f), null, List.of());
        assertThat(read(input, "a:float32[?]=-1")).containsExactly(List.of(1f, 2f, 3f, 4f), null, List.of());
        assertThat(read(input, "a:float32[?,2]"))
                .containsExactly(List.of(List.of(1f, 2f), List.of(3f, 4f)), null, List.of());
    }

    @Test
    void partitionsAreListsInLists() throws IOException {
        RecordInput input = input(
                Example.builder()
                        .put("v", 1L, 2L, 3L, 4L, 5L, 6L)
                        .put("n", 2L, 0L, 1L)
                        .build(),
                Example.builder().put("n", 0L, 0L).build(),
                Example.empty());

        List<Long> first = List.of(1L, 2L);
        assertThat(read(input, "a:ragged(int64, value=v, lengths=n, uniform=2)"))
                .containsExactly(
                        List.of(List.of(first, List.of(3L, 4L)), List.of(), List.of(List.of(5L, 6L))),
                        List.of(List.of(), List.of()),
                        List.of());
        assertThat(read(input, "v:ragged(int64, uniform=2, uniform=1)"))
                .containsExactly(
                        List.of(
                                List.of(List.of(1L), List.of(2L)),
                                List.of(List.of(3L), List.of(4L)),
                                List.of(List.of(5L), List.of(6L))),
                        List.of(),
                        List.of());
        assertThat(read(input, "v:ragged(int64, uniform=3)"))
                .containsExactly(List.of(List.of(1L, 2L, 3L), List.of(4L, 5L, 6L)), List.of(), List.of());
    }

    @Test
    void partitionsThatDoNotFitAreAnErrorWithTheRecord() throws IOException {
        RecordInput input = input(
                Example.builder().put("v", 1L, 2L).put("n", 2L).build(),
                Example.builder().put("v", 1L, 2L).put("n", 3L).build());

        assertThatThrownBy(() -> read(input, "a:ragged(int64, value=v, lengths=n)"))
                .isInstanceOf(RecordMismatchException.class)
                .hasMessageContaining("a.tfrecord: record 1 at offset ");
    }

    @Test
    void featureListsAreListsOfSteps() throws IOException {
        SequenceExample one = SequenceExample.builder()
                .context(Example.builder().put("id", 3L).build())
                .put("pairs", Feature.of(1f, 2f), Feature.of(3f, 4f))
                .put("words", Feature.of("a", "b"), Feature.of(new String[0]))
                .build();
        Path file = ArrowFiles.tfRecord(
                directory.resolve("s.tfrecord"),
                one.toBytes(),
                SequenceExample.builder().put("words").build().toBytes());
        SequenceFeatureSpecs specs =
                SequenceFeatureSpecs.parse("context(id:int64=0) lists(pairs:float32[?,2], words:string*)");

        assertThat(ArrowValues.read(ArrowBatches.of(ArrowFiles.input(file), specs)))
                .satisfiesExactly(
                        row -> assertThat(row)
                                .containsExactly(
                                        Map.entry("id", 3L),
                                        Map.entry("pairs", List.of(List.of(1f, 2f), List.of(3f, 4f))),
                                        Map.entry("words", List.of(List.of(bytes("a"), bytes("b")), List.of()))),
                        row -> assertThat(row.values()).containsExactly(0L, null, List.of()));
        assertThatThrownBy(() -> ArrowValues.read(ArrowBatches.of(
                        ArrowFiles.input(file), SequenceFeatureSpecs.parse("lists(pairs:float32[?,3])"))))
                .hasMessage(file + ": record 0 at offset 0: column \"pairs\": expected steps of 3 values, found 2"
                        + " values in step 0; change the shape, or accept any number with VarLen or Ragged");
        assertThatThrownBy(() -> ArrowValues.read(ArrowBatches.of(
                        ArrowFiles.input(file), SequenceFeatureSpecs.parse("lists(pairs:float32[?,2]!)"))))
                .hasMessageEndingWith(
                        "column \"pairs\": expected a feature list, found none; if records may lack it, make"
                                + " the column nullable or allow a missing feature in the spec");
    }

    @Test
    void typesThatMessagesCannotHaveAreRejected() throws IOException {
        RecordInput input = input(Example.empty());

        assertThatThrownBy(() -> ArrowBatches.of(input, SequenceFeatureSpecs.parse("context(a:float64)")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("float64");
        assertThatThrownBy(() -> read(input, "a:int32"))
                .isInstanceOf(RecordMismatchException.class)
                .hasMessageContaining("is a file of TFRecord, but the columns are those of OFRecord");
    }

    @Test
    void theFormatOfTheFileDecidesTheMessageType() throws IOException {
        Path file = ArrowFiles.ofRecord(
                directory.resolve("a.ofrecord"), Example.builder().put("a", 1L).build());
        ArrowBatches batches = ArrowBatches.of(ArrowFiles.input(file), FeatureSpecs.parse("a:int64"));

        try (BufferAllocator allocator = new RootAllocator();
                ArrowReader reader = batches.reader(allocator)) {
            assertThat(reader.getVectorSchemaRoot().getSchema().getCustomMetadata())
                    .containsExactly(Map.entry("riffle.message", "OFRecord"));
            assertThat(reader.loadNextBatch()).isTrue();
            assertThat(reader.getVectorSchemaRoot().getVector("a").getObject(0)).isEqualTo(1L);
            assertThat(reader.loadNextBatch()).isFalse();
        }
    }

    @Test
    void theReaderHasTheSchemaOfTheSpecs() throws IOException {
        FeatureSpecs specs = FeatureSpecs.parse("a:int64=1, b:float32[2,3]=[1,2,3,4,5,6], c:string*, e:float32[?,2]");
        ArrowBatches batches = ArrowBatches.of(input(Example.empty()), specs);

        try (BufferAllocator allocator = new RootAllocator();
                ArrowReader reader = batches.reader(allocator)) {
            assertThat(reader.getVectorSchemaRoot().getSchema()).isEqualTo(RecordSchemas.of(specs));
            assertThat(batches.schema()).isEqualTo(RecordSchemas.of(specs));
        }
    }

    @Test
    void riffleChoosesTheRowsOfABatch() throws IOException {
        ArrowBatches batches = ArrowBatches.of(input(Example.empty()), FeatureSpecs.parse("a:int64*"));

        assertThat(batches.batchSize(7).batchSize(-1))
                .usingRecursiveComparison()
                .isEqualTo(batches);
        assertThatThrownBy(() -> batches.batchSize(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("rows must be positive, or -1 (Riffle chooses): 0");
        assertThatThrownBy(() -> batches.threads(-2))
                .hasMessage("threads must be positive, or -1 (Riffle chooses): -2");
    }
}
