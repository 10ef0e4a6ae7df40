package dev.riffle.scan;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Records of a file that follow each other, walked by one thread; see {@link ParallelScan.Work}. There may be none. Of use
 * only until the work on it has ended.
 */
public final class RecordSplit {

    /** Behind so many bytes somebody is told, and it is looked whether somebody wants an end. */
    private static final long STEP_BYTES = 1 << 20;

    private final RecordReader reader;
    private final long firstIndex;
    private final long limit;
    private final ProgressListener progress;
    private final BooleanSupplier stopped;

    private boolean hasRecord;
    private boolean over;
    private boolean atEndOfFile;
    private @Nullable IOException failure;
    private long records;
    private long end;

    /** Where the end of the split and of its thread is looked for again. */
    private long nextStep;

    private long nextIndex;
    private long toldRecords;
    private long toldEnd;

    /**
     * The records from where the reader stands.
     *
     * @param firstIndex the number that the reader gives the first record
     * @param begin where that is
     * @param limit a record that begins there or behind it is none of this split's any more
     */
    RecordSplit(
            RecordReader reader,
            long firstIndex,
            long begin,
            long limit,
            ProgressListener progress,
            BooleanSupplier stopped) {
        this.reader = reader;
        this.firstIndex = firstIndex;
        this.limit = limit;
        this.progress = progress;
        this.stopped = stopped;
        this.end = begin;
        this.toldEnd = begin;
        this.nextStep = nextStep();
    }

    /** Goes to the next record; false at the end of the split, which damage is too: the walk tells of it afterwards. */
    public boolean next() {
        if (end >= nextStep && !isToGoOn()) {
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
     * Goes over some of the records that come next, one behind the other without a gap, and tells how many bytes their payloads
     * have; see {@link RecordReader#nextSizes}. Behind it the last of them is the present record.
     *
     * @param payloadSizes takes the sizes, from index 0 on; at least one place
     * @return how many records these are; 0 at the end of the split
     */
    public int nextSizes(int[] payloadSizes) {
        if (end >= nextStep && !isToGoOn()) {
            return 0;
        }
        int count;
        try {
            count = reader.nextSizes(payloadSizes);
            if (count > 0 && reader.endOffset() > limit) {
                count = returnToLimit(payloadSizes, count);
            }
        } catch (IOException e) {
            failed(e);
            return 0;
        }
        if (count == 0) {
            atEndOfFile = !over;
            finished();
            return 0;
        }
        end = reader.endOffset();
        records += count;
        hasRecord = true;
        return count;
    }

    /** The reader has gone over so many records, perhaps beyond the limit; gives how many are of this split. */
    private int returnToLimit(int[] payloadSizes, int passed) throws IOException {
        long overhead = reader.endOffset() - reader.offset() - reader.payloadSize();
        long last = reader.offset();
        int count = passed;
        while (last >= limit && --count > 0) {
            last -= payloadSizes[count - 1] + overhead;
        }
        long index = reader.index() - (passed - count);
        if (count == 0) {
            end = last;
            nextIndex = index + 1;
            finished();
        } else if (count < passed) {
            reader.seek(last, index);
            reader.next();
        }
        return count;
    }

    /** What need not be looked after at every record. */
    private boolean isToGoOn() {
        if (over) {
            return false;
        }
        if (end >= limit) {
            nextIndex = hasRecord ? reader.index() + 1 : firstIndex;
            return finished();
        }
        tell();
        if (stopped.getAsBoolean() || Thread.currentThread().isInterrupted()) {
            return failed(new InterruptedIOException("interrupted while walking " + reader.name()));
        }
        nextStep = nextStep();
        return true;
    }

    private long nextStep() {
        return limit - end > STEP_BYTES ? end + STEP_BYTES : limit;
    }

    private boolean failed(IOException e) {
        failure = e;
        return finished();
    }

    private boolean finished() {
        over = true;
        hasRecord = false;
        nextStep = end;
        return false;
    }

    /** Goes on to the end, if the work did not; nothing can be read afterwards. */
    void finish() {
        boolean more = true;
        while (more) {
            more = next();
        }
        tell();
    }

    private void tell() {
        if (records > toldRecords || end > toldEnd) {
            progress.advanced(records - toldRecords, end - toldEnd);
            toldRecords = records;
            toldEnd = end;
        }
    }

    /** What ended the split before its limit, other than the end of the file. */
    @Nullable
    IOException failure() {
        return failure;
    }

    /** Whether it ended with the file. */
    boolean isAtEndOfFile() {
        return atEndOfFile;
    }

    /** How many records were gone through. */
    long records() {
        return records;
    }

    /** Where the record behind the last one begins. */
    long end() {
        return end;
    }

    /** The number of that record, unless the split ended with the file or failed. */
    long nextIndex() {
        return nextIndex;
    }

    /** The present record's payload; see {@link RecordReader#payload()}. */
    public ByteBuffer payload() throws IOException {
        checkRecord();
        return reader.payload();
    }

    /** The present record's payload as an array that the caller owns. */
    public byte[] payloadBytes() throws IOException {
        checkRecord();
        return reader.payloadBytes();
    }

    /** How many bytes the present record's payload has. */
    public int payloadSize() {
        checkRecord();
        return reader.payloadSize();
    }

    /** Where the present record begins, in uncompressed bytes from the beginning of the file. */
    public long offset() {
        checkRecord();
        return reader.offset();
    }

    /** Where the present record ends. */
    public long endOffset() {
        checkRecord();
        return reader.endOffset();
    }

    /**
     * The present record's number in this split, from 0; a region that was skipped counts as one. Its number in the file is
     * this plus the number that {@link ParallelScan.Results} gets.
     */
    public long index() {
        checkRecord();
        return reader.index() - firstIndex;
    }

    /** The format of the file. */
    public RecordFormat format() {
        return reader.format();
    }

    private void checkRecord() {
        if (!hasRecord) {
            throw new IllegalStateException("there is no present record; next() must have returned true");
        }
    }
}
