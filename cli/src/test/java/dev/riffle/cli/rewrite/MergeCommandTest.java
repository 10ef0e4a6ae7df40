package dev.riffle.cli.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.cli.CommandContract;
import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

class MergeCommandTest extends CommandContract {

    private int outputs;

    @Override
    public List<String> command() {
        return List.of("merge");
    }

    @Override
    public List<String> goodArguments() throws IOException {
        Samples.texts(directory.resolve("a"), "x", "y");
        Samples.texts(directory.resolve("b"), "z");
        return List.of("a", "b", "-o", "all" + outputs++);
    }

    @Override
    public List<String> missingFile() {
        return List.of("missing.tfrecord", "-o", "all");
    }

    @Test
    void mergesInTheOrderOfTheArguments() throws IOException {
        Samples.texts(directory.resolve("a"), "x", "y");
        Samples.texts(directory.resolve("b"), "z");
        assertThat(run("b", "a", "-o", "all").text()).isEqualTo("all: 3 records\n");
        assertThat(Files.readAllBytes(directory.resolve("all"))).startsWith(Files.readAllBytes(directory.resolve("b")));
        assertThat(run("a", "b", "-o", "all").err()).contains("all: exists already");
        assertThat(run("a", "b", "-o", "a", "--overwrite").code()).isEqualTo(2);
        CommandRun piped = run("a", "b", "-o", "-");
        assertThat(piped.out().length).isEqualTo(3 * 17);
        byte[] all = Files.readAllBytes(directory.resolve("b"));
        assertThat(runWith(all, "-", "a", "-o", "c").text()).isEqualTo("c: 3 records\n");
    }

    @Test
    void rejectsDifferentFormats() throws IOException {
        Samples.penguins(directory);
        assertThat(CommandRun.of(directory, "convert", "penguins.tfrecord", "-o", "p.ofrecord")
                        .code())
                .isZero();
        CommandRun run = run("penguins.tfrecord", "p.ofrecord", "-o", "all");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("riffle convert");
        assertThat(directory.resolve("all")).doesNotExist();
    }
}
