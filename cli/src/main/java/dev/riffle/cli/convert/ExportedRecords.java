package dev.riffle.cli.convert;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.cli.input.ReadSettings;
import dev.riffle.cli.terminal.Failures;
import dev.riffle.cli.terminal.ProgressBar;
import dev.riffle.example.Dialect;
import dev.riffle.example.Example;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.example.internal.PayloadKind;
import dev.riffle.example.internal.RecordPlace;
import dev.riffle.formats.ExportException;
import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of an export.
 *
 * @param limit the largest number of records of all sources together
 */
record ExportedRecords(ReadSettings read, long limit) {

    /** Handles the current record of a reader. */
    @FunctionalInterface
    interface Use {
        void of(RecordReader reader) throws IOException;
    }

    /** Handles the records of all sources up to the limit, and returns their number. */
    long each(List<ByteSource> sources, ProgressBar progress, Use use) throws IOException {
        long count = 0;
        for (ByteSource source : sources) {
            if (count < limit) {
                count += each(source, progress, limit - count, use);
            }
        }
        return count;
    }

    /** Handles at most {@code most} records of a source, and returns their number. */
    private long each(ByteSource source, ProgressBar progress, long most, Use use) throws IOException {
        long count = 0;
        try (RecordReader reader = read.open(source)) {
            while (count < most && reader.next()) {
                progress.step(reader);
                try {
                    use.of(reader);
                    count++;
                } catch (ExportException e) {
                    throw new IOException(source.name() + ": record " + reader.index() + ": " + e.getMessage(), e);
                } catch (OutOfMemoryError e) {
                    throw Failures.outOfMemory(reader, e);
                }
            }
        }
        progress.sourceDone(source);
        return count;
    }

    /** Returns the Example of the current record. */
    static Example example(RecordReader reader) throws IOException {
        byte[] payload = reader.payloadBytes();
        Optional<PayloadKind> other = PayloadKind.otherThanExample(payload, reader.format());
        if (other.isPresent()) {
            throw other(reader, other.get(), payload, null);
        }
        try {
            return Example.parse(payload, dialect(reader));
        } catch (MalformedMessageException e) {
            throw other(reader, PayloadKind.of(payload, reader.format()), payload, e);
        }
    }

    private static IOException other(
            RecordReader reader, PayloadKind found, byte[] payload, @Nullable MalformedMessageException e)
            throws IOException {
        return new IOException(
                RecordPlace.of(reader) + " " + found.insteadOf(PayloadKind.exampleIn(reader.format()), payload), e);
    }

    static Dialect dialect(RecordReader reader) {
        return reader.format() == RecordFormat.OFRECORD ? Dialect.ONEFLOW : Dialect.TENSORFLOW;
    }
}
