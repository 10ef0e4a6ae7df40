package dev.riffle;

import dev.riffle.internal.frame.FrameWriter;
import dev.riffle.io.ByteSink;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Opens the end of an existing file after a check of all its frames. */
final class Appending {

    private Appending() {}

    static RecordWriter open(Path path, RecordWriterOptions options) throws IOException {
        if (options.format().isContainer()) {
            throw new IllegalArgumentException(path + ": records cannot be appended to a file of the format "
                    + options.format().title() + ", which is complete; write a new file");
        }
        if (!Files.exists(path)) {
            throw new NoSuchFileException(path.toString(), null, "no such file to append to; create it instead");
        }
        long size = Files.size(path);
        // The content of a file decides its compression. The name of an empty file does.
        Compression compression =
                (size == 0 ? options.forFile(path) : options).compression().orElse(Compression.NONE);
        if (!compression.isNone()) {
            throw new IllegalArgumentException(path + ": records can be appended only to an uncompressed file, but "
                    + (options.compression().isPresent() ? "the options set " : "the ending of the name means ")
                    + compression.name());
        }
        try {
            checkFrames(path, options.format());
        } catch (CorruptRecordException e) {
            checkFree(path);
            throw e;
        }
        // The lock must come last. On many systems, closing any channel of the file in this process would release the
        // lock.
        ByteSink.Output output = ByteSink.appending(path).create();
        try {
            if (Files.size(path) != size) {
                throw new FileSystemException(
                        path.toString(), null, "another program is writing to this file; wait until it finishes");
            }
            return new RecordWriter(
                    path.toString(),
                    FrameWriter.append(output, options.format().framing()),
                    options.compression(compression));
        } catch (Throwable e) {
            output.close();
            throw e;
        }
    }

    /** Throws if another program writes to the file now, because unfinished records look like damage. */
    private static void checkFree(Path path) throws IOException {
        ByteSink.appending(path).create().close();
    }

    /** Checks all headers, but only the last payload, because an interrupted writer leaves damage there. */
    private static void checkFrames(Path path, RecordFormat format) throws IOException {
        checkFormat(path, format);
        RecordReaderOptions all = RecordReaderOptions.defaults().format(format).compression(Compression.NONE);
        long offset = 0;
        long index = 0;
        try (RecordReader headers = RecordReader.open(path, all.ignorePayloadChecksums())) {
            while (headers.next()) {
                offset = headers.offset();
                index = headers.index();
            }
        }
        try (RecordReader last = RecordReader.open(path, all)) {
            last.seek(offset, index);
            last.next();
        }
    }

    private static void checkFormat(Path path, RecordFormat format) throws IOException {
        if (Files.size(path) == 0) {
            return;
        }
        try (RecordReader reader = RecordReader.open(path)) {
            if (reader.format() != format || !reader.compression().equals(Compression.NONE)) {
                throw new IOException(path + ": records of " + format.title() + " cannot be appended to a file of "
                        + reader.format().title() + " with compression "
                        + reader.compression().name());
            }
        }
    }
}
