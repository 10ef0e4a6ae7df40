package dev.riffle.cli.print;

import dev.riffle.CorruptRecordException;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.UnrecognizedFileException;
import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.input.ReadSettings;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * Prints the last records of a file, and then each appended record.
 *
 * @param limit the largest number of existing records to print
 */
record FollowRequest(String word, ReadSettings read, RecordPrinter.Form form, int limit, PollPolicy polling)
        implements Request {

    private static final int HEADER_BYTES = 12;

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        InputFile file = TailRequest.theFile(terminal, word);
        Path path = file.path().orElseThrow(() -> new UsageException("-: -f cannot follow standard input; use a file"));
        if (!Files.exists(path)) {
            throw new NoSuchFileException(file.name(), null, "no such file; check the path");
        }
        if (!Files.isRegularFile(path)) {
            throw new UsageException(file.name() + ": not a regular file; -f can follow only regular files");
        }
        awaitHeader(path);
        RecordReaderOptions options;
        try {
            options = options(file);
        } catch (UnrecognizedFileException e) {
            long torn = size(path);
            if (torn < HEADER_BYTES) {
                return reportTorn(terminal, file, 0, torn);
            }
            throw e;
        }
        RecordPrinter printer = new RecordPrinter(terminal, form);
        Optional<Object> key = key(path);
        try (RecordReader reader = RecordReader.open(file.source(), options)) {
            long end = goToTheLast(file.source(), options, reader);
            return follow(terminal, file, path, key, reader, printer, end);
        }
    }

    /** Waits until the first header is complete, because a part of it does not identify the format. */
    private void awaitHeader(Path path) throws IOException {
        if (read.format().isPresent()) {
            return;
        }
        long size = -1;
        for (long now = size(path); now > 0 && now < HEADER_BYTES; now = size(path)) {
            if (now != size) {
                size = now;
                polling.grown();
            }
            if (!polling.lasts()) {
                return;
            }
        }
    }

    /**
     * Returns options with the format of the file. Rejects compressed files, because their end looks like a torn tail.
     */
    private RecordReaderOptions options(InputFile file) throws IOException {
        RecordReaderOptions options = read.options().follow();
        if (file.source().size().orElse(0) == 0) {
            return options;
        }
        try (RecordReader reader = read.open(file.source())) {
            if (!reader.compression().isNone()) {
                throw new UsageException(file.name() + ": is compressed ("
                        + reader.compression().name() + "), and -f can follow only uncompressed files; omit -f");
            }
            return options.format(reader.format());
        }
    }

    /** Moves the reader to the first of the last records. Returns its offset. */
    private long goToTheLast(ByteSource source, RecordReaderOptions options, RecordReader reader) throws IOException {
        LastRecords last = new LastRecords(limit);
        RecordReaderOptions headers = options.ignorePayloadChecksums();
        long end = 0;
        try (RecordReader scan = RecordReader.open(source, headers)) {
            while (scan.next()) {
                last.add(scan.offset());
                end = scan.endOffset();
            }
        } catch (CorruptRecordException e) {
            // The next read throws this error again, after the command has printed the records.
        }
        long offset = last.firstOffset(end);
        reader.seek(offset, last.first());
        return offset;
    }

    private ExitCode follow(
            Terminal terminal,
            InputFile file,
            Path path,
            Optional<Object> key,
            RecordReader reader,
            RecordPrinter printer,
            long begin)
            throws IOException {
        long end = begin;
        long size = -1;
        while (true) {
            end = printAll(terminal, file, path, key, reader, printer, end);
            long now = Math.max(end, size(path));
            if (now != size) {
                size = now;
                polling.grown();
            }
            if (!polling.lasts()) {
                end = printAll(terminal, file, path, key, reader, printer, end);
                long torn = size(path) - end;
                return torn <= 0 ? ExitCode.FINE : reportTorn(terminal, file, end, torn);
            }
        }
    }

    private static ExitCode reportTorn(Terminal terminal, InputFile file, long begin, long torn) {
        terminal.report(file.name() + ": incomplete record at offset " + begin + ": " + Sizes.count(torn, "byte")
                + " present, and the rest did not arrive in time");
        return ExitCode.FINDINGS;
    }

    /** Prints the new records of the file. Returns the offset after the last one. */
    private static long printAll(
            Terminal terminal,
            InputFile file,
            Path path,
            Optional<Object> key,
            RecordReader reader,
            RecordPrinter printer,
            long begin)
            throws IOException {
        long end = begin;
        try {
            boolean same = key(path).equals(key);
            while (reader.next()) {
                printer.print(reader);
                end = reader.endOffset();
            }
            if (!same) {
                throw new IOException(
                        file.name() + ": replaced by another file; run 'riffle tail -f' again to follow the new file");
            }
        } catch (CorruptRecordException e) {
            if (e.reason() != CorruptRecordException.Reason.SOURCE_SHRANK) {
                throw e;
            }
            throw new IOException(
                    file.name()
                            + (key(path).equals(key)
                                    ? ": truncated below the position that was read; run 'riffle tail -f'"
                                            + " again to read it from the start"
                                    : ": replaced by another file; run 'riffle tail -f' again to follow the new file"),
                    e);
        } catch (NoSuchFileException e) {
            throw new IOException(file.name() + ": deleted or renamed while it was followed", e);
        }
        terminal.out().flush();
        return end;
    }

    private static long size(Path path) {
        try {
            return Files.size(path);
        } catch (IOException e) {
            // The next read reports the error.
            return -1;
        }
    }

    /** Returns a key that distinguishes a file from another with this name, if the file system has one. */
    private static Optional<Object> key(Path path) throws IOException {
        return Optional.ofNullable(
                Files.readAttributes(path, BasicFileAttributes.class).fileKey());
    }
}
