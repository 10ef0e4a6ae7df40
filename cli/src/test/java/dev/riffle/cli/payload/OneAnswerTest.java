package dev.riffle.cli.payload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import dev.riffle.example.Dialect;
import dev.riffle.example.Feature;
import dev.riffle.example.SequenceExample;
import dev.riffle.example.internal.ForeignMessages;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that all commands name the type of a payload in the same words. */
class OneAnswerTest {

    @TempDir
    Path directory;

    /**
     * A payload that is not an Example.
     *
     * @param title the name in the output of info
     * @param words the words of the other commands
     * @param readers the commands that read the payload instead of rejecting it
     */
    private record Other(byte[] payload, String title, String words, List<String> readers) {
        @Override
        public String toString() {
            return title;
        }
    }

    static Stream<Other> others() throws IOException {
        SequenceExample sequence = SequenceExample.builder()
                .context(Samples.number(1))
                .put("steps", Feature.of(1L))
                .build();
        return Stream.of(
                new Other(
                        sequence.toByteArray(),
                        "SequenceExample",
                        "a SequenceExample",
                        List.of("parse", "show", "tensor", "filter", "dedupe", "index")),
                new Other(
                        ForeignMessages.exampleListWithContext(1),
                        "ExampleListWithContext",
                        "an ExampleListWithContext",
                        List.of()),
                new Other(
                        ForeignMessages.event(1, ForeignMessages.scalar("loss", 0.5f)),
                        "TensorBoard event",
                        "a TensorBoard event",
                        List.of()),
                new Other(ForeignMessages.sam(1), "other protobuf", "a protobuf message of another type", List.of()),
                new Other(Samples.number(1).toByteArray(Dialect.ONEFLOW), "OFRecord", "an OFRecord", List.of("show")),
                new Other(
                        Files.readAllBytes(Samples.photograph("coffee.jpg")),
                        "image",
                        "an encoded image",
                        List.of("show")),
                new Other("{\"n\": 1}".getBytes(StandardCharsets.UTF_8), "JSON", "JSON text", List.of()),
                new Other("some text".getBytes(StandardCharsets.UTF_8), "text", "text", List.of()),
                new Other(new byte[] {(byte) 0xff, 0, 1}, "bytes", "bytes of an unknown kind", List.of()));
    }

    private static List<List<String>> commands() {
        return List.of(
                List.of("parse", "f"),
                List.of("parse", "f", "--features", "n:int64"),
                List.of("export", "f", "-o", "f.csv"),
                List.of("show", "f"),
                List.of("tensor", "f", "--feature", "n"),
                List.of("convert", "f", "-o", "f.ofrecord"),
                List.of("verify", "f", "--examples"),
                List.of("filter", "n == 1", "f", "--count"),
                List.of("dedupe", "f", "--key", "n", "--dry-run"),
                List.of("index", "f", "--key", "n"));
    }

    @ParameterizedTest
    @MethodSource("others")
    void everyCommandUsesTheSameWords(Other other) throws IOException {
        RecordWriter.write(
                directory.resolve("f"), RecordWriterOptions.defaults(), records -> records.write(other.payload));
        CommandRun info = CommandRun.of(directory, "info", "f");
        assertThat(info.text()).contains("  hold        " + other.title + "\n");
        assertThat(info.code()).isZero();
        assertThat(CommandRun.of(directory, "cat", "f").code()).isZero();

        List<String> sentences = new ArrayList<>();
        for (List<String> command : commands()) {
            if (other.readers.contains(command.get(0))) {
                continue;
            }
            CommandRun run = CommandRun.of(directory, command.toArray(String[]::new));
            assertThat(run.code()).as(command.toString()).isEqualTo(1);
            String report = command.get(0).equals("verify") ? run.text() : run.err();
            // The index command prints the complete path of the file.
            sentences.add(report.lines().findFirst().orElseThrow().replaceFirst("^\\S*/", ""));
        }
        String beginning = "f: record 0 at offset 0 is " + other.words + ", not an Example";
        assertThat(sentences).hasSizeGreaterThan(2).allMatch(sentence -> sentence.startsWith(beginning));
        assertThat(sentences).allMatch(sentence -> sentence.endsWith("; 'riffle cat' prints it"));
        assertThat(sentences).as("one sentence").containsOnly(sentences.get(0));
    }
}
