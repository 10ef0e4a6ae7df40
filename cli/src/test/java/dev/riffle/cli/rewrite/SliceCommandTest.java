package dev.riffle.cli.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.cli.CommandContract;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import dev.riffle.example.Example;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SliceCommandTest extends CommandContract {

    @Override
    public List<String> command() {
        return List.of("slice");
    }

    @Override
    public List<String> goodArguments() throws IOException {
        if (!Files.exists(directory.resolve("penguins.tfrecord"))) {
            Samples.penguins(directory);
        }
        return List.of("penguins.tfrecord", "--from", "5", "--to", "-5", "-o", "out", "--overwrite");
    }

    @Override
    public List<String> missingFile() {
        return List.of("missing.tfrecord", "-o", "out");
    }

    private void numbers(String name, int from, int to) throws IOException {
        Samples.examples(
                directory.resolve(name),
                LongStream.range(from, to).mapToObj(Samples::number).toArray(Example[]::new));
    }

    @Test
    void countsAcrossFiles() throws IOException {
        numbers("a", 0, 7);
        numbers("b", 7, 10);
        numbers("expected", 5, 9);
        for (List<String> range : List.of(List.of("5", "9"), List.of("-5", "-1"), List.of("5", "-1"))) {
            CommandRun run = run("a", "b", "--from", range.get(0), "--to", range.get(1), "-o", "out", "--overwrite");
            assertThat(run.text()).isEqualTo("out: 4 records\n");
            assertThat(directory.resolve("out")).hasSameBinaryContentAs(directory.resolve("expected"));
        }
    }

    @Test
    void acceptsNegativeNumbersForStandardInput() throws IOException {
        numbers("a", 0, 7);
        numbers("expected", 5, 7);
        CommandRun run = runWith(Files.readAllBytes(directory.resolve("a")), "-", "--from", "-2", "-o", "-");
        assertThat(run.out()).isEqualTo(Files.readAllBytes(directory.resolve("expected")));
    }

    @Test
    void printsJson() throws IOException {
        numbers("a", 0, 7);
        assertThat(run("a", "--from", "6", "-o", "out", "--json").text())
                .isEqualTo("{\"records\":1,\"files\":[{\"file\":\"out\",\"records\":1,\"bytes\":"
                        + Files.size(directory.resolve("out")) + "}]}\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "slice damaged.tfrecord -o -",
                "take -n 344 damaged.tfrecord -o -",
                "merge damaged.tfrecord -o -",
                "filter len(Species)>=0 damaged.tfrecord -o -"
            })
    void endsAfterAWholeRecordBeforeDamage(String line) throws IOException {
        long intact = Samples.damagedPenguins(directory);
        CommandRun run = CommandRun.of(directory, line.split(" "));
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("damaged.tfrecord: record 300 at offset ");
        assertThat(run.out())
                .isEqualTo(Arrays.copyOf(Files.readAllBytes(directory.resolve("damaged.tfrecord")), (int) intact));
    }
}
