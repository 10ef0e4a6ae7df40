package dev.riffle.shard;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Records of a file that follow each other, walked by one thread; see {@link ParallelWalk.Work}. There may be none. Of use
 * only until the work on it has ended.
 */
public final class Stretch {

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
    private long nextIndex;
    private long toldRecords;
    private long toldEnd;

    /**
     * The records from where the reader stands.
     *
     * @param firstIndex the number that the reader gives the first record
     * @param begin where that is
     * @param limit a record that begins there or behind it is none of this stretch's any more
     */
    Stretch(
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
        this.nextIndex = firstIndex;
    }

    /** Goes to the next record; false at the end of the stretch, which damage is too: the walk tells of it afterwards. */
    public boolean next() {
        hasRecord = false;
        if (over || end >= limit) {
            over = true;
            return false;
        }
        try {
            if (end - toldEnd >= STEP_BYTES) {
                tell();
                checkStopped();
            }
            atEndOfFile = !reader.next();
        } catch (IOException e) {
            failure = e;
            over = true;
            return false;
        }
        if (atEndOfFile) {
            over = true;
            return false;
        }
        nextIndex = reader.index();
        if (reader.offset() >= limit) {
            end = reader.offset();
            over = true;
            return false;
        }
        nextIndex++;
        end = reader.endOffset();
        records++;
        hasRecord = true;
        return true;
    }

    private void checkStopped() throws InterruptedIOException {
        if (stopped.getAsBoolean() || Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("interrupted while walking " + reader.name());
        }
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

    /** What ended the stretch before its limit, other than the end of the file. */
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

    /** The number of that record. */
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
     * The present record's number in this stretch, from 0; a region that was skipped counts as one. Its number in the file is
     * this plus the number that {@link ParallelWalk.Results} gets.
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
