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

/** The records of several sources as one sequence. It opens each source when its turn comes, and reports progress. */
final class RecordSequence implements Closeable {

    private static final int RECORDS_BETWEEN_TELLINGS = 256;
    private static final int RECORDS_COPIED_AT_ONCE = 4096;

    /** The most bytes of small records that are copied at once, approximately. The end of each copy is awaited. */
    private static final int BYTES_COPIED_AT_ONCE = 16 << 20;

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

    /** Creates a sequence that passes the format of the first source to a check, which may refuse it. */
    RecordSequence(RecordInput input, Consumer<RecordFormat> formatCheck) {
        this.input = input;
        this.formatCheck = formatCheck;
        this.sources = input.sources().iterator();
    }

    /** Moves to the next record and returns whether there is one. */
    boolean next() throws IOException {
        while (reader != null || open()) {
            if (reader().next()) {
                count++;
                end = reader().endOffset();
                if (count - reported >= RECORDS_BETWEEN_TELLINGS) {
                    report();
                }
                return true;
            }
            closeReader();
        }
        return false;
    }

    /** Receives runs of records. */
    @FunctionalInterface
    private interface Copying {
        long copy(RecordReader reader, long most) throws IOException;
    }

    /** Returns the number of record bytes that were copied. */
    @FunctionalInterface
    private interface Size {
        long bytes();
    }

    /** Copies at most {@code most} of the next records, byte for byte. */
    void copyTo(SetOutput out, long most) throws IOException {
        copy(out::copy, out::uncompressedSize, most);
    }

    /** Copies all remaining records, byte for byte. */
    void copyTo(RecordWriter writer) throws IOException {
        copy((from, most) -> from.copyTo(writer, most, Long.MAX_VALUE), writer::uncompressedSize, Long.MAX_VALUE);
    }

    private void copy(Copying copying, Size written, long most) throws IOException {
        long left = most;
        long atOnce = RECORDS_COPIED_AT_ONCE;
        while (left > 0 && (reader != null || open())) {
            long before = written.bytes();
            long copied = copying.copy(reader(), Math.min(left, atOnce));
            if (copied == 0) {
                closeReader();
                continue;
            }
            count += copied;
            left -= copied;
            end += written.bytes() - before;
            long mean = Math.max(1, (written.bytes() - before) / copied);
            atOnce = Math.max(RECORDS_COPIED_AT_ONCE, BYTES_COPIED_AT_ONCE / mean);
            report();
        }
    }

    /** Passes over at most {@code most} records and returns their number. */
    long passOver(long most) throws IOException {
        long passed = 0;
        while (passed < most && next()) {
            passed++;
        }
        return passed;
    }

    /** Returns the reader of the current record. */
    RecordReader reader() {
        if (reader == null) {
            throw new IllegalStateException("there is no present record");
        }
        return reader;
    }

    /** Returns the number of records so far; the number of the current record is one less. */
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
            throw new IOException(source.name() + ": is " + opened.format().title() + ", while " + first + " is "
                    + format.title() + "; records of both cannot be in one output");
        }
        return true;
    }

    /** Reports progress, without bytes for compressed sources, whose position is unknown. */
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
