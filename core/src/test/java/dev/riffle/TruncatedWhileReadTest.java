package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** If a mapped file is truncated during a read, the reader reports damage and the JVM survives. */
class TruncatedWhileReadTest {

    private static final int LOOPS = 5;

    @TempDir
    Path directory;

    /** Reads files in a separate process, in which a second thread truncates them during the read. */
    static final class Reader {

        /** The number of records read so far; -1 before the first one. */
        private static volatile int reading = -1;

        private Reader() {}

        public static void main(String[] arguments) throws Exception {
            Path file = Path.of(arguments[0]);
            int size = Integer.parseInt(arguments[1]);
            int count = Integer.parseInt(arguments[2]);
            Random random = new Random(Long.parseLong(arguments[3]));
            for (int loop = 0; loop < LOOPS; loop++) {
                RecordWriter.write(
                        file, RecordWriterOptions.defaults().overwrite().withoutSync(), writer -> {
                            for (int i = 0; i < count; i++) {
                                writer.write(new byte[size]);
                            }
                        });
                long length = loop == 0 ? 0 : random.nextInt(count) * (size + 16L) + random.nextInt(size);
                loop(file, count, random.nextInt(count), length);
            }
            System.out.println("survived");
        }

        private static void loop(Path file, int count, int before, long length) throws Exception {
            reading = -1;
            FutureTask<Object> truncation = new FutureTask<>(() -> {
                while (reading < before) {
                    Thread.onSpinWait();
                }
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    return channel.truncate(length);
                }
            });
            new Thread(truncation).start();
            try (RecordReader records = RecordReader.open(file)) {
                try {
                    readAll(records);
                } catch (CorruptRecordException e) {
                    System.out.println("damaged while the file was truncated");
                }
                reading = count;
                truncation.get();
                records.seek(0, 0);
                readAll(records);
                System.out.println("not damaged after the file was truncated");
            } catch (CorruptRecordException e) {
                System.out.println("damaged");
            }
        }

        private static void readAll(RecordReader records) throws IOException {
            int count = 0;
            do {
                reading = Math.max(reading, count++);
            } while (records.next());
        }
    }

    @ParameterizedTest
    @CsvSource({"60000000, 1", "1000000, 40", "10000, 4000"})
    void survivesATruncationDuringARead(int size, int count) throws Exception {
        Rounds.run("truncated while read", 1, 20, (random, name) -> {
            Path output = directory.resolve("output");
            Process process = new ProcessBuilder(List.of(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:-CreateCoredumpOnCrash",
                            "-XX:ErrorFile=" + directory.resolve("crash"),
                            "-cp",
                            System.getProperty("java.class.path"),
                            Reader.class.getName(),
                            directory.resolve("data.tfrecord").toString(),
                            String.valueOf(size),
                            String.valueOf(count),
                            String.valueOf(random.nextLong())))
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            assertThat(process.waitFor()).as(name).isZero();
            assertThat(Files.readAllLines(output).stream().filter(line -> !line.startsWith("damaged while")))
                    .as(name)
                    .containsExactly("damaged", "damaged", "damaged", "damaged", "damaged", "survived");
        });
    }
}
