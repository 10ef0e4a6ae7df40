package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.DatasetIterator;
import dev.riffle.dataset.collate.Collator;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.FeatureList;
import dev.riffle.example.MalformedTextException;
import dev.riffle.example.SequenceExample;
import dev.riffle.filter.FeatureFilter;
import dev.riffle.index.IndexOptions;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.parse.FeatureSpec;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.SequenceFeatureSpecs;
import dev.riffle.parse.csv.CsvColumn;
import dev.riffle.parse.csv.CsvDecoder;
import dev.riffle.parse.oneflow.OfRecordBytesDecoder;
import dev.riffle.parse.oneflow.OfRecordRawDecoder;
import dev.riffle.rewrite.DistinctBy;
import dev.riffle.rewrite.SetDiff;
import dev.riffle.shard.MissingKey;
import dev.riffle.shard.RecordInput;
import dev.riffle.shard.RecordOutput;
import dev.riffle.shard.ShardNames;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import dev.riffle.typed.RecordCodec;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every method that takes text rejects an unpaired surrogate. The message has the position of the surrogate. A parser
 * of text throws its own exception, with a position in that text.
 */
class UnpairedSurrogateTest {

    /** Text whose third character is the first half of a surrogate pair. */
    private static final String HALF = "x?\ud83d";

    private static final String AT_2 = "text has no UTF-8 form: unpaired surrogate U+D83D at index 2";

    private static final String UNPAIRED = "unpaired surrogate in a string";
    private static final String HALF_OF_PAIR = "half of a surrogate pair is not text";

    public record Named(String text) {}

    private final List<DynamicTest> tests = new ArrayList<>();

    @TestFactory
    List<DynamicTest> rejects() {
        values();
        names();
        messages();
        specs();
        csv();
        filters();
        pipelines();
        return tests;
    }

    private void values() {
        door("Bytes.ofUtf8", AT_2, () -> Bytes.ofUtf8(HALF));
        door("Feature.of text", AT_2, () -> Feature.of(HALF));
        door("Feature.of texts", "value 1: " + AT_2, () -> Feature.of("a", HALF));
        door("Feature.of list", "value 1: " + AT_2, () -> Feature.of(List.of("a", HALF)));
        door("Feature.ofBytes", "value 0: " + AT_2, () -> Feature.ofBytes(List.of(HALF)));
        door("put text", "feature \"a\": " + AT_2, () -> Example.builder().put("a", HALF));
        door(
                "put texts",
                "feature \"a\": value 1: " + AT_2,
                () -> Example.builder().put("a", "b", HALF));
        door(
                "put list",
                "feature \"a\": value 0: " + AT_2,
                () -> Example.builder().put("a", List.of(HALF)));
        door("putIfPresent", "feature \"a\": " + AT_2, () -> Example.builder().putIfPresent("a", Optional.of(HALF)));
        door("Values.ofStrings", "value 1: " + AT_2, () -> Values.ofStrings("a", HALF));
        door("RecordWriter.write", AT_2, () -> {
            try (RecordWriter writer =
                    RecordWriter.create(OutputStream.nullOutputStream(), "memory", RecordWriterOptions.defaults())) {
                writer.write(HALF);
            }
        });
        door("RecordCodec.encode", AT_2, () -> RecordCodec.of(Named.class).encode(new Named(HALF)));
    }

    private void names() {
        door("put name", AT_2, () -> Example.builder().put(HALF, 1));
        door("putIfPresent name", AT_2, () -> Example.builder().putIfPresent(HALF, null));
        door("Example.of name", AT_2, () -> Example.of(Map.of(HALF, Feature.of(1))));
        door(
                "SequenceExampleBuilder name",
                AT_2,
                () -> SequenceExample.builder().put(HALF, Feature.of(1)));
        door(
                "SequenceExample.of name",
                AT_2,
                () -> SequenceExample.of(Example.empty(), Map.of(HALF, FeatureList.of())));
        door("RecordCodec name", AT_2, () -> RecordCodec.builder(Named.class).named("text", HALF));
        door("IndexOptions.key", AT_2, () -> IndexOptions.defaults().key(HALF));
        door("DistinctBy.features", AT_2, () -> DistinctBy.features(List.of("a", HALF)));
        RecordInput input = RecordInput.of(List.of(ByteSource.of(Bytes.empty(), "memory")));
        door("SetDiff.byKey", AT_2, () -> SetDiff.of(input, input).byKey(List.of(HALF), difference -> {}));
        door(
                "RecordOutput.byKey",
                AT_2,
                () -> RecordOutput.byKey(
                        ShardNames.of(Path.of("a.tfrecord"), 2),
                        HALF,
                        MissingKey.FAIL,
                        RecordWriterOptions.defaults()));
        door("OfRecordBytesDecoder", AT_2, () -> OfRecordBytesDecoder.of(HALF));
        door("OfRecordRawDecoder", AT_2, () -> OfRecordRawDecoder.of(HALF, Shape.scalar(), DType.INT32));
    }

    private void messages() {
        parser("text format", "line 1, column 30: " + UNPAIRED, () -> Example.parseText(text("ab\ud83d")));
        parser("text format escape", "escape is not a Unicode character", () -> Example.parseText(text("\\ud83d")));
        parser("JSON", "line 1, column 28: " + UNPAIRED, () -> Example.parseJson(json("ab\ud83d")));
        parser("JSON escape", "line 1, column 26: " + UNPAIRED, () -> Example.parseJson(json("\\ud83d")));
        parser("JSON second half", "line 1, column 26: " + UNPAIRED, () -> Example.parseJson(json("\\udc00")));
        parser("JSON first half", "line 1, column 27: " + UNPAIRED, () -> Example.parseJson(json("a\\ud83db")));
        parser("TensorFlow's JSON escape", UNPAIRED, () -> Example.decodeJson(Bytes.ofUtf8(json("\\ud83d"))));
    }

    private static String text(String name) {
        return "features { feature { key: \"" + name + "\" value { } } }";
    }

    private static String json(String name) {
        return "{\"features\":{\"feature\":{\"" + name + "\":{}}}}";
    }

    private void specs() {
        door(
                "spec name",
                AT_2,
                () -> FeatureSpecs.builder()
                        .put(HALF, FeatureSpec.fixedLen(DType.INT64))
                        .build());
        door("spec line name", "at character 1: expected a string", () -> FeatureSpecs.parse("\"" + HALF + "\":int64"));
        door("spec line default", UNPAIRED, () -> FeatureSpecs.parse("a:string=\"\\ud83d\""));
        door("spec JSON", UNPAIRED, () -> FeatureSpecs.parseJson("{\"\\ud83d\":{}}"));
        door("sequence spec line", UNPAIRED, () -> SequenceFeatureSpecs.parse("context(\"" + HALF + "\":int64)"));
    }

    private void csv() {
        CsvDecoder decoder = CsvDecoder.of(CsvColumn.required(DType.STRING));
        door("CsvDecoder.decode", AT_2, () -> decoder.decode(HALF));
        door("CsvDecoder.naValue", AT_2, () -> decoder.naValue(HALF));
        door("CsvColumn.string", AT_2, () -> CsvColumn.string(HALF));
    }

    private void filters() {
        door("filter text", "column 8: " + HALF_OF_PAIR, () -> FeatureFilter.parse("a == 'x\ud83d'"));
        door("filter escape", "column 7: " + HALF_OF_PAIR, () -> FeatureFilter.parse("a == '\\ud83d'"));
        door("filter name", "column 4: " + HALF_OF_PAIR, () -> FeatureFilter.parse("`x?\ud83d` == 1"));
    }

    private void pipelines() {
        door("Collator.padded value", AT_2, () -> Collator.padded().value(HALF));
        door("Collator.tensors", AT_2, () -> {
            try (DatasetIterator<?> batches =
                    Dataset.of("a", HALF).batch(2, Collator.tensors()).iterator()) {
                batches.next();
            }
        });
    }

    private void parser(String name, String message, ThrowingCallable call) {
        add(name, MalformedTextException.class, message, call);
    }

    private void door(String name, String message, ThrowingCallable call) {
        add(name, RuntimeException.class, message, call);
    }

    private void add(String name, Class<? extends RuntimeException> type, String message, ThrowingCallable call) {
        tests.add(DynamicTest.dynamicTest(
                name,
                () -> assertThat(catchThrowable(call))
                        .as(name)
                        .isInstanceOf(type)
                        .hasMessageContaining(message)));
    }
}
