package dev.riffle.cli.payload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests commands on files that other programs wrote. {@code -Driffle.fixtures=DIR} or {@code RIFFLE_FIXTURES} names
 * their folder. The files of the corpus are always tested.
 */
class OtherPeoplesPayloadsTest {

    @TempDir
    Path directory;

    private static Path fixtures() {
        String folder = System.getProperty("riffle.fixtures", System.getenv("RIFFLE_FIXTURES"));
        Assumptions.assumeTrue(folder != null, "riffle.fixtures is not set");
        return Path.of(folder);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    tensorflow/images.tfrecord | Example
                    nucleus/test_sites.vcf.golden.tfrecord | other protobuf
                    ranking/train_elwc.tfrecord | ExampleListWithContext
                    tfx/sequence-eval.gz | SequenceExample
                    """)
    void infoNamesTheType(String name, String type) {
        CommandRun run =
                CommandRun.of(directory, "info", fixtures().resolve(name).toString());
        assertThat(run.text()).containsPattern("  hold        " + type + "( \\(inferred|\n)");
        assertThat(run.code()).isZero();
    }

    @Test
    void noCommandFailsUnexpectedlyOnFixtures() throws IOException {
        runAll(fixtures());
    }

    @Test
    void noCommandFailsUnexpectedlyOnTheCorpus() throws IOException {
        Path fromModule = Path.of("..", "corpus");
        runAll(Files.isDirectory(fromModule) ? fromModule : Path.of("corpus"));
    }

    private void runAll(Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> found = Files.walk(folder)) {
            found.filter(Files::isRegularFile).sorted().forEach(files::add);
        }
        assertThat(files).hasSizeGreaterThan(10);
        for (Path file : files) {
            String name = file.toAbsolutePath().toString();
            for (List<String> command : List.of(
                    List.of("info", name),
                    List.of("cat", name, "--json"),
                    List.of("head", name),
                    List.of("parse", name),
                    List.of("export", name, "--overwrite", "-o", "out.jsonl"),
                    List.of("show", name),
                    List.of("filter", "n == 1", name, "--count"))) {
                CommandRun run = CommandRun.of(directory, command.toArray(String[]::new));
                assertThat(run.err()).as(command.toString()).doesNotContain("Exception", "\tat ", "riffle: unexpected");
                assertThat(run.code()).as(command.toString()).isBetween(0, 2);
            }
        }
    }
}
