package dev.riffle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Writes input files for tests of commands. */
public final class Samples {

    /** The number of bytes that a frame adds to a payload. */
    public static final int FRAME_BYTES = 16;

    private Samples() {}

    public static Path directory() {
        Path fromModule = Path.of("..", "samples");
        return Files.isDirectory(fromModule) ? fromModule : Path.of("samples");
    }

    /** Returns the path of the sample {@code coffee.jpg} or {@code chelsea.jpg}. */
    public static Path photograph(String name) {
        return photograph(directory(), name);
    }

    /** Returns the path of a photograph in a directory of samples. */
    public static Path photograph(Path samples, String name) {
        return samples.resolve(name);
    }

    /** Writes {@code penguins.csv} to a directory. */
    public static Path penguinsCsv(Path directory) throws IOException {
        return Files.copy(directory().resolve("penguins.csv"), directory.resolve("penguins.csv"));
    }

    /** Writes {@code penguins.tfrecord} with 344 records. */
    public static Path penguins(Path directory) throws IOException {
        penguinsCsv(directory);
        CommandRun made = CommandRun.of(directory, "import", "penguins.csv", "-o", "penguins.tfrecord");
        assertThat(made.code()).as(made.err()).isZero();
        return directory.resolve("penguins.tfrecord");
    }

    /**
     * Writes {@code penguins.tfrecord}, and {@code damaged.tfrecord} with the same 344 records, of which record 300 has
     * a wrong checksum. Returns the number of bytes before this record.
     */
    public static long damagedPenguins(Path directory) throws IOException {
        Path file = penguins(directory);
        byte[] bytes = Files.readAllBytes(file);
        try (RecordReader reader = RecordReader.open(file)) {
            for (int i = 0; i <= 300; i++) {
                assertThat(reader.next()).isTrue();
            }
            bytes[(int) reader.offset() + 20] ^= 1;
            Files.write(directory.resolve("damaged.tfrecord"), bytes);
            return reader.offset();
        }
    }

    /** Writes a TFRecord file with these Examples. */
    public static Path examples(Path file, Example... examples) throws IOException {
        RecordWriter.write(file, RecordWriterOptions.defaults(), records -> {
            for (Example example : examples) {
                records.write(example.toByteArray());
            }
        });
        return file;
    }

    /** Writes an OFRecord file with these Examples. */
    public static Path ofRecords(Path file, Example... examples) throws IOException {
        RecordWriter.write(file, RecordWriterOptions.defaults().format(RecordFormat.OFRECORD), records -> {
            for (Example example : examples) {
                records.write(example.toByteArray(Dialect.ONEFLOW));
            }
        });
        return file;
    }

    /** Writes a TFRecord file whose payloads are these strings. */
    public static Path texts(Path file, String... texts) throws IOException {
        RecordWriter.write(file, RecordWriterOptions.defaults(), records -> {
            for (String text : texts) {
                records.write(text);
            }
        });
        return file;
    }

    public static Example number(long n) {
        return Example.builder().put("n", n).build();
    }

    /** Flips one bit of a file. */
    public static void flip(Path file, int at) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[at] ^= 1;
        Files.write(file, bytes);
    }

    /** Overwrites the first bytes of a file. The new bytes belong to no known format. */
    public static void smear(Path file, int count) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        Arrays.fill(bytes, 0, count, (byte) 0x93);
        Files.write(file, bytes);
    }
}
