package dev.riffle.cli.print;

import dev.riffle.CorruptRecordException;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.cli.input.InputFile;
import dev.riffle.cli.input.InputSets;
import dev.riffle.cli.input.ReadSettings;
import dev.riffle.cli.terminal.ExitCode;
import dev.riffle.cli.terminal.Request;
import dev.riffle.cli.terminal.Sizes;
import dev.riffle.cli.terminal.Terminal;
import dev.riffle.cli.terminal.UsageException;
import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;

/**
 * Prints the last records of a file.
 *
 * @param limit the largest number of records
 */
record TailRequest(String word, ReadSettings read, RecordPrinter.Form form, int limit) implements Request {

    /** The largest number of records. The offsets of the records stay in memory, and no practical use needs more. */
    static final int MOST_RECORDS = 100_000_000;

    @Override
    public ExitCode run(Terminal terminal) throws IOException {
        InputSets sets = InputSets.find(terminal, List.of(word));
        ExitCode setCode = sets.report(terminal);
        InputFile file = theOnly(sets.files(), word);
        RecordPrinter printer = new RecordPrinter(terminal, form);
        long records = file.source().size().isEmpty()
                ? printStream(file.source(), printer)
                : printFile(file.source(), printer);
        if (records == 0) {
            terminal.note(file.name() + " has no records");
        }
        return setCode;
    }

    /** Returns the one file that a word names. */
    static InputFile theFile(Terminal terminal, String word) throws IOException {
        return theOnly(InputFile.expand(terminal, List.of(word)), word);
    }

    private static InputFile theOnly(List<InputFile> files, String word) throws UsageException {
        if (files.size() != 1) {
            throw new UsageException(
                    word + ": are " + Sizes.count(files.size(), "file") + ", and tail reads only one; name that file");
        }
        return files.get(0);
    }

    /**
     * Scans the headers first, because only a scan from the beginning distinguishes records from records inside
     * payloads. Damage ends the scan. The method then prints the records before the damage and throws the error.
     *
     * @return the number of records in the file
     */
    private long printFile(ByteSource source, RecordPrinter printer) throws IOException {
        LastRecords last = new LastRecords(limit);
        RecordReaderOptions headers = read.options().ignorePayloadChecksums();
        CorruptRecordException damage = null;
        try (RecordReader reader = RecordReader.open(source, headers)) {
            while (reader.next()) {
                last.add(reader.offset());
            }
        } catch (CorruptRecordException e) {
            damage = e;
        }
        if (last.first() < last.count()) {
            print(source, last, printer);
        }
        if (damage != null) {
            throw damage;
        }
        return last.count();
    }

    private void print(ByteSource source, LastRecords last, RecordPrinter printer) throws IOException {
        try (RecordReader reader = read.open(source)) {
            if (reader.compression().isNone()) {
                reader.seek(last.firstOffset(0), last.first());
            }
            for (long left = last.count() - last.first(); left > 0 && reader.next(); ) {
                if (reader.index() >= last.first()) {
                    printer.print(reader);
                    left--;
                }
            }
        }
    }

    /** Prints the last records of a stream, which opens only once. Returns the number of records in the stream. */
    private long printStream(ByteSource source, RecordPrinter printer) throws IOException {
        ArrayDeque<byte[]> last = new ArrayDeque<>();
        try (RecordReader reader = read.open(source)) {
            long count = 0;
            CorruptRecordException damage = null;
            try {
                while (reader.next()) {
                    last.add(reader.payloadBytes());
                    count++;
                    if (last.size() > limit) {
                        last.remove();
                    }
                }
            } catch (CorruptRecordException e) {
                damage = e;
            }
            long index = count - last.size();
            for (byte[] payload : last) {
                printer.print(reader.name(), index++, payload, reader.format());
            }
            if (damage != null) {
                throw damage;
            }
            return count;
        }
    }
}
