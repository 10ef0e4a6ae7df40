package dev.riffle.spark;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Example;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Writes record files without Spark, and inspects files that Spark wrote. */
final class TestFiles {

    private TestFiles() {}

    /** Writes a TFRecord file of these Examples and returns its path. */
    static String write(Path file, Example... examples) {
        return write(
                file,
                RecordWriterOptions.defaults(),
                Arrays.stream(examples).map(Example::toByteArray).toArray(byte[][]::new));
    }

    /** Writes a TFRecord file with these payloads and returns its path. */
    static String write(Path file, RecordWriterOptions options, byte[]... payloads) {
        try {
            Files.createDirectories(file.getParent());
            RecordWriter.write(file, options.withoutSync(), writer -> {
                for (byte[] payload : payloads) {
                    writer.write(payload);
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file.toString();
    }

    /** Returns Examples with the features {@code id}, which counts from 0, and {@code name}. */
    static Example[] numbered(int count) {
        Example[] examples = new Example[count];
        for (int i = 0; i < count; i++) {
            examples[i] = Example.builder().put("id", i).put("name", "n" + i).build();
        }
        return examples;
    }

    /** Returns the files in a folder and its subfolders, without Hadoop's checksum files. */
    static List<Path> in(Path folder) {
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().endsWith(".crc"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the record files in a folder and its subfolders, without hidden files. */
    static List<Path> records(Path folder) {
        return in(folder).stream()
                .filter(file -> !file.getFileName().toString().startsWith("_"))
                .filter(file -> !file.getFileName().toString().startsWith("."))
                .toList();
    }

    /** Inverts a byte of a file. Deletes Hadoop's checksum file, so that Hadoop does not detect the damage first. */
    static void damage(Path file, long offset) {
        try {
            byte[] bytes = Files.readAllBytes(file);
            bytes[(int) offset] ^= (byte) 0xff;
            Files.write(file, bytes);
            Files.deleteIfExists(file.resolveSibling("." + file.getFileName() + ".crc"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void delete(Path folder) {
        try (Stream<Path> all = Files.walk(folder)) {
            all.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
