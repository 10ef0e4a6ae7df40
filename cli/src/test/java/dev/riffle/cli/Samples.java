package dev.riffle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordFormat;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Files that tests of commands read. */
public final class Samples {

    /** The size of a frame around a payload. */
    public static final int FRAME_BYTES = 16;

    private Samples() {}

    public static Path directory() {
        Path fromModule = Path.of("..", "samples");
        return Files.isDirectory(fromModule) ? fromModule : Path.of("samples");
    }

    /** One of the photographs, {@code coffee.jpg} or {@code chelsea.jpg}, in the samples. */
    public static Path photograph(String name) {
        return photograph(directory(), name);
    }

    /** A photograph in some directory with samples. */
    public static Path photograph(Path samples, String name) {
        return samples.resolve(name);
    }

    /** A file {@code penguins.csv} in a directory. */
    public static Path penguinsCsv(Path directory) throws IOException {
        return Files.copy(directory().resolve("penguins.csv"), directory.resolve("penguins.csv"));
    }

    /** A file {@code penguins.tfrecord} with 344 records. */
    public static Path penguins(Path directory) throws IOException {
        penguinsCsv(directory);
        CommandRun made = CommandRun.of(directory, "import", "penguins.csv", "-o", "penguins.tfrecord");
        assertThat(made.code()).as(made.err()).isZero();
        return directory.resolve("penguins.tfrecord");
    }

    /** A file with these Examples, as TFRecord. */
    public static Path examples(Path file, Example... examples) throws IOException {
        RecordWriter.write(file, RecordWriterOptions.defaults(), records -> {
            for (Example example : examples) {
                records.write(example.toByteArray());
            }
        });
        return file;
    }

    /** A file with these Examples, as OFRecord. */
    public static Path ofRecords(Path file, Example... examples) throws IOException {
        RecordWriter.write(file, RecordWriterOptions.defaults().format(RecordFormat.OFRECORD), records -> {
            for (Example example : examples) {
                records.write(example.toByteArray(Dialect.ONEFLOW));
            }
        });
        return file;
    }

    /** A file with these texts as records. */
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

    /** Turns over one bit of a file. */
    public static void flip(Path file, int at) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[at] ^= 1;
        Files.write(file, bytes);
    }

    /** Makes the first bytes of a file like nothing known. */
    public static void smear(Path file, int count) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        Arrays.fill(bytes, 0, count, (byte) 0x93);
        Files.write(file, bytes);
    }
}
