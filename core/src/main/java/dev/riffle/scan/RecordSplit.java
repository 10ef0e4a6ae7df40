package dev.riffle.scan;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.internal.Argument;
import dev.riffle.scan.internal.OperationProgress;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the consecutive records of one split of a file; see {@link ParallelScan.Work}. A split may be empty. Use a
 * split only on the thread that runs the work, and only until the work ends. Methods of the current record throw {@link
 * IllegalStateException} if {@link #next()} has not returned true.
 *
 * @since 0.1
 */
public final class RecordSplit {

    /** Number of bytes between progress reports and cancellation checks. */
    private static final long STEP_BYTES = 1 << 20;

    private final RecordReader reader;
    private final long firstIndex;
    private final long limit;
    private final OperationProgress progress;
    private final BooleanSupplier stopped;

    /** The split ends without reading further if its records reach this offset. */
    private long pause = Long.MAX_VALUE;

    private boolean hasRecord;
    private boolean ended;
    private boolean atEndOfFile;
    private @Nullable IOException failure;
    private long records;
    private long end;

    /** The offset of the next progress report and cancellation check. */
    private long nextStep;

    private long nextIndex;
    private long reportedRecords;
    private long reportedEnd;

    /**
     * Creates a split of the records from the reader's position.
     *
     * @param first the place of the first record, with its number in the reader
     * @param limit the offset of the next split; all records of this split begin before it
     */
    RecordSplit(
            RecordReader reader,
            ParallelScan.Place first,
            long limit,
            OperationProgress progress,
            BooleanSupplier stopped) {
        this.reader = reader;
        this.firstIndex = first.index();
        this.limit = limit;
        this.progress = progress;
        this.stopped = stopped;
        long begin = first.offset();
        this.end = begin;
        this.reportedEnd = begin == 0 || reader.compression().isNone() ? begin : reader.sourceBytesRead();
        this.nextStep = nextStep();
    }

    /**
     * Ends this split soon after its records reach an offset. Unlike at the limit, the reader has read no record of the
     * next split, which thus continues without a {@link RecordReader#seek}.
     */
    RecordSplit pausingAt(long offset) {
        pause = offset;
        nextStep = nextStep();
        return this;
    }

    /**
     * Moves to the next record. Returns false at the end of the split or at damage; the scan reports the damage later.
     */
    public boolean next() {
        if (end >= nextStep && !canContinue()) {
            return false;
        }
        try {
            if (!reader.next()) {
                atEndOfFile = true;
                return finished();
            }
        } catch (IOException e) {
            return failed(e);
        }
        long recordEnd = reader.endOffset();
        if (recordEnd > limit && reader.offset() >= limit) {
            end = reader.offset();
            nextIndex = reader.index();
            return finished();
        }
        end = recordEnd;
        records++;
        hasRecord = true;
        return true;
    }

    /**
     * Reads several contiguous records and stores their payload sizes; see {@link RecordReader#nextSizes}. The last of
     * these records becomes the current record.
     *
     * @param payloadSizes receives the sizes, from index 0; its length is at least 1
     * @return number of records; 0 at the end of the split
     */
    public int nextSizes(int[] payloadSizes) {
        Argument.present(payloadSizes, "payloadSizes");
        return nextSizesIn(payloadSizes, null);
    }

    /** Like {@link #nextSizes(int[])}, with checksums; see {@link RecordReader#nextSizes(int[], int[])}. */
    public int nextSizes(int[] payloadSizes, int[] checksums) {
        Argument.present(payloadSizes, "payloadSizes");
        Argument.present(checksums, "checksums");
        return nextSizesIn(payloadSizes, checksums);
    }

    private int nextSizesIn(int[] payloadSizes, int @Nullable [] checksums) {
        if (end >= nextStep && !canContinue()) {
            return 0;
        }
        int count;
        try {
            count = checksums == null ? reader.nextSizes(payloadSizes) : reader.nextSizes(payloadSizes, checksums);
            if (count > 0 && reader.endOffset() > limit) {
                count = returnToLimit(payloadSizes, count);
            }
        } catch (IOException e) {
            failed(e);
            return 0;
        }
        if (count == 0) {
            atEndOfFile = !ended;
            finished();
            return 0;
        }
        end = reader.endOffset();
        records += count;
        hasRecord = true;
        return count;
    }

    /** Moves the reader back to the limit. Returns the number of the records read that belong to this split. */
    private int returnToLimit(int[] payloadSizes, int read) throws IOException {
        long overhead = reader.endOffset() - reader.offset() - reader.payloadSize();
        long last = reader.offset();
        int count = read;
        while (last >= limit && --count > 0) {
            last -= payloadSizes[count - 1] + overhead;
        }
        long index = reader.index() - (read - count);
        if (count == 0) {
            end = last;
            nextIndex = index + 1;
            finished();
        } else if (count < read) {
            reader.seek(last, index);
            reader.next();
        }
        return count;
    }

    /** Reports progress and returns whether the split continues. */
    private boolean canContinue() {
        if (ended) {
            return false;
        }
        if (end >= limit || end >= pause) {
            nextIndex = hasRecord ? reader.index() + 1 : firstIndex;
            return finished();
        }
        report();
        if (stopped.getAsBoolean() || Thread.currentThread().isInterrupted()) {
            return failed(new InterruptedIOException("interrupted while scanning " + reader.name()));
        }
        nextStep = nextStep();
        return true;
    }

    private long nextStep() {
        long last = Math.min(limit, pause);
        return last - end > STEP_BYTES ? end + STEP_BYTES : last;
    }

    private boolean failed(IOException e) {
        failure = e;
        return finished();
    }

    private boolean finished() {
        ended = true;
        hasRecord = false;
        nextStep = end;
        return false;
    }

    /** Skips the records that the work did not read, and ends the split. */
    void finish() {
        boolean more = true;
        while (more) {
            more = next();
        }
        report();
    }

    private void report() {
        long place = place();
        progress.advanced(records - reportedRecords, place - reportedEnd);
        reportedRecords = records;
        reportedEnd = place;
    }

    /** Returns the offset in the source up to which this split has read. */
    private long place() {
        return atEndOfFile || !reader.compression().isNone() ? reader.sourceBytesRead() : end;
    }

    /** Returns the error that ended the split before its limit, or null. */
    @Nullable
    IOException failure() {
        return failure;
    }

    /** Returns whether the split ended at the end of the file. */
    boolean isAtEndOfFile() {
        return atEndOfFile;
    }

    /** Returns the number of records read. */
    long records() {
        return records;
    }

    /** Returns the offset after the last record. */
    long end() {
        return end;
    }

    /** Returns the number of the next record, unless the split ended with the file or failed. */
    long nextIndex() {
        return nextIndex;
    }

    /** Returns the payload of the current record; see {@link RecordReader#payload()}. */
    public ByteBuffer payload() throws IOException {
        checkRecord();
        return reader.payload();
    }

    /** Returns the payload of the current record in an array that the caller owns. */
    public byte[] payloadBytes() throws IOException {
        checkRecord();
        return reader.payloadBytes();
    }

    /** Returns the payload size of the current record in bytes. */
    public int payloadSize() {
        checkRecord();
        return reader.payloadSize();
    }

    /** Returns the offset of the current record, in uncompressed bytes from the beginning of the file. */
    public long offset() {
        checkRecord();
        return reader.offset();
    }

    /** Returns the offset after the current record. */
    public long endOffset() {
        checkRecord();
        return reader.endOffset();
    }

    /**
     * Returns the number of the current record in this split, from 0; a skipped region counts as one. The number of the
     * record in the file is this number plus the one that {@link ParallelScan.Results} receives.
     */
    public long index() {
        checkRecord();
        return reader.index() - firstIndex;
    }

    /** Returns the format of the file. */
    public RecordFormat format() {
        return reader.format();
    }

    private void checkRecord() {
        if (!hasRecord) {
            throw new IllegalStateException("no current record; next() must have returned true");
        }
    }
}
