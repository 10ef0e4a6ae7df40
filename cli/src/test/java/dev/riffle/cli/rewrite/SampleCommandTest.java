package dev.riffle.cli.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.cli.CommandContract;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

class SampleCommandTest extends CommandContract {

    @Override
    public List<String> command() {
        return List.of("sample");
    }

    @Override
    public List<String> goodArguments() throws IOException {
        if (!Files.exists(directory.resolve("penguins.tfrecord"))) {
            Samples.penguins(directory);
        }
        return List.of("penguins.tfrecord", "--rate", "0.5", "--seed", "1", "-o", "out", "--overwrite");
    }

    @Override
    public List<String> missingFile() {
        return List.of("missing.tfrecord", "--rate", "1", "-o", "out");
    }

    @Test
    void repeatsTheSampleWithTheReportedSeed() throws IOException {
        Samples.penguins(directory);
        CommandRun first = run("penguins.tfrecord", "--limit", "20", "-o", "one");
        assertThat(first.text()).matches("one: 20 records\\n20 of 344 records, --seed \\d+\\n");
        String seed = first.lines().get(1).replaceAll(".* ", "");
        run("penguins.tfrecord", "--limit", "20", "--seed", seed, "-o", "two");
        assertThat(directory.resolve("two")).hasSameBinaryContentAs(directory.resolve("one"));
        CommandRun piped = runWith(
                Files.readAllBytes(directory.resolve("penguins.tfrecord")),
                "-",
                "--limit",
                "20",
                "--seed",
                seed,
                "-o",
                "-");
        assertThat(piped.out()).isEqualTo(Files.readAllBytes(directory.resolve("one")));
        assertThat(piped.err()).isEqualTo("20 of 344 records, --seed " + seed + "\n");
    }

    @Test
    void reportsFewerRecordsThanRequested() throws IOException {
        Samples.penguins(directory);
        CommandRun run = run("penguins.tfrecord", "--limit", "400", "--seed", "1", "-o", "all");
        assertThat(run.code()).isZero();
        assertThat(run.text()).isEqualTo("all: 344 records\n344 of 344 records, --seed 1\n");
        assertThat(run.err()).isEqualTo("note: penguins.tfrecord has only 344 records\n");
    }

    @Test
    void requiresARateOrACount() throws IOException {
        assertThat(run("x", "-o", "y").err()).startsWith("--rate or --limit is missing");
        assertThat(run("x", "-o", "y", "--rate", "2").err()).startsWith("--rate must be from 0 to 1: 2.0");
        assertThat(run("x", "-o", "y", "--rate", "NaN").err()).startsWith("--rate must be from 0 to 1: NaN");
        assertThat(run("x", "-o", "y", "--limit", "-1").err()).startsWith("--limit must not be negative: -1");
    }
}
