package dev.riffle.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.riffle.RecordFiles;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.SequenceExample;
import dev.riffle.example.internal.ForeignMessages;
import dev.riffle.io.Compression;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Infers specs from the first records of a file. */
class FeatureSpecsInferenceTest {

    private static RecordReader reader(byte[]... payloads) throws IOException {
        return RecordReader.open(
                RecordFiles.source(RecordFiles.tfRecords(payloads)), RecordFiles.tfRecord(Compression.NONE));
    }

    private static byte[] example(String features) {
        return Example.parseText("features { " + features + "}").toByteArray();
    }

    private static String feature(String key, String list) {
        return "feature { key: \"" + key + "\" value { " + list + " } } ";
    }

    private static FeatureSpecs infer(String... examples) throws IOException {
        try (RecordReader reader = reader(
                Stream.of(examples).map(FeatureSpecsInferenceTest::example).toArray(byte[][]::new))) {
            return FeatureSpecs.infer(reader, 100);
        }
    }

    private static String sequence(String context, String lists) {
        return "context { " + context + "} feature_lists { " + lists + "}";
    }

    private static SequenceFeatureSpecs inferSequence(String... sequences) throws IOException {
        byte[][] payloads = Stream.of(sequences)
                .map(text -> SequenceExample.parseText(text).toByteArray())
                .toArray(byte[][]::new);
        try (RecordReader reader = reader(payloads)) {
            return SequenceFeatureSpecs.infer(reader, 100);
        }
    }

    private static SequenceFeatureSpecs inferLists(String... lists) throws IOException {
        return inferSequence(Stream.of(lists).map(list -> sequence("", list)).toArray(String[]::new));
    }

    private static final String ONE = "int64_list { value: 1 }";
    private static final String TWO = "float_list { value: [1, 2] }";
    private static final String THREE = "float_list { value: [1, 2, 3] }";
    private static final String TEXT = "bytes_list { value: \"x\" }";

    @Test
    void infersFixedLengthFromEqualCounts() throws IOException {
        assertThat(infer(
                        feature("b", ONE) + feature("a", TWO) + feature("c", TEXT),
                        feature("a", TWO) + feature("b", ONE) + feature("c", TEXT)))
                .hasToString("a:float32[2], b:int64, c:string");
    }

    @Test
    void infersVaryingLengthFromOtherOrMissingCounts() throws IOException {
        assertThat(infer(feature("a", TWO), feature("a", THREE))).hasToString("a:float32*");
        assertThat(infer(feature("a", TWO) + feature("b", ONE), feature("a", TWO)))
                .hasToString("a:float32[2], b:int64*");
        assertThat(infer(feature("a", TWO), feature("a", TWO) + feature("b", ONE)))
                .hasToString("a:float32[2], b:int64*");
        assertThat(infer(feature("a", ONE), feature("a", ""))).hasToString("a:int64*");
        assertThat(infer(feature("a", ""), feature("a", ONE))).hasToString("a:int64*");
        assertThat(infer(feature("a", "int64_list {}"))).hasToString("a:int64*");
    }

    @Test
    void omitsFeaturesWithoutAKind() throws IOException {
        assertThat(infer(feature("a", "") + feature("b", ONE), feature("b", ONE)))
                .hasToString("b:int64");
    }

    @Test
    void readsOnlyTheRequestedNumberOfRecords() throws IOException {
        try (RecordReader reader = reader(example(feature("a", ONE)), example(feature("a", TWO)))) {
            assertThat(FeatureSpecs.infer(reader, 1)).hasToString("a:int64");
            assertThat(reader.next()).isTrue();
            assertThat(reader.index()).isEqualTo(1);
        }
        try (RecordReader reader = reader()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> FeatureSpecs.infer(reader, 0))
                    .withMessage("most must be positive: 0");
        }
    }

    @Test
    void usesTheLastOccurrenceOfAKey() throws IOException {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        joined.write(example(feature("a", TWO)));
        joined.write(example(feature("a", ONE)));
        try (RecordReader reader = reader(joined.toByteArray(), example(feature("a", ONE)))) {
            assertThat(FeatureSpecs.infer(reader, 100)).hasToString("a:int64");
        }
    }

    @Test
    void rejectsTwoKindsOfAFeature() {
        assertThatExceptionOfType(ExampleParseException.class)
                .isThrownBy(() -> infer(feature("b", ONE), feature("a", ONE), feature("a", TWO)))
                .withMessage(
                        "memory: record 2 at offset %d: feature \"a\": expected int64_list as in record 1, found"
                                + " float_list; one spec cannot read both; name the features yourself, without this one",
                        2 * RecordFiles.tfRecords(example(feature("a", ONE))).length)
                .satisfies(e -> assertThat(e.key()).contains("a"))
                .satisfies(e -> assertThat(e.recordIndex()).hasValue(2));
    }

    @Test
    void rejectsFilesWithoutUsableFeatures() throws IOException {
        assertThatExceptionOfType(ExampleParseException.class)
                .isThrownBy(() -> infer())
                .withMessageContaining("expected a feature with a kind, found none in 0 records");
        assertThatExceptionOfType(ExampleParseException.class)
                .isThrownBy(() -> infer(feature("a", "")))
                .withMessageContaining("record 0 at offset 0: expected a feature with a kind,"
                        + " found none in 1 record; this record looks like an Example; name the features")
                .satisfies(e -> assertThat(e.batchIndex()).isZero())
                .satisfies(e -> assertThat(e.offset()).hasValue(0))
                .satisfies(e -> assertThat(e.recordIndex()).hasValue(0));
        try (RecordReader reader = reader(ForeignMessages.exampleListWithContext(1), ForeignMessages.exampleList(2))) {
            assertThatExceptionOfType(ExampleParseException.class)
                    .isThrownBy(() -> FeatureSpecs.infer(reader, 100))
                    .withMessageContaining(
                            "none in 2 records; this record looks like an ExampleListWithContext; read the"
                                    + " payloads as bytes");
        }
        assertThatExceptionOfType(ExampleParseException.class)
                .isThrownBy(FeatureSpecsInferenceTest::inferSequence)
                .withMessageContaining("a feature or feature list with a kind");
        try (RecordReader reader = reader(example(feature("a", ONE)), new byte[] {10, 5})) {
            assertThatExceptionOfType(ExampleParseException.class)
                    .isThrownBy(() -> FeatureSpecs.infer(reader, 100))
                    .withMessageContaining("record 1")
                    .withMessageContaining("expected a valid Example, found ");
        }
    }

    @Test
    void infersSpecsOfOfRecords() throws IOException {
        byte[] record = Example.parseText(
                        "feature { key: \"d\" value { double_list { value: [1, 2] } } }"
                                + " feature { key: \"i\" value { int32_list { value: 1 } } }",
                        Dialect.ONEFLOW)
                .toByteArray(Dialect.ONEFLOW);
        byte[] file = RecordFiles.write(RecordWriterOptions.defaults().format(RecordFormat.OFRECORD), record, record);
        RecordReaderOptions options =
                RecordReaderOptions.defaults().format(RecordFormat.OFRECORD).compression(Compression.NONE);
        try (RecordReader reader = RecordReader.open(RecordFiles.source(file), options)) {
            assertThat(FeatureSpecs.infer(reader, 100)).hasToString("d:float64[2], i:int32");
        }
        try (RecordReader reader = RecordReader.open(RecordFiles.source(file), options)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> SequenceFeatureSpecs.infer(reader, 100))
                    .withMessageContaining("use FeatureSpecs.infer");
        }
    }

    private static String list(String key, String... steps) {
        StringBuilder text = new StringBuilder("feature_list { key: \"" + key + "\" value { ");
        for (String step : steps) {
            text.append("feature { ").append(step).append(" } ");
        }
        return text + "} } ";
    }

    @Test
    void infersSpecsOfFeatureLists() throws IOException {
        String context = feature("a", ONE);

        assertThat(inferSequence(
                        sequence(context, list("f", TWO, TWO) + list("t", TEXT)),
                        sequence(context, list("f", TWO) + list("t"))))
                .hasToString("context(a:int64) lists(f:float32[?,2], t:string[?])");
        assertThat(inferLists(list("f", TWO), list("g", ONE))).hasToString("lists(f:float32[?,2], g:int64[?])");
        assertThat(inferLists(list("f", TWO, THREE))).hasToString("lists(f:float32*)");
        assertThat(inferLists(list("f", TWO), list("f", THREE))).hasToString("lists(f:float32*)");
        assertThat(inferLists(list("f", TWO, ""))).hasToString("lists(f:float32*)");
        assertThat(inferLists(list("f", "", TWO))).hasToString("lists(f:float32*)");
        assertThat(inferLists(list("f", ""), list("f", TWO))).hasToString("lists(f:float32*)");
        assertThat(inferLists(list("f"), list("f", ONE), list("g"))).hasToString("lists(f:int64[?])");
        assertThat(inferLists(list("f", "float_list {}"))).hasToString("lists(f:float32*)");
    }

    @Test
    void rejectsStepsOfTwoKinds() {
        assertThatExceptionOfType(ExampleParseException.class)
                .isThrownBy(() -> inferLists(list("f", ONE, TWO)))
                .withMessageContaining("feature \"f\": expected steps of one kind, found float_list and int64_list");
        assertThatExceptionOfType(ExampleParseException.class)
                .isThrownBy(() -> inferLists(list("f", ONE), list("f", TWO)))
                .withMessageContaining("expected int64_list as in record 0, found float_list");
    }
}
