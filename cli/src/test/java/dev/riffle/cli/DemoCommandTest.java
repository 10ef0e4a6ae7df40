package dev.riffle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

class DemoCommandTest extends CommandContract {

    @Override
    public List<String> command() {
        return List.of("demo");
    }

    @Override
    public List<String> goodArguments() {
        return List.of("--dir", "new");
    }

    @Override
    public List<String> missingFile() {
        return List.of();
    }

    @Override
    public List<String> jsonArguments() {
        return List.of();
    }

    @Test
    void runsEveryStep() {
        CommandRun run = run("--dir", "new");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.text())
                .contains(
                        "$ riffle import penguins.csv -o penguins.tfrecord --shards 3",
                        "344 total",
                        "Read back by the library: 344 Examples, 2,390 values, each equal to its cell.",
                        "Read back by the library: both images are equal to their files, byte for byte.",
                        "10000 total",
                        "Read back by the library: 10,000 Examples, each equal to the Example that was written.",
                        "Read back by the library: 10,000 OFRecords, each equal to the Example that it came from.",
                        "What to try next");
        assertThat(directory.resolve("new/observations.ofrecord")).exists();
    }

    @Test
    void rejectsDirectoriesWithFiles() throws IOException {
        Files.writeString(directory.resolve("mine"), "mine");
        CommandRun run = run("--dir", ".");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).isEqualTo(".: is not empty; choose a new or empty directory\n");
        assertThat(run("--dir", "mine").err()).isEqualTo("mine: is a file; choose a new or empty directory\n");
    }
}
