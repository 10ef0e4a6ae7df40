package dev.riffle.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.riffle.RecordFormat;
import dev.riffle.example.Example;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lets pyarrow read Riffle's files, and write files that Riffle reads, if Python has pyarrow. */
class ParquetProgramTest {

    private static final String PROGRAM = """
            import pyarrow.parquet as pq
            table = pq.read_table('a.parquet')
            print(table.to_pylist())
            pq.write_table(table, 'b.parquet')
            """;

    @TempDir
    Path directory;

    @Test
    void readsAndWritesTheSameRows() throws IOException, InterruptedException {
        assumeTrue(python("import pyarrow.parquet") == 0, "Python has no pyarrow, so pyarrow does not check Parquet");
        ParquetTrip trip = new ParquetTrip(directory);
        Example[] examples = {
            Example.builder().put("id", 1).put("v", 0.5f, 2f).put("t", "käse").build(),
            Example.builder()
                    .put("id", 2)
                    .put("v", new float[0])
                    .put("b", new byte[] {-1})
                    .build()
        };
        Path file = trip.parquet(trip.records("records", examples));
        Files.move(file, directory.resolve("a.parquet"));

        assertThat(python(PROGRAM)).isZero();
        assertThat(directory.resolve("log"))
                .hasContent("[{'b': None, 'id': 1, 't': 'käse', 'v': [0.5, 2.0]},"
                        + " {'b': b'\\xff', 'id': 2, 't': None, 'v': []}]");
        assertThat(trip.back(RecordFormat.TFRECORD, directory.resolve("b.parquet")))
                .containsExactly(examples[0].toBytes(), examples[1].toBytes());
    }

    /** Runs a program in the directory of the test. Returns its exit code, or -1 if there is no Python. */
    private int python(String program) throws IOException, InterruptedException {
        try {
            return new ProcessBuilder("python3", "-X", "utf8", "-c", program)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("log").toFile())
                    .start()
                    .waitFor();
        } catch (IOException e) {
            return -1;
        }
    }
}
