package dev.riffle.benchmarks.harness;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.io.Compression;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/**
 * Writes the files of one run to a temporary directory, and deletes the directory at the end. The files are new, so
 * they are in the page cache.
 */
public final class RecordFiles implements Closeable {

    private static final long SEED = 20261122;
    private static final int LARGE_RECORD_BYTES = 100_000;

    private final Path directory;

    public RecordFiles() throws IOException {
        directory = Files.createTempDirectory("riffle-benchmarks");
    }

    /** Returns a new path in the directory. */
    public Path path(String name) {
        return directory.resolve(name);
    }

    /** Writes a file of the first {@code count} rows. */
    public Path rows(int count, Compression compression) throws IOException {
        Path file = path("rows-" + count + "-" + compression.name());
        RecordWriter.write(file, options(compression), records -> {
            Rows rows = new Rows();
            for (int i = 0; i < count; i++) {
                records.write(Rows.example(rows.next()).toByteArray());
            }
        });
        Progress.say("  " + count + " rows in " + Files.size(file) + " bytes");
        return file;
    }

    /** Writes a file of {@code count} records of 100 kB each, with random bytes. */
    public Path largeRecords(int count) throws IOException {
        Path file = path("large-" + count);
        RecordWriter.write(file, options(Compression.NONE), records -> {
            Random random = new Random(SEED);
            byte[] payload = new byte[LARGE_RECORD_BYTES];
            for (int i = 0; i < count; i++) {
                random.nextBytes(payload);
                records.write(payload);
            }
        });
        return file;
    }

    private static RecordWriterOptions options(Compression compression) {
        return RecordWriterOptions.defaults().compression(compression).withoutSync();
    }

    @Override
    public void close() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }
}
