package dev.riffle.scan.internal;

import dev.riffle.CorruptRecordException;
import dev.riffle.DamagePolicy;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.example.internal.RecordPlace;
import dev.riffle.io.ByteSource;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of several sources as one sequence. Opens the sources one after the other and reports progress. All
 * sources must have one format; a source without records has every format.
 *
 * <p>Belongs to one thread at a time.
 */
public final class RecordSequence implements Closeable {

    private static final int RECORDS_BETWEEN_REPORTS = 256;
    private static final int BYTES_BETWEEN_REPORTS = 1 << 20;
    private static final int RECORDS_PER_COPY = 4096;

    /** The approximate size of one copy of small records, in bytes. The thread waits for the end of each copy. */
    private static final int BYTES_PER_COPY = 16 << 20;

    /** A larger compressed source has records. Compressed files without records usually have 20 bytes. */
    private static final int MOST_BYTES_WITHOUT_RECORDS = 1 << 16;

    private final List<ByteSource> sources;
    private final RecordReaderOptions options;
    private final OperationProgress progress;
    private final Consumer<RecordFormat> formatCheck;
    private final List<CorruptRecordException> tornTails = new ArrayList<>();
    private @Nullable RecordReader reader;

    /** Whether the current source has no records, so that its detected format has no meaning. */
    private boolean empty;

    private @Nullable RecordFormat format;
    private String first = "";
    private int opened;
    private boolean closed;
    private long count;
    private long reported;
    private long end;

    /** The end of the last reported record, and the bytes of the current source that were reported. */
    private long reportedEnd;

    private long reportedBytes;

    /** The number of bytes of the sources that are closed. */
    private long closedBytes;

    /** Copies at most {@code max} records of a reader. Returns their number, or 0 at the end of the reader. */
    @FunctionalInterface
    public interface Copying {
        long copy(RecordReader reader, long max) throws IOException;
    }

    /** Computes the number of copied record bytes. */
    @FunctionalInterface
    public interface Size {
        long bytes();
    }

    /** Creates a sequence. The owner of the progress closes it. */
    public RecordSequence(List<ByteSource> sources, RecordReaderOptions options, OperationProgress progress) {
        this(sources, options, progress, any -> {});
    }

    /** Creates a sequence. {@code formatCheck} receives the format before the first record, and may throw. */
    public RecordSequence(
            List<ByteSource> sources,
            RecordReaderOptions options,
            OperationProgress progress,
            Consumer<RecordFormat> formatCheck) {
        this.sources = sources;
        this.options = options;
        this.progress = progress;
        this.formatCheck = formatCheck;
    }

    /** Moves to the next record. Returns false after the last one. */
    public boolean next() throws IOException {
        while (reader != null || open()) {
            RecordReader current = reader();
            if (current.next()) {
                count++;
                end = current.endOffset();
                if (count - reported >= RECORDS_BETWEEN_REPORTS || end - reportedEnd >= BYTES_BETWEEN_REPORTS) {
                    report();
                }
                return true;
            }
            closeReader();
        }
        return false;
    }

    /** Copies at most {@code max} of the next records. */
    public void copy(Copying copying, Size written, long max) throws IOException {
        long left = max;
        long run = RECORDS_PER_COPY;
        while (left > 0 && (reader != null || open())) {
            long before = written.bytes();
            long copied = empty ? 0 : copying.copy(reader(), Math.min(left, run));
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
    public long skip(long max) throws IOException {
        long skipped = 0;
        while (skipped < max && next()) {
            skipped++;
        }
        return skipped;
    }

    /** Returns the reader of the current record. */
    public RecordReader reader() {
        if (reader == null) {
            checkOpen();
            throw new IllegalStateException("no current record; next() must have returned true");
        }
        return reader;
    }

    /** Returns the number of records read so far. The number of the current record is one less. */
    public long count() {
        return count;
    }

    /** Returns the number of stored bytes of all sources that were read. */
    public long sourceBytesRead() {
        return closedBytes + (reader == null ? 0 : reader.sourceBytesRead());
    }

    /** Returns the incomplete records at the ends of the sources that were read completely. */
    public List<CorruptRecordException> tornTails() {
        return List.copyOf(tornTails);
    }

    /** Returns the place of the current record, for messages. */
    public String place() {
        return RecordPlace.of(reader()).toString();
    }

    /**
     * Opens the next source, if the sequence has one. {@link #next()} does this after each source. If this method
     * fails, the next call opens the same source again, so a failure never skips a source.
     */
    public boolean open() throws IOException {
        checkOpen();
        if (opened == sources.size()) {
            return false;
        }
        ByteSource source = sources.get(opened);
        RecordReader next = RecordReader.open(source, options);
        try {
            boolean fits = next.format() == format && source.size().orElse(-1) != 0;
            empty = !fits && isEmpty(source, next, options);
            if (!empty) {
                checkFormat(next);
            }
        } catch (Throwable e) {
            closeAfter(next, e);
            throw e;
        }
        opened++;
        reader = next;
        end = 0;
        reportedEnd = 0;
        reportedBytes = 0;
        return true;
    }

    /**
     * Returns whether a source is an empty file, or a compressed stream without records. Its content then does not show
     * its format, and the format of {@code opened} is only a default.
     *
     * @param opened a reader of the source with these options, whose position does not change
     */
    public static boolean isEmpty(ByteSource source, RecordReader opened, RecordReaderOptions options)
            throws IOException {
        long size = source.size().orElse(Long.MAX_VALUE);
        if (size == 0) {
            return true;
        }
        if (opened.compression().isNone() || size > MOST_BYTES_WITHOUT_RECORDS) {
            return false;
        }
        try (RecordReader probe = RecordReader.open(source, options.damage(DamagePolicy.FAIL))) {
            return !probe.next();
        } catch (CorruptRecordException e) {
            // next() reports the damage
            return false;
        }
    }

    private void checkFormat(RecordReader next) throws IOException {
        if (format == null) {
            formatCheck.accept(next.format());
            format = next.format();
            first = next.name();
        } else if (format != next.format()) {
            throw new IOException(next.name() + ": is " + next.format().title() + ", but " + first + " is "
                    + format.title() + "; read the files of each format separately");
        }
    }

    private static void closeAfter(RecordReader reader, Throwable failure) {
        try {
            reader.close();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    private void report() {
        long records = count - reported;
        long bytes = reader().sourceBytesRead() - reportedBytes;
        reported = count;
        reportedEnd = end;
        reportedBytes += bytes;
        progress.advanced(records, bytes);
    }

    private void closeReader() throws IOException {
        RecordReader done = reader;
        if (done == null) {
            return;
        }
        try {
            report();
        } finally {
            reader = null;
            closedBytes += done.sourceBytesRead();
            done.tornTail().ifPresent(tornTails::add);
            done.close();
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the reader is closed" + (first.isEmpty() ? "" : ": " + first));
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        closeReader();
    }
}
