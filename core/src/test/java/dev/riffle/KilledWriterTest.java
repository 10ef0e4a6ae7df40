package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** If a process dies during a write, the file name refers to the complete old file or the complete new file. */
class KilledWriterTest {

    private static final int RECORDS = 20_000;

    @TempDir
    Path directory;

    /** Writes the file repeatedly, each time with one more record, in a separate process. */
    static final class Writer {
        private Writer() {}

        public static void main(String[] arguments) throws IOException {
            Path file = Path.of(arguments[0]);
            for (int extra = 0; ; extra++) {
                int records = RECORDS + extra;
                RecordWriter.write(
                        file, RecordWriterOptions.defaults().overwrite().withoutSync(), writer -> {
                            for (int i = 0; i < records; i++) {
                                writer.write("record " + i);
                            }
                        });
                System.out.println("wrote " + records);
            }
        }
    }

    @Test
    void leavesACompleteFileAfterAKill() throws Exception {
        long seed = Rounds.seed("killed writer");
        Random random = new Random(seed);
        Path file = directory.resolve("data.tfrecord");
        for (int round = 0; round < 4; round++) {
            ChildProcess.deleteTemporaryFiles(directory);
            ChildProcess process =
                    ChildProcess.java(directory, directory.resolve("output"), Writer.class.getName(), file.toString());
            process.awaitLines(1 + random.nextInt(3));
            long bytes = random.nextInt((int) Files.size(file));
            process.await(() -> ChildProcess.temporaryBytes(directory) > bytes);
            process.kill();
            long records = 0;
            try (RecordReader reader = RecordReader.open(file)) {
                while (reader.next()) {
                    records++;
                }
            }
            assertThat(records).as("seed %d round %d", seed, round).isGreaterThanOrEqualTo(RECORDS);
            try (Stream<Path> files = Files.list(directory)) {
                assertThat(files.map(each -> each.getFileName().toString())
                                .filter(name -> !name.equals("output"))
                                .filter(name -> !name.equals("data.tfrecord")))
                        .allMatch(name -> name.startsWith(".data.tfrecord.") && name.endsWith(".tmp"));
            }
        }
    }
}
