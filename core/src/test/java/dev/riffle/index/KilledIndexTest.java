package dev.riffle.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.ChildProcess;
import dev.riffle.RecordFiles;
import dev.riffle.Rounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills a process that writes index files, and checks that the index file is complete and the data file unchanged. */
class KilledIndexTest {

    private static final int RECORDS = 30_000;

    @TempDir
    Path directory;

    /** Writes the index file repeatedly in a separate process. */
    static final class Writer {
        private Writer() {}

        public static void main(String[] arguments) throws IOException {
            while (true) {
                IndexFile.of(Path.of(arguments[0])).build(IndexOptions.defaults());
                System.out.println("wrote the index");
            }
        }
    }

    @Test
    void leavesACompleteIndexFileWhenKilled() throws Exception {
        long seed = Rounds.seed("killed index");
        Random random = new Random(seed);
        byte[][] payloads = new byte[RECORDS][];
        for (int i = 0; i < RECORDS; i++) {
            payloads[i] = new byte[i % 20];
        }
        byte[] content = RecordFiles.tfRecords(payloads);
        Path file = Files.write(directory.resolve("data.tfrecord"), content);
        IndexFile index = IndexFile.of(file);
        for (int round = 0; round < 4; round++) {
            index.remove();
            ChildProcess.deleteTemporaryFiles(directory);
            ChildProcess process =
                    ChildProcess.java(directory, directory.resolve("output"), Writer.class.getName(), file.toString());
            int lines = 1 + random.nextInt(3);
            process.awaitLines(lines);
            // The process writes a small file quickly, so the test may need many repetitions to kill it during a write.
            process.await(() -> ChildProcess.temporaryBytes(directory) > 0 || process.lines() > lines + 20);
            process.kill();
            assertThat(index.check()).as("seed %d", seed).isEqualTo(new IndexState(IndexState.Kind.FRESH, ""));
            assertThat(index.count()).hasValue(RECORDS);
            assertThat(Files.readAllBytes(file)).isEqualTo(content);
        }
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.map(each -> each.getFileName().toString())
                            .filter(name -> !List.of("output", "data.tfrecord", ".data.tfrecord.index")
                                    .contains(name)))
                    .allMatch(name -> name.startsWith(".") && name.endsWith(".tmp"));
        }
    }
}
