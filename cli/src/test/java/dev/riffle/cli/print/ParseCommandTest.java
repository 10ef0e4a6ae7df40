package dev.riffle.cli.print;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.cli.CommandContract;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import dev.riffle.example.SequenceExample;
import dev.riffle.internal.JsonValue;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ParseCommandTest extends CommandContract {

    private static final Example CAT = Example.builder()
            .put("label", 1)
            .put("pos", Feature.of(0.5f, Float.NaN))
            .put("tags", Feature.of("old", "tabby"))
            .put("raw", new byte[] {(byte) 0xff, 0})
            .build();

    private static final Example DOG = Example.builder()
            .put("label", Long.MIN_VALUE)
            .put("pos", Feature.of(1e10f, Float.NEGATIVE_INFINITY))
            .put("raw", "Bär")
            .build();

    private static final Example GOAT = Example.builder()
            .put("label", 3)
            .put("pos", Feature.of(2f, 3f))
            .put("tags", "white")
            .put("raw", "")
            .build();

    @Override
    public List<String> command() {
        return List.of("parse");
    }

    @Override
    public List<String> goodArguments() throws IOException {
        Samples.penguins(directory);
        return List.of("penguins.tfrecord", "--features", "Species:string, Sex:string*");
    }

    private Path animals() throws IOException {
        return Samples.examples(directory.resolve("animals"), CAT, DOG, GOAT);
    }

    @Test
    void printsAlignedLinesAfterAHeading() throws IOException {
        animals();
        CommandRun run = run("animals", "--batch", "2", "--features", "label:int64, pos:float32[2], tags:string*");
        assertThat(run.err()).isEmpty();
        assertThat(run.text()).isEqualTo("""
                        # animals: records 0 to 1
                        label  int64    [2]     [1, -9223372036854775808]
                        pos    float32  [2, 2]  [[0.5, NaN], [1.0E10, -Infinity]]
                        tags   string   [2, 2]  {[0, 0]: "old", [0, 1]: "tabby"}
                        # animals: record 2
                        label  int64    [1]     [3]
                        pos    float32  [1, 2]  [[2.0, 3.0]]
                        tags   string   [1, 1]  {[0, 0]: "white"}
                        """);
    }

    @Test
    void printsEveryValueAsJson() throws IOException {
        animals();
        CommandRun run =
                run("animals", "--json", "--features", "label:int64, pos:float32[2], tags:string*, raw:string");
        assertThat(run.text())
                .isEqualTo(
                        "{\"file\":\"animals\",\"records\":[0,1,2],\"features\":{"
                                + "\"label\":{\"dtype\":\"int64\",\"shape\":[3],\"values\":[1,-9223372036854775808,3]},"
                                + "\"pos\":{\"dtype\":\"float32\",\"shape\":[3,2],"
                                + "\"values\":[[0.5,\"NaN\"],[1.0E10,\"-Infinity\"],[2.0,3.0]]},"
                                + "\"tags\":{\"dtype\":\"string\",\"indices\":[[0,0],[0,1],[2,0]],"
                                + "\"values\":[\"old\",\"tabby\",\"white\"],\"dense_shape\":[3,2]},"
                                + "\"raw\":{\"dtype\":\"string\",\"shape\":[3],\"values\":[{\"$bytes\":\"/wA=\"},\"Bär\",\"\"]}}}\n");
    }

    @Test
    void printsRaggedTensorsAsJson() throws IOException {
        animals();
        String features =
                "tags:ragged(string, rows=int64), p:ragged(float32, value=pos, uniform=2), \"2\":ragged(string,value=no)";
        assertThat(run("animals", "--json", "-n", "2", "--features", features).text())
                .isEqualTo("{\"file\":\"animals\",\"records\":[0,1],\"features\":{"
                        + "\"tags\":{\"dtype\":\"string\",\"values\":[\"old\",\"tabby\"],\"row_splits\":[[0,2,2]]},"
                        + "\"p\":{\"dtype\":\"float32\",\"values\":[0.5,\"NaN\",1.0E10,\"-Infinity\"],"
                        + "\"row_splits\":[[0,1,2]],\"inner_shape\":[2]},"
                        + "\"2\":{\"dtype\":\"string\",\"values\":[],\"row_splits\":[[0,0,0]]}}}\n");
    }

    @Test
    void printsLongJsonLinesCompletely() throws IOException {
        Path file = directory.resolve("a");
        float[] many = new float[100_000];
        Arrays.fill(many, 0.25f);
        Samples.examples(file, Example.builder().put("x", Feature.of(many)).build());
        CommandRun run = run("a", "--json");
        assertThat(run.lines()).hasSize(1);
        assertThat(JsonValue.parse(run.lines().get(0))).isInstanceOf(JsonValue.Members.class);
        assertThat(run.text().split("0\\.25", -1)).hasSize(many.length + 1);
    }

    @Test
    void infersFeaturesAndPrintsTheSpecs() throws IOException {
        animals();
        CommandRun run = run("animals", "--json");
        assertThat(run.code()).isZero();
        assertThat(run.err())
                .isEqualTo("animals: features inferred: --features"
                        + " 'label:int64, pos:float32[2], raw:string, tags:string*'\n");
        assertThat(run.text())
                .isEqualTo(
                        run("animals", "--json", "--features", "label:int64, pos:float32[2], raw:string, tags:string*")
                                .text());
    }

    @Test
    void acceptsTheInferredSpecs() throws IOException {
        Samples.examples(
                directory.resolve("a"),
                Example.builder().put("it's", 1).put("a\u0085\"b", 2).build());
        CommandRun run = run("a");
        assertThat(run.err())
                .isEqualTo("a: features inferred: --features '\"a\\u0085\\\"b\":int64, \"it'\\''s\":int64'\n");
        String word = "\"a\\u0085\\\"b\":int64, \"it's\":int64";
        CommandRun pasted = run("a", "--features", word);
        assertThat(pasted.err()).isEmpty();
        assertThat(pasted.text()).isEqualTo("""
                        # a: record 0
                        "a\\u0085\\"b"  int64  [1]  [2]
                        it's          int64  [1]  [1]
                        """).isEqualTo(run.text());
    }

    @Test
    void printsInferredSpecsOnceForSimilarFiles() throws IOException {
        Samples.examples(directory.resolve("a"), Samples.number(1));
        Samples.examples(directory.resolve("b"), Samples.number(2));
        Samples.examples(directory.resolve("c"), Example.builder().put("x", 1f).build());
        CommandRun run = run("[abc]");
        assertThat(run.err())
                .isEqualTo(
                        "a: features inferred: --features 'n:int64'\nc: features inferred: --features 'x:float32'\n");
        assertThat(run.text()).isEqualTo("""
                        # a: record 0
                        n  int64  [1]  [1]
                        # b: record 0
                        n  int64  [1]  [2]
                        # c: record 0
                        x  float32  [1]  [1.0]
                        """);
    }

    @Test
    void infersFromTheSample() throws IOException {
        animals();
        CommandRun run = run("animals", "--sample", "1");
        assertThat(run.err())
                .contains("tags:string[2]'")
                .contains("animals: record 1 at offset")
                .contains("feature \"tags\": expected 2 values of string");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run("animals", "--sample", "0").code()).isEqualTo(2);
    }

    @Test
    void parsesOfRecords() throws IOException {
        Example row = Example.builder()
                .put("d", Feature.ofDoubles(0.1))
                .put("i", Feature.ofInt32s(7, 8))
                .build();
        Samples.ofRecords(directory.resolve("a"), row);
        CommandRun run = run("a");
        assertThat(run.err()).isEqualTo("a: features inferred: --features 'd:float64, i:int32[2]'\n");
        assertThat(run.text()).isEqualTo("""
                        # a: record 0
                        d  float64  [1]     [0.1]
                        i  int32    [1, 2]  [[7, 8]]
                        """);
        assertThat(run("a", "--json", "--features", "i:int32[2]").text())
                .isEqualTo("{\"file\":\"a\",\"records\":[0],\"features\":{"
                        + "\"i\":{\"dtype\":\"int32\",\"shape\":[1,2],\"values\":[[7,8]]}}}\n");
        CommandRun sequence = run("a", "--features", "lists(x:int64*)");
        assertThat(sequence.code()).isEqualTo(2);
        assertThat(sequence.err()).startsWith("a: OFRecord files hold no SequenceExamples");
    }

    private void clips() throws IOException {
        SequenceExample long1 = SequenceExample.builder()
                .context(Example.builder().put("id", 1).build())
                .put("frames", Feature.of(1f, 2f), Feature.of(3f, 4f))
                .put("words", List.of(Feature.of("a", "b"), Feature.empty(Kind.BYTES)))
                .build();
        SequenceExample short2 = SequenceExample.builder()
                .context(Example.builder().put("id", 2).build())
                .put("frames", Feature.of(5f, 6f))
                .build();
        RecordWriter.write(directory.resolve("clips"), RecordWriterOptions.defaults(), records -> {
            records.write(long1.toByteArray());
            records.write(short2.toByteArray());
        });
    }

    @Test
    void parsesSequenceExamples() throws IOException {
        clips();
        CommandRun run = run("clips");
        assertThat(run.err())
                .isEqualTo("clips: features inferred: --features"
                        + " 'context(id:int64) lists(frames:float32[?,2], words:string*)'\n");
        assertThat(run.text()).isEqualTo("""
                        # clips: records 0 to 1
                        context  id      int64    [2]        [1, 2]
                        lists    frames  float32  [2, 2, 2]  [[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [0.0, 0.0]]]
                        lists    words   string   [2, 2, 2]  {[0, 0, 0]: "a", [0, 0, 1]: "b"}
                        lengths  frames  int64    [2]        [2, 1]
                        """);
        assertThat(run("clips", "--json", "--features", "context(id:int64) lists(frames:float32[?,2])")
                        .text())
                .isEqualTo("{\"file\":\"clips\",\"records\":[0,1],"
                        + "\"context\":{\"id\":{\"dtype\":\"int64\",\"shape\":[2],\"values\":[1,2]}},"
                        + "\"lists\":{\"frames\":{\"dtype\":\"float32\",\"shape\":[2,2,2],"
                        + "\"values\":[[[1.0,2.0],[3.0,4.0]],[[5.0,6.0],[0.0,0.0]]]}},"
                        + "\"lengths\":{\"frames\":{\"dtype\":\"int64\",\"shape\":[2],\"values\":[2,1]}}}\n");
    }

    @Test
    void readsSpecsFromAFileInBothForms() throws IOException {
        animals();
        clips();
        Path specs = directory.resolve("specs");
        Files.writeString(specs, "label:int64,\n  tags:string*\n");
        String expected = run("animals", "--json", "--features", "label:int64, tags:string*")
                .text();
        assertThat(run("animals", "--json", "--features-file", "specs").text()).isEqualTo(expected);
        Files.writeString(specs, """
                {"label": {"type": "fixed_len", "shape": [], "dtype": "int64"},
                 "tags": {"type": "var_len", "dtype": "string"}}
                """);
        assertThat(run("animals", "--json", "--features-file", "specs").text()).isEqualTo(expected);
        Files.writeString(specs, "{\"context_features\": {\"id\": {\"type\": \"var_len\", \"dtype\": \"int64\"}}}");
        assertThat(run("clips", "--features-file", "specs").text()).contains("context  id  int64  [2, 1]");
        Files.writeString(specs, "{\"context_features\": {\"type\": \"var_len\", \"dtype\": \"int64\"}}");
        assertThat(run("animals", "--features-file", "specs").text()).contains("context_features  int64  [3, 0]");
    }

    @Test
    void rejectsInvalidSpecs() throws IOException {
        animals();
        CommandRun wrong = run("animals", "--features", "label:int65");
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.out()).isEmpty();
        assertThat(wrong.err())
                .startsWith("--features: at character 7: expected a type")
                .contains("write them like label:int64")
                .contains("'riffle parse --help'");
        assertThat(run("animals", "--features", "").err()).contains("no features to parse; name at least one");
        assertThat(run("animals", "--features", "x:int64[?]!").code()).isEqualTo(2);
        assertThat(run("animals", "--features", "context(x:int64[?])").code()).isEqualTo(2);
        CommandRun int32 = run("animals", "--features", "label:int32");
        assertThat(int32.code()).isEqualTo(2);
        assertThat(int32.err())
                .isEqualTo("animals: feature \"label\": an Example has no int32 (only an OFRecord"
                        + " has); use int64 in the spec\n");
    }

    @Test
    void advisesSmallerBatchesIfMemoryIsShort() {
        assertThat(ParseRequest.outOfMemory("a.tfrecord", 32))
                .isEqualTo("a.tfrecord: out of memory: parse smaller batches, for example with --batch 8, or set"
                        + " RIFFLE_JAVA_OPTIONS=-Xmx4g or more and try again");
        assertThat(ParseRequest.outOfMemory("a.tfrecord", 1))
                .isEqualTo("a.tfrecord: out of memory: set RIFFLE_JAVA_OPTIONS=-Xmx4g or more and try again");
    }

    @Test
    void quotesInvisibleNames() throws IOException {
        Samples.examples(
                directory.resolve("a"),
                Example.builder().put("", 1).put(" x", 2).put("y z", 3).build());
        assertThat(run("a", "--features", "\"\":int64, \" x\":int64, \"y z\":int64")
                        .text())
                .isEqualTo("""
                        # a: record 0
                        ""    int64  [1]  [1]
                        " x"  int64  [1]  [2]
                        y z   int64  [1]  [3]
                        """);
    }

    @Test
    void reportsAFeatureThatNoRecordHas() throws IOException {
        Samples.examples(directory.resolve("a"), Example.builder().build());
        CommandRun run = run("a");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err())
                .isEqualTo(
                        "a: record 0 at offset 0: expected a feature with a kind, found none in 1 record; this record"
                                + " looks like an empty message; name the features yourself\n");
    }

    @Test
    void rejectsAFileOfInvalidSpecs() throws IOException {
        animals();
        Path specs = directory.resolve("specs");
        Files.writeString(specs, "{\"label\": {}}");
        CommandRun wrong = run("animals", "--features-file", "specs");
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err()).isEqualTo("specs: feature \"label\": type is missing\n");
        Files.writeString(specs, "label:int64,\n  tags:strong* " + "x".repeat(50));
        assertThat(run("animals", "--features-file", "specs").err())
                .startsWith("specs: line 2, column 8: expected a type: ")
                .contains("found 'strong* xxxxxxxxxxxx...'");
        Files.write(specs, new byte[] {(byte) 0xff});
        assertThat(run("animals", "--features-file", "specs").err())
                .startsWith("specs: expected specs as text in UTF-8");
        assertThat(run("animals", "--features-file", "none").err()).contains("none: no such file");
        assertThat(run("animals", "--features-file", "none").code()).isEqualTo(2);
        assertThat(run("animals", "--features-file", "specs", "--features", "label:int64")
                        .code())
                .isEqualTo(2);
    }

    @Test
    void stopsAtARejectedRecord() throws IOException {
        animals();
        Samples.examples(directory.resolve("b"), Samples.number(7));
        CommandRun run = run("animals", "b", "--batch", "1", "--features", "tags:string[2]");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.text()).isEqualTo("# animals: record 0\ntags  string  [1, 2]  [[\"old\", \"tabby\"]]\n");
        assertThat(run.err())
                .contains("animals: record 1 at offset 94: feature \"tags\": expected 2 values of string, found no such"
                        + " feature; ")
                .contains("b: record 0 at offset 0: feature \"tags\"");
    }

    @Test
    void printsTheRecordsBeforeARejectedOne() throws IOException {
        Samples.examples(directory.resolve("a"), Samples.number(1), Samples.number(2), CAT, Samples.number(4));
        for (String batch : List.of("3", "4", "32")) {
            CommandRun run = run("a", "--batch", batch, "--features", "n:int64");
            assertThat(run.text()).isEqualTo("# a: records 0 to 1\nn  int64  [2]  [1, 2]\n");
            assertThat(run.err()).startsWith("a: record 2 at offset ").contains("feature \"n\": expected");
            assertThat(run.code()).isEqualTo(1);
        }
        assertThat(run("a", "--json", "--features", "n:int64").text())
                .startsWith("{\"file\":\"a\",\"records\":[0,1],\"features\":{"
                        + "\"n\":{\"dtype\":\"int64\",\"shape\":[2],\"values\":[1,2]}}}\n"
                        + "{\"file\":\"a\",\"error\":\"a: record 2 at offset ")
                .hasLineCount(2);
    }

    @Test
    void skipsBadRecordsOnRequest() throws IOException {
        animals();
        CommandRun run = run("animals", "--skip-bad", "--features", "label:int64, tags:string[2]");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.text())
                .isEqualTo("# animals: record 0\nlabel  int64   [1]     [1]\n"
                        + "tags   string  [1, 2]  [[\"old\", \"tabby\"]]\n");
        assertThat(run.err().lines())
                .hasSize(2)
                .allSatisfy(
                        line -> assertThat(line).startsWith("animals: record ").endsWith("; skipped"));
        CommandRun json = run("animals", "--skip-bad", "--json", "--features", "raw:string, \"tags\":string[1]");
        assertThat(json.text()).startsWith("{\"file\":\"animals\",\"records\":[2],");
        CommandRun none = run("animals", "--skip-bad", "--features", "label:int64, no:int64");
        assertThat(none.out()).isEmpty();
        assertThat(none.code()).isEqualTo(1);
    }

    @Test
    void countsSkippedRecords() throws IOException {
        Samples.examples(directory.resolve("a"), Samples.number(1), CAT, CAT, Samples.number(4));
        assertThat(run("a", "--skip-bad", "--features", "n:int64").text())
                .isEqualTo("# a: records 0 to 3, 2 of them skipped\nn  int64  [2]  [1, 4]\n");
    }

    @Test
    void infersBeforeSkippedRecords() throws IOException {
        Path file = directory.resolve("a");
        RecordWriter.write(file, RecordWriterOptions.defaults(), records -> {
            records.write(Samples.number(1).toByteArray());
            records.write("text");
            records.write(Samples.number(3).toByteArray());
        });
        CommandRun strict = run("a");
        assertThat(strict.code()).isEqualTo(1);
        assertThat(strict.err()).startsWith("a: record 1 at offset ").contains("expected a valid Example");
        CommandRun run = run("a", "--skip-bad");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).startsWith("a: features inferred: --features 'n:int64'\na: record 1 at offset");
        assertThat(run.text()).isEqualTo("# a: records 0 to 2, 1 of them skipped\nn  int64  [2]  [1, 3]\n");
    }

    @Test
    void limitsTheNumberOfRecords() throws IOException {
        animals();
        assertThat(run("animals", "--batch", "2", "-n", "3", "--features", "label:int64")
                        .lines())
                .hasSize(4);
        assertThat(run("animals", "--batch", "2", "--limit", "1", "--features", "label:int64")
                        .text())
                .isEqualTo("# animals: record 0\nlabel  int64  [1]  [1]\n");
        assertThat(run("animals", "--limit", "0", "--features", "label:int64").out())
                .isEmpty();
        assertThat(run("animals", "--limit", "-1").err()).startsWith("--limit must not be negative: -1");
        assertThat(run("animals", "--batch", "0").err()).startsWith("--batch must be positive: 0");
        assertThat(run("animals", "--batch", "0").code()).isEqualTo(2);
    }

    @Test
    void printsTheRecordsBeforeDamage() throws IOException {
        Path file = Samples.examples(directory.resolve("a"), Samples.number(1), Samples.number(2), Samples.number(3));
        int frame = (int) (Files.size(file) / 3);
        Samples.flip(file, frame + 12);
        for (List<String> more : List.of(List.<String>of(), List.of("--features", "n:int64"))) {
            CommandRun run = CommandRun.of(directory, words(more, "a"));
            assertThat(run.text()).isEqualTo("# a: record 0\nn  int64  [1]  [1]\n");
            assertThat(run.err()).contains("a: record 1 at offset " + (frame + 12));
            assertThat(run.code()).isEqualTo(1);
            CommandRun skipping = CommandRun.of(directory, words(more, "a", "--skip-damage"));
            assertThat(skipping.text()).isEqualTo("# a: records 0 to 2, 1 of them skipped\nn  int64  [2]  [1, 3]\n");
            assertThat(skipping.err()).contains(frame + " bytes skipped");
            assertThat(skipping.code()).isEqualTo(1);
        }
    }

    private static String[] words(List<String> more, String... arguments) {
        String[] words = new String[1 + arguments.length + more.size()];
        words[0] = "parse";
        System.arraycopy(arguments, 0, words, 1, arguments.length);
        for (int i = 0; i < more.size(); i++) {
            words[1 + arguments.length + i] = more.get(i);
        }
        return words;
    }

    @Test
    void infersBeforeDamageThatCannotBeSkipped() throws IOException {
        Path file = Samples.ofRecords(directory.resolve("a"), Samples.number(1), Samples.number(2));
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - 1));
        CommandRun run = run("a", "--format", "ofrecord", "--skip-damage");
        assertThat(run.text()).isEqualTo("# a: record 0\nn  int64  [1]  [1]\n");
        assertThat(run.err()).contains("--features 'n:int64'").contains("a: record 1 at offset");
        assertThat(run.code()).isEqualTo(1);
    }

    @Test
    void readsStandardInputAndCompressedFiles() throws IOException {
        Path file = directory.resolve("a.gz");
        RecordWriter.write(file, RecordWriterOptions.defaults().compression(Compression.of("gzip")), records -> {
            for (int i = 0; i < 3000; i++) {
                records.write(Example.builder()
                        .put("n", i)
                        .put("text", "x".repeat(i % 100))
                        .build()
                        .toByteArray());
            }
        });
        CommandRun fromFile = run("a.gz", "--batch", "1000", "--json");
        assertThat(fromFile.lines()).hasSize(3);
        for (List<String> more : List.of(List.<String>of(), List.of("--skip-damage"))) {
            CommandRun run =
                    CommandRun.with(directory, Files.readAllBytes(file), words(more, "-", "--batch", "1000", "--json"));
            assertThat(run.err()).isEqualTo("standard input: features inferred: --features 'n:int64, text:string'\n");
            assertThat(run.text()).isEqualTo(fromFile.text().replace("\"a.gz\"", "\"standard input\""));
        }
    }

    @Test
    void printsNoBatchWithoutRecords() throws IOException {
        Samples.texts(directory.resolve("a"));
        CommandRun run = run("a", "--format", "tfrecord");
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).isEqualTo("a: no records to infer features from\n");
        assertThat(run.code()).isZero();
        assertThat(run("a", "--format", "tfrecord", "--features", "n:int64").err())
                .isEqualTo("a: no records to parse\n");
    }

    @Test
    void reportsRecordsThatAreNotMessages() throws IOException {
        Samples.texts(directory.resolve("a"), "tea");
        CommandRun run = run("a");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).isEqualTo("a: record 0 at offset 0 is text, not an Example; 'riffle cat' prints it\n");
        assertThat(run("a", "--features", "n:int64*").err())
                .contains("a: record 0 at offset 0 is text, not an Example; 'riffle cat' prints it");
    }

    @Test
    void reportsNamesThatNoRecordHas() throws IOException {
        animals();
        CommandRun run =
                run("animals", "animals", "--features", "lable:int64*, t:ragged(string, value=tag), zebra:int64*");
        assertThat(run.code()).isZero();
        assertThat(run.err())
                .isEqualTo("animals: none of the first 3 records has a feature \"lable\"; did you mean \"label\"?\n"
                        + "animals: none of the first 3 records has a feature \"tag\"; did you mean \"tags\"?\n"
                        + "animals: none of the first 3 records has a feature \"zebra\"\n");
        CommandRun json = run("animals", "--json", "--features", "lable:int64*");
        assertThat(json.err())
                .isEqualTo("animals: none of the first 3 records has a feature \"lable\"; did you mean \"label\"?\n");
        assertThat(json.lines()).hasSize(1);
    }

    @Test
    void reportsNamesInTheWrongGroup() throws IOException {
        clips();
        assertThat(run("clips", "--features", "frames:float32*").err())
                .isEqualTo(
                        "clips: none of the first 2 records has a feature \"frames\"; it is a feature list: lists(...)\n");
        assertThat(run("clips", "--features", "context(words:string*) lists(id:int64*, frame:float32*)")
                        .err())
                .isEqualTo("clips: none of the first 2 records has a feature of the context \"words\"; it is a feature"
                        + " list: lists(...)\nclips: none of the first 2 records has a feature list \"id\"; it is a"
                        + " feature of the context: context(...)\nclips: none of the first 2 records has a feature list"
                        + " \"frame\"; did you mean \"frames\"?\n");
    }

    @Test
    void escapesControlCharactersInNames() throws IOException {
        Samples.examples(
                directory.resolve("a"),
                Example.builder().put("x\u001b[31m\n", 1).build());
        CommandRun good = run("a", "--features", "\"x\\u001b[31m\\n\":int64");
        assertThat(good.text()).isEqualTo("# a: record 0\n\"x\\u001b[31m\\n\"  int64  [1]  [1]\n");
        CommandRun bad = run("a", "--features", "\"x\\u001b[31m\\n\":string");
        assertThat(bad.err())
                .contains("feature \"x\\u001b[31m\\u000a\": expected")
                .doesNotContain("\u001b");
        CommandRun inferred = run("a");
        assertThat(inferred.err()).contains("'\"x\\u001b[31m\\n\":int64'").doesNotContain("\u001b");
    }
}
