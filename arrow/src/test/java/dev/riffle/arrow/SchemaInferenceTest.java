package dev.riffle.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordReaderOptions;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.SequenceExample;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the sample, the message types and the errors of inferred schemas. */
class SchemaInferenceTest {

    @TempDir
    Path directory;

    private static Example of(String name, Object value) {
        return Example.builder().putIfPresent(name, value).build();
    }

    private Path file(String name, Example... examples) throws IOException {
        return ArrowFiles.tfRecord(directory.resolve(name), examples);
    }

    private static boolean isList(Schema schema, String name) {
        return schema.findField(name).getType() instanceof ArrowType.List;
    }

    @Test
    void theSampleHasTheFirstRecordsOfEachFile() throws IOException {
        Path one = file("a", of("a", 1L), of("a", 2L), of("a", 3L), of("x", 1L));
        Path two = file("b", of("b", 1L));
        Path three = file("c", of("c", 1L), of("c", 2L), of("c", 3L), of("y", 4L));

        assertThat(names(1, one, two, three)).containsExactly("a");
        assertThat(names(2, one, two, three)).containsExactly("a", "b");
        assertThat(names(3, one, two, three)).containsExactly("a", "b", "c");
        assertThat(names(9, one, two, three)).containsExactly("a", "b", "c", "y");
        assertThat(names(10, one, two, three)).containsExactly("a", "b", "c", "x", "y");
        assertThat(names(Long.MAX_VALUE, one, two, three)).containsExactly("a", "b", "c", "x", "y");
    }

    private static List<String> names(long most, Path... files) throws IOException {
        return RecordSchemas.infer(ArrowFiles.input(files), most).getFields().stream()
                .map(Field::getName)
                .toList();
    }

    @Test
    void oneOtherNumberOfValuesMakesAList() throws IOException {
        Path file = file("a", of("a", 1L), Example.empty(), of("a", new long[] {1, 2}), of("b", new long[0]));

        assertThat(isList(RecordSchemas.infer(ArrowFiles.input(file), 2), "a")).isFalse();
        assertThat(isList(RecordSchemas.infer(ArrowFiles.input(file), 3), "a")).isTrue();
        assertThat(isList(RecordSchemas.infer(ArrowFiles.input(file), 4), "b")).isTrue();
    }

    @Test
    void aFeatureWithoutAKindIsLeftOut() throws IOException {
        Example unset =
                Example.builder().put("a", 1L).put("b", Feature.notSet()).build();

        assertThat(names(9, file("a", unset))).containsExactly("a");
        assertThat(names(9, file("a", unset, of("b", 1f)))).containsExactly("a", "b");
    }

    @Test
    void theLastOccurrenceOfANameCounts() throws IOException {
        byte[] first = of("a", 1f).toByteArray();
        byte[] last = of("a", new long[] {1, 2}).toByteArray();
        byte[] both = new byte[first.length + last.length];
        System.arraycopy(first, 0, both, 0, first.length);
        System.arraycopy(last, 0, both, first.length, last.length);
        Path file = ArrowFiles.tfRecord(directory.resolve("a"), Bytes.ofOwned(both));

        Schema schema = RecordSchemas.infer(ArrowFiles.input(file), 9);

        assertThat(schema.findField("a").getChildren().get(0).getType()).isEqualTo(new ArrowType.Int(64, true));
    }

    @Test
    void twoKindsOfAFeatureAreAnErrorWithBothPlaces() throws IOException {
        Path one = file("a", of("a", 1L), of("a", 2L));
        Path two = file("b", of("b", 1L), of("a", 1.5f));
        long offset = 16L + of("b", 1L).toByteArray().length;

        assertThatThrownBy(() -> RecordSchemas.infer(ArrowFiles.input(one, two), 9))
                .isInstanceOf(RecordMismatchException.class)
                .hasMessage("the records have different kinds of the feature \"a\": int64_list in " + one
                        + ": record 0 at offset 0, but float_list in " + two + ": record 1 at offset " + offset
                        + "; pass specs or a schema with the columns that you need");
    }

    @Test
    void twoKindsInTheStepsOfAFeatureListAreAnError() throws IOException {
        SequenceExample steps = SequenceExample.builder()
                .put("a", Feature.of(1L), Feature.of("x"))
                .build();
        Path file = ArrowFiles.tfRecord(directory.resolve("a"), steps.toBytes());

        assertThatThrownBy(() -> RecordSchemas.infer(ArrowFiles.input(file), 9))
                .hasMessageStartingWith("the records have different kinds of the feature list \"a\": bytes_list in "
                        + file + ": record 0 at offset 0, but int64_list in ");
    }

    @Test
    void anExampleBetweenSequenceExamplesIsAContext() throws IOException {
        SequenceExample steps =
                SequenceExample.builder().put("b", Feature.of(1L)).build();
        Path file = ArrowFiles.tfRecord(directory.resolve("a"), of("a", 1L).toBytes(), steps.toBytes());

        Schema schema = RecordSchemas.infer(ArrowFiles.input(file), 9);

        assertThat(schema.getCustomMetadata()).containsEntry("riffle.message", "SequenceExample");
        assertThat(ArrowValues.read(ArrowBatches.of(ArrowFiles.input(file), schema)))
                .extracting(row -> row.get("a"))
                .containsExactly(1L, null);
    }

    @Test
    void aFeatureAndAFeatureListOfOneNameAreAnError() throws IOException {
        SequenceExample steps = SequenceExample.builder()
                .context(of("a", 1L))
                .put("a", Feature.of(1L))
                .build();
        Path file = ArrowFiles.tfRecord(directory.resolve("a"), steps.toBytes());

        assertThatThrownBy(() -> RecordSchemas.infer(ArrowFiles.input(file), 9))
                .hasMessage("two columns have the name \"a\": a feature of the context in " + file
                        + ": record 0 at offset 0, but a feature list in " + file + ": record 0 at offset 0; pass specs"
                        + " or a schema with the columns that you need");
    }

    @Test
    void recordsOfDifferentMessageTypesAreAnError() throws IOException {
        Path examples = file("a", of("a", 1L));
        Path ofRecords = ArrowFiles.ofRecord(directory.resolve("b"), of("a", 1L));

        assertThatThrownBy(() -> RecordSchemas.infer(ArrowFiles.input(examples, ofRecords), 9))
                .hasMessage("the records have different message types: Example in " + examples
                        + ": record 0 at offset 0, but OFRecord in " + ofRecords
                        + ": record 0 at offset 0; read the files separately");
    }

    @Test
    void recordsWithoutFeaturesAreAnError() throws IOException {
        Path text = ArrowFiles.tfRecord(directory.resolve("a"), Bytes.ofUtf8("some text"));
        Path empty = file("b", Example.empty());
        Path unset = file("c", Example.builder().put("b", Feature.notSet()).build());

        assertThatThrownBy(() -> RecordSchemas.infer(ArrowFiles.input(text), 9))
                .isInstanceOf(RecordMismatchException.class)
                .hasMessageStartingWith(text + ": record 0 at offset 0: is text, not an Example");
        assertThatThrownBy(() -> RecordSchemas.infer(ArrowFiles.input(empty), 9))
                .hasMessage("expected a feature with a kind, found none in 1 record; pass specs or a schema with the"
                        + " columns that you need");
        assertThatThrownBy(() -> RecordSchemas.infer(ArrowFiles.input(unset), 9))
                .hasMessageStartingWith(unset + ": record 0 at offset 0: expected a feature with a kind");
    }

    @Test
    void wrongArgumentsAreRejected() throws IOException {
        Path file = file("a", of("a", 1L));

        assertThatThrownBy(() -> RecordSchemas.infer(ArrowFiles.input(file), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("most must be positive: 0");
        assertThatThrownBy(() -> RecordSchemas.infer(
                        ArrowFiles.input(file)
                                .reading(RecordReaderOptions.defaults().follow()),
                        9))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("cannot infer a schema from a growing file; remove follow()");
    }
}
