package dev.riffle.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.riffle.cli.CommandRun;
import dev.riffle.cli.Samples;
import dev.riffle.example.Example;
import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lets pyarrow read Riffle's exports and write inputs, if Python has pyarrow. */
class ArrowProgramTest {

    /** Checks the values of an export, and writes them again with several types of the same values. */
    private static final String PROGRAM = """
            import pyarrow as pa, pyarrow.ipc as ipc
            table = ipc.open_file('x.arrow').read_all()
            assert table.to_pylist() == [
                {'id': 1, 'scores': [0.5, 1.5], 'word': 'a'},
                {'id': 2, 'scores': [], 'word': None}], table
            assert ipc.open_stream('x.arrows').read_all().equals(table)
            other = pa.table({
                'id': table['id'].cast(pa.uint8()),
                'scores': table['scores'].cast(pa.large_list(pa.float64())),
                'word': table['word'].dictionary_encode()})
            with ipc.new_file('y.arrow', other.schema) as writer:
                writer.write_table(other)
            with ipc.new_stream('y.arrows', other.schema) as writer:
                writer.write_table(other)
            """;

    @TempDir
    Path directory;

    @Test
    void pyarrowReadsExportsAndWritesImports() throws IOException, InterruptedException {
        assumeTrue(python("import pyarrow") == 0, "Python has no pyarrow, so pyarrow does not check Riffle's exports");
        Samples.examples(
                directory.resolve("in.tfrecord"),
                Example.builder()
                        .put("id", 1)
                        .put("word", "a")
                        .put("scores", 0.5f, 1.5f)
                        .build(),
                Example.builder()
                        .put("id", 2)
                        .put("scores", Feature.empty(Kind.FLOAT))
                        .build());
        run("export in.tfrecord -o x.arrow");
        run("export in.tfrecord -o x.arrows");
        assertThat(python(PROGRAM))
                .as(Files.readString(directory.resolve("log")))
                .isZero();
        for (String name : new String[] {"y.arrow", "y.arrows"}) {
            run("import " + name + " -o " + name + ".tfrecord");
            assertThat(directory.resolve(name + ".tfrecord")).hasSameBinaryContentAs(directory.resolve("in.tfrecord"));
        }
    }

    private void run(String words) {
        CommandRun run = CommandRun.of(directory, words.split(" "));
        assertThat(run.code()).as(run.err()).isZero();
    }

    /** Runs a program in the directory of the test. Returns its exit code, or -1 if there is no Python. */
    private int python(String program) throws IOException, InterruptedException {
        Process python;
        try {
            python = new ProcessBuilder("python3", "-c", program)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("log").toFile())
                    .start();
        } catch (IOException e) {
            return -1;
        }
        return python.waitFor();
    }
}
