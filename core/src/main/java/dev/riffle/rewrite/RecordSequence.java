package dev.riffle.rewrite;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.io.ByteSource;
import dev.riffle.shard.RecordInput;
import dev.riffle.shard.internal.SetOutput;
import java.io.Closeable;
import java.io.IOException;
import java.util.Iterator;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of several sources as one sequence. Opens the sources one after the other and reports progress.
 */
final class RecordSequence implements Closeable {

    private static final int RECORDS_BETWEEN_REPORTS = 256;
    private static final int RECORDS_PER_COPY = 4096;

    /** The approximate size of one copy of small records, in bytes. The thread waits for the end of each copy. */
    private static final int BYTES_PER_COPY = 16 << 20;

    private final RecordInput input;
    private final Consumer<RecordFormat> formatCheck;
    private final Iterator<ByteSource> sources;
    private @Nullable RecordReader reader;
    private @Nullable RecordFormat format;
    private String first = "";
    private long count;
    private long reported;
    private long end;
    private long reportedEnd;

    RecordSequence(RecordInput input) {
        this(input, any -> {});
    }

    /** Creates a sequence. {@code formatCheck} receives the format of the first source and may throw. */
    RecordSequence(RecordInput input, Consumer<RecordFormat> formatCheck) {
        this.input = input;
        this.formatCheck = formatCheck;
        this.sources = input.sources().iterator();
    }

    /** Moves to the next record. Returns false after the last one. */
    boolean next() throws IOException {
        while (reader != null || open()) {
            if (reader().next()) {
                count++;
                end = reader().endOffset();
                if (count - reported >= RECORDS_BETWEEN_REPORTS) {
                    report();
                }
                return true;
            }
            closeReader();
        }
        return false;
    }

    /** Copies runs of records. */
    @FunctionalInterface
    private interface Copying {
        long copy(RecordReader reader, long max) throws IOException;
    }

    /** Computes the number of copied record bytes. */
    @FunctionalInterface
    private interface Size {
        long bytes();
    }

    /** Copies at most {@code max} of the next records, byte for byte. */
    void copyTo(SetOutput out, long max) throws IOException {
        copy(out::copy, out::uncompressedSize, max);
    }

    /** Copies all remaining records, byte for byte. */
    void copyTo(RecordWriter writer) throws IOException {
        copy((from, max) -> from.copyTo(writer, max, Long.MAX_VALUE), writer::uncompressedSize, Long.MAX_VALUE);
    }

    private void copy(Copying copying, Size written, long max) throws IOException {
        long left = max;
        long run = RECORDS_PER_COPY;
        while (left > 0 && (reader != null || open())) {
            long before = written.bytes();
            long copied = copying.copy(reader(), Math.min(left, run));
            if (copied == 0) {
                closeReader();
                continue;
            }
            count += copied;
            left -= copied;
            end += written.bytes() - before;
            long mean = Math.max(1, (written.bytes() - before) / copied);
            run = Math.max(RECORDS_PER_COPY, BYTES_PER_COPY / mean);
            report();
        }
    }

    /** Skips at most {@code max} records and returns their number. */
    long skip(long max) throws IOException {
        long skipped = 0;
        while (skipped < max && next()) {
            skipped++;
        }
        return skipped;
    }

    /** Returns the reader of the current record. */
    RecordReader reader() {
        if (reader == null) {
            throw new IllegalStateException("no current record; next() must have returned true");
        }
        return reader;
    }

    /** Returns the number of records read so far. The number of the current record is one less. */
    long count() {
        return count;
    }

    /** Returns the place of the current record, for messages. */
    String place() {
        return reader().name() + ": record " + reader().index() + " at offset " + reader().offset();
    }

    private boolean open() throws IOException {
        if (!sources.hasNext()) {
            return false;
        }
        ByteSource source = sources.next();
        RecordReader opened = RecordReader.open(source, input.options());
        reader = opened;
        end = 0;
        reportedEnd = 0;
        if (format == null) {
            formatCheck.accept(opened.format());
            format = opened.format();
            first = source.name();
        } else if (format != opened.format()) {
            throw new IOException(source.name() + ": is " + opened.format().title() + ", but " + first + " is "
                    + format.title() + "; one output cannot contain both formats");
        }
        return true;
    }

    /**
     * Reports progress. For compressed sources, the report has no byte count, because the position in the file is
     * unknown.
     */
    private void report() {
        boolean plain = reader().compression().isNone();
        input.progress().advanced(count - reported, plain ? end - reportedEnd : 0);
        reported = count;
        reportedEnd = end;
    }

    private void closeReader() throws IOException {
        if (reader != null && count > reported) {
            report();
        }
        RecordReader done = reader;
        reader = null;
        if (done != null) {
            done.close();
        }
    }

    @Override
    public void close() throws IOException {
        closeReader();
    }
}
