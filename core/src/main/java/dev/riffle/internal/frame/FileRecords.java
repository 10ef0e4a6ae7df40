package dev.riffle.internal.frame;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * Reads the records of one source in order. Each intact record becomes the current record. If a record is damaged, this
 * class throws and does not advance, so the next call throws for the same damage again.
 */
public abstract sealed class FileRecords implements RecordPosition, Closeable permits Frames, ContainerRecords {

    public final String source;
    public final RecordLayout layout;

    FileRecords(String source, RecordLayout layout) {
        this.source = source;
        this.layout = layout;
    }

    /** Advances to the next record. Returns false at a clean end. */
    public abstract boolean next() throws IOException;

    /** Advances to the next record if it is already verified and available. This check is very cheap. */
    public boolean nextVerified() {
        return false;
    }

    /**
     * Advances over all records that are already verified and available, while {@code sizes} has room. Stores their
     * payload sizes, beginning at index {@code from}. Returns the index after the last size.
     */
    public int nextVerified(int[] sizes, int from) {
        return from;
    }

    /**
     * Like {@link #nextVerified(int[], int)}. Also stores the {@link #checksum} of each of these records in {@code
     * checksums}, with the current record at index {@code from - 1}.
     */
    public int nextVerified(int[] sizes, int[] checksums, int from) throws IOException {
        checksums[from - 1] = checksum();
        return nextVerified(sizes, from);
    }

    /** Returns the checksum that the format stores for the current payload. Computes it if the format has none. */
    abstract int checksum() throws IOException;

    /**
     * Advances to the next intact record after damage, and reports each skipped region. Returns false if no record
     * follows.
     *
     * @param dropsDoubtful whether to skip intact records that may be nested in a damaged record
     * @throws DamagedFrameException if the damage cannot be skipped
     */
    public abstract boolean skip(DamagedFrameException damage, boolean dropsDoubtful, Consumer<SkippedFrames> listener)
            throws IOException;

    /** Makes the record at {@code offset} the next record, with the number {@code recordIndex}. */
    public abstract void seek(long offset, long recordIndex) throws IOException;

    /** Makes the current record the next record again. There is no current record then. */
    public abstract void putBack();

    /** Announces that the reader reads all bytes up to {@code offset}, so that remote storage sends them at once. */
    public abstract void willReadTo(long offset);

    /** Announces that the reader may stop at a record that begins at {@code offset} or after it. */
    public void verifyAheadBefore(long offset) {
        // Without batches, no records are verified ahead.
    }

    /**
     * Returns the number of bytes of the source that were read to reach the end of the current record.
     *
     * @param ended whether the reader has examined all bytes of the source
     */
    public abstract long sourceBytesRead(boolean ended);

    /** Returns the current payload as a view. */
    public abstract ByteBuffer payload() throws IOException;

    /** Returns the current payload in a new array. */
    public abstract byte[] payloadBytes() throws IOException;

    /** Adds the current payload to the memory of a batch. */
    public abstract void addPayloadTo(PayloadMemory memory) throws IOException;
}
