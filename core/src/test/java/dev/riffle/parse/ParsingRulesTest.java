package dev.riffle.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.riffle.documents.Repository;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import dev.riffle.example.SequenceExample;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the tables of rules in {@code docs/guides/parsing.md} describe the behaviour of the parser. */
class ParsingRulesTest {

    private static final List<String> DATA =
            List.of("no such feature", "kind not set", "right kind, no values", "other kind", "right kind, 3 values");

    /** Returns the rows of the table below a heading, without the header row. */
    private static List<List<String>> table(String heading) throws IOException {
        String page = Files.readString(Repository.root().resolve("docs/guides/parsing.md"));
        int begin = page.indexOf("\n## " + heading + "\n");
        assertThat(begin).as(heading).isPositive();
        int end = page.indexOf("\n## ", begin + 1);
        return page.substring(begin, end < 0 ? page.length() : end)
                .lines()
                .filter(line -> line.startsWith("| "))
                .skip(1)
                .map(line -> Arrays.stream(line.substring(2).split(" ?\\|"))
                        .map(String::strip)
                        .toList())
                .toList();
    }

    private static Feature feature(String data) {
        return switch (data) {
            case "kind not set" -> Feature.notSet();
            case "right kind, no values" -> Feature.empty(Kind.INT64);
            case "other kind" -> Feature.of(0.5f);
            case "right kind, 3 values" -> Feature.of(1, 2, 3);
            default -> throw new AssertionError(data);
        };
    }

    private static Example example(String data) {
        return data.equals("no such feature")
                ? Example.empty()
                : Example.builder().put("a", feature(data)).build();
    }

    /** Returns the words that describe this tensor in the table. */
    private static String words(String tensor) {
        return switch (tensor) {
            case "int64 [1, 2] [[7, 7]]" -> "the default";
            case "int64 [1, 0] {}", "int64 [1, None] [[]]", "int64 [1, 0, 2] []", "int64 [1, 0, 2] [[]]" -> "empty";
            case "int64 [1, 3] {[0, 0]: 1, [0, 1]: 2, [0, 2]: 3}", "int64 [1, None] [[1, 2, 3]]" -> "the values";
            default -> tensor;
        };
    }

    private static String outcome(Runnable parsing, List<String> tensor) {
        try {
            parsing.run();
        } catch (ExampleParseException e) {
            return "error";
        }
        return words(tensor.get(0));
    }

    static Stream<List<String>> missing() throws IOException {
        return table("Missing, empty, default").stream();
    }

    @ParameterizedTest
    @MethodSource("missing")
    void parsesExamplesAsDocumented(List<String> row) {
        List<String> specs = List.of("a:int64[2]", "a:int64[2]=[7,7]", "a:int64[?,2]", "a:int64*", "a:ragged(int64)");
        assertThat(DATA).contains(row.get(0));
        List<String> found = new ArrayList<>(List.of(row.get(0)));
        for (String spec : specs) {
            List<String> tensor = new ArrayList<>();
            found.add(outcome(
                    () -> tensor.add(ExampleParser.compile(FeatureSpecs.parse(spec))
                            .parse(List.of(example(row.get(0)).toBytes()))
                            .get("a")
                            .toString()),
                    tensor));
        }
        assertThat(found.subList(0, 5)).isEqualTo(row);
        assertThat(found.get(5)).as("ragged").isEqualTo(found.get(4));
    }

    static Stream<List<String>> context() throws IOException {
        return table("SequenceExamples").stream();
    }

    @ParameterizedTest
    @MethodSource("context")
    void parsesContextsAsDocumented(List<String> row) {
        List<String> specs = List.of("a:int64[2]", "a:int64[2]=[7,7]", "a:int64*");
        List<String> found = new ArrayList<>(List.of(row.get(0)));
        for (String spec : specs) {
            List<String> tensor = new ArrayList<>();
            Bytes payload = SequenceExample.builder()
                    .context(example(row.get(0)))
                    .build()
                    .toBytes();
            found.add(outcome(
                    () -> tensor.add(SequenceExampleParser.compile(SequenceFeatureSpecs.parse("context(" + spec + ")"))
                            .parse(List.of(payload))
                            .context()
                            .get("a")
                            .toString()),
                    tensor));
        }
        assertThat(found).isEqualTo(row);
    }

    @Test
    void bothTablesHaveARowForEachCase() throws IOException {
        assertThat(table("Missing, empty, default").stream().map(row -> row.get(0)))
                .containsExactlyElementsOf(DATA);
        assertThat(table("SequenceExamples").stream().map(row -> row.get(0))).containsExactlyElementsOf(DATA);
    }

    private static Bytes hex(String bytes) {
        return Bytes.copyOf(HexFormat.of().parseHex(bytes.replace(" ", "")));
    }

    private static String parse(String specs, Bytes payload) {
        try {
            return ExampleParser.compile(FeatureSpecs.parse(specs))
                    .parse(List.of(payload))
                    .toString()
                    .strip();
        } catch (ExampleParseException e) {
            return "error";
        }
    }

    static Stream<List<String>> oddWires() throws IOException {
        return table("Odd encodings").stream();
    }

    @ParameterizedTest
    @MethodSource("oddWires")
    void parsesUnusualEncodingsAsDocumented(List<String> row) {
        String tensor = switch (row.get(2)) {
            case "rejects" -> "error";
            case "empty" -> "a: int64 [1, None] [[]]";
            default -> "a: int64 [1, None] [[" + row.get(2).replace("`", "") + "]]";
        };
        assertThat(parse("a:ragged(int64)", hex(row.get(3).replace("`", "")))).isEqualTo(tensor);
    }

    private static Bytes example(String key, Feature value) {
        return Example.builder().put(key, value).build().toBytes();
    }

    private static Bytes concat(Bytes one, Bytes two) {
        byte[] both = Arrays.copyOf(one.toByteArray(), one.size() + two.size());
        two.copyTo(0, both, one.size(), two.size());
        return Bytes.copyOf(both);
    }

    @Test
    void usesTheLastOfDuplicates() {
        Bytes one = example("a", Feature.of(1));
        Bytes two = example("a", Feature.of(2));
        Bytes unset = example("a", Feature.notSet());
        Bytes other = example("a", Feature.of(0.5f));
        assertThat(parse("a:int64", concat(one, two))).isEqualTo("a: int64 [1] [2]");
        assertThat(parse("a:int64", concat(other, two))).isEqualTo("a: int64 [1] [2]");
        assertThat(parse("a:int64", concat(one, unset))).isEqualTo("error");
        assertThat(parse("a:int64=9", concat(one, unset))).isEqualTo("a: int64 [1] [9]");
        assertThat(parse("a:int64*", concat(one, unset))).isEqualTo("a: int64 [1, 0] {}");
        assertThat(parse("a:int64=9", concat(other, unset))).isEqualTo("a: int64 [1] [9]");
    }

    @Test
    void rejectsMalformedFeaturesWithoutASpec() {
        Bytes list = hex("0a 14 0a 12 0a 01 61 12 0d 1a 0b 0a 09 ff ff ff ff ff ff ff ff ff");
        Bytes floats = hex("0a 0e 0a 0c 0a 01 61 12 07 12 05 0a 03 00 00 00");
        Bytes unknown = hex("0a 0b 0a 09 0a 01 61 12 04 22 02 0a 00");
        assertThat(parse("b:int64=5", list)).isEqualTo("error");
        assertThat(parse("b:int64=5", floats)).isEqualTo("error");
        assertThat(parse("b:int64=5", unknown)).isEqualTo("b: int64 [1] [5]");
    }

    @Test
    void ignoresDefaultsWithoutElements() {
        assertThat(parse("a:int64[0]", Example.empty().toBytes())).isEqualTo("error");
        assertThat(parse("a:int64[0]", example("a", Feature.empty(Kind.INT64)))).isEqualTo("a: int64 [1, 0] [[]]");
    }

    @Test
    void countsSparseIndicesWithoutCheckingThem() {
        String specs = "s:sparse(int64[5], index=i, value=v)";
        assertThat(parse(specs, sparse(new long[] {30, -1, -1}, 1, 2, 3)))
                .isEqualTo("s: int64 [1, 5] {[0, -1]: 2, [0, -1]: 3, [0, 30]: 1}");
        assertThat(parse(specs, sparse(new long[] {3, 1}, 1))).isEqualTo("error");
    }

    @Test
    void rejectsOtherCountsOfSparseIndicesInARecordIfTheTotalsAgree() {
        List<Bytes> records =
                List.of(sparse(new long[] {1}, 1), sparse(new long[] {2, 3}, 2), sparse(new long[] {4}, 3, 4));
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse("s:sparse(int64[5], index=i, value=v)"));
        ExampleParseException rejected = assertThrows(ExampleParseException.class, () -> parser.parse(records));
        assertThat(rejected.key()).contains("s");
        assertThat(rejected.batchIndex()).isEqualTo(1);
    }

    private static Bytes sparse(long[] indices, long... values) {
        return Example.builder().put("i", indices).put("v", values).build().toBytes();
    }

    @Test
    void checksPartitionsOnlyWithValidation() {
        Bytes mismatch = Example.builder().put("v", 1, 2).put("s", 0, 5).build().toBytes();
        assertThat(parse("r:ragged(int64, value=v, splits=s)", mismatch)).contains("invalid");
        assertThat(parse("r:ragged(int64, value=v, splits=s, validate)", mismatch))
                .isEqualTo("error");
        assertThat(parse("r:ragged(int64, value=v, rowids=none)", mismatch)).isEqualTo("error");
        assertThat(parse("r:ragged(int64, value=v, uniform=3)", mismatch)).isEqualTo("error");
    }

    private static String parseLists(String specs, Bytes payload) {
        try {
            return SequenceExampleParser.compile(SequenceFeatureSpecs.parse("lists(" + specs + ")"))
                    .parse(List.of(payload))
                    .featureLists()
                    .toString()
                    .strip();
        } catch (ExampleParseException e) {
            return "error";
        }
    }

    private static Bytes list(Feature... steps) {
        return SequenceExample.builder().put("a", steps).build().toBytes();
    }

    @Test
    void parsesStepsWithoutValues() {
        Bytes unset = list(Feature.of(1, 2), Feature.notSet());
        Bytes empty = list(Feature.of(1, 2), Feature.empty(Kind.INT64));
        Bytes other = list(Feature.of(1, 2), Feature.empty(Kind.FLOAT));
        for (Bytes payload : List.of(unset, empty)) {
            assertThat(parseLists("a:int64[?,2]", payload)).isEqualTo("error");
            assertThat(parseLists("a:ragged(int64)", payload)).isEqualTo("a: int64 [1, None, None] [[[1, 2], []]]");
            assertThat(parseLists("a:int64*", payload)).isEqualTo("a: int64 [1, 2, 2] {[0, 0, 0]: 1, [0, 0, 1]: 2}");
        }
        for (String spec : List.of("a:int64[?,2]", "a:ragged(int64)", "a:int64*")) {
            assertThat(parseLists(spec, other)).isEqualTo("error");
        }
    }

    @Test
    void replacesEarlierListsOfTheSameName() {
        Bytes both = concat(list(Feature.of(1), Feature.of(2)), list(Feature.of(3)));
        assertThat(parseLists("a:int64[?]", both)).isEqualTo("a: int64 [1, 1] [[3]]");
        assertThat(parseLists("a:int64[?]!", SequenceExample.empty().toBytes())).isEqualTo("error");
    }

    @Test
    void parsesBatchesWithoutRecords() {
        assertThat(ExampleParser.compile(FeatureSpecs.parse("a:int64[2], b:int64*, c:int64[?,2], d:ragged(int64)"))
                        .parse(List.of()))
                .hasToString("a: int64 [0, 2] []\nb: int64 [0, 0] {}\nc: int64 [0, 0, 2] []\nd: int64 [0, None] []\n");
        SequenceExampleParser required = SequenceExampleParser.compile(SequenceFeatureSpecs.parse("context(a:int64)"));
        assertThat(catchThrowableOfType(ExampleParseException.class, () -> required.parse(List.of())))
                .returns(-1, ExampleParseException::batchIndex);
    }

    @Test
    void keepsUnassembledTensorsOffTheHeap() {
        Bytes payload = Example.builder()
                .put("i", 3, 1)
                .put("v", 1, 2)
                .put("r", 1, 2)
                .put("a", 1)
                .build()
                .toBytes();
        ParsedFeatures batch = ExampleParser.compile(FeatureSpecs.parse(
                        "s:sparse(int64[5], index=i, value=v), r:ragged(int64), p:ragged(int64, value=w, uniform=1),"
                                + " a:int64*, q:int64[?]=4, d:float32=1"))
                .offHeap()
                .parse(List.of(payload));
        assertThat(batch.sparse("a").indices().data().isDirect()).isTrue();
        assertThat(batch.dense("q").values().data().isDirect()).isTrue();
        assertThat(batch.dense("d").values().data().isDirect()).isTrue();
        assertThat(batch.ragged("r").values().data().isDirect()).isTrue();
        assertThat(batch.ragged("r").rowSplits().get(0).data().isDirect()).isTrue();
        assertThat(batch.ragged("p").rowSplits().get(0).data().isDirect()).isFalse();
        assertThat(batch.sparse("s").indices().data().isDirect()).isFalse();
        assertThat(batch.sparse("s").values().data().isDirect()).isFalse();
    }

    @Test
    void refusesToRefillTheBatchOfAnotherParser() {
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse("a:int64"));
        ParsedFeatures batch = parser.newBatch();
        assertThatIllegalArgumentException().isThrownBy(() -> parser.threads(2).parse(new PayloadBatch(), batch));
    }

    @Test
    void reportsMalformedBytesWithoutAKey() {
        ExampleParseException e = catchThrowableOfType(
                ExampleParseException.class,
                () -> ExampleParser.compile(FeatureSpecs.parse("a:int64")).parse(hex("ff")));
        assertThat(e.key()).isEmpty();
        assertThat(e.recordIndex()).isEmpty();
        assertThat(e.batchIndex()).isZero();
    }

    @Test
    void skippingChecksEachRecordAlone() {
        Bytes other = example("a", Feature.of(0.5f));
        Bytes mismatch = Example.builder().put("a", 1).put("l", 5).build().toBytes();
        Bytes fitting = Example.builder().put("a", 1).put("l", 1).build().toBytes();
        List<ExampleParseException> rejected = new ArrayList<>();
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse("a:ragged(int64, lengths=l, validate)"))
                .skipping(rejected::add);
        ParsedFeatures batch = parser.parse(List.of(other, mismatch, fitting, mismatch));
        assertThat(batch.size()).isEqualTo(1);
        assertThat(batch.payloadIndexAt(0)).isEqualTo(2);
        assertThat(rejected).extracting(ExampleParseException::batchIndex).containsExactly(0, 1, 3);
        assertThat(rejected).allMatch(bad -> bad.key().orElse("").equals("a"));
    }

    @Test
    void reportsAMismatchWithTheNumbersOfItsRecord() {
        Bytes mismatch = Example.builder().put("a", 1).put("l", 5).build().toBytes();
        Bytes fitting = Example.builder().put("a", 1).put("l", 1).build().toBytes();
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse("a:ragged(int64, lengths=l, validate)"));
        ExampleParseException alone =
                catchThrowableOfType(ExampleParseException.class, () -> parser.parse(List.of(mismatch)));
        ExampleParseException after =
                catchThrowableOfType(ExampleParseException.class, () -> parser.parse(List.of(fitting, mismatch)));
        assertThat(after.batchIndex()).isEqualTo(1);
        assertThat(after.found()).isEqualTo(alone.found());
        assertThat(after.expected()).isEqualTo(alone.expected());
    }

    @Test
    void refusesTooLargeRowsWhenTheSpecsAreCompiled() {
        FeatureSpecs specs = FeatureSpecs.parse("a:int64[1000000000]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ExampleParser.compile(specs))
                .withMessageContaining("a");
    }

    @Test
    void throwsTheExceptionOfTheListener() {
        IllegalStateException enough = new IllegalStateException("enough");
        ExampleParser parser = ExampleParser.compile(FeatureSpecs.parse("a:int64"))
                .skipping(bad -> {
                    throw enough;
                });
        List<Bytes> payloads = List.of(Example.empty().toBytes());
        assertThatThrownBy(() -> parser.parse(payloads)).isSameAs(enough);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ", validate"})
    void dividesTheBatchIntoUniformRows(String validate) {
        FeatureSpecs specs = FeatureSpecs.parse("t:ragged(int64, value=a, uniform=2" + validate + ")");
        ExampleParser parser = ExampleParser.compile(specs);
        Bytes three = Example.builder().put("a", 1, 2, 3).build().toBytes();
        Bytes one = Example.builder().put("a", 4).build().toBytes();
        assertThat(parser.parse(List.of(three, one)).get("t")).hasToString("int64 [2, None, 2] [[[1, 2]], [[3, 4]]]");
        assertThatThrownBy(() -> parser.parse(List.of(three))).isInstanceOf(ExampleParseException.class);
        assertThatThrownBy(() -> parser.parse(three)).isInstanceOf(ExampleParseException.class);
    }
}
