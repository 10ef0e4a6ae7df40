package dev.riffle.dataset.internal.source;

import dev.riffle.dataset.internal.collate.PayloadList;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads one record file from a position to its end. */
abstract class RecordCursor implements Closeable {

    /**
     * The start of a record in its file.
     *
     * @param offset the offset at which the search for the record starts
     * @param index the number of the record in its file
     * @param version the version of the source to which the offset belongs; empty if it is unknown
     */
    record Start(long offset, long index, Optional<String> version) {

        /** The start of the first record. */
        static final Start FIRST = new Start(0, 0, Optional.empty());
    }

    private final ByteSource source;
    private boolean ended;
    private long offset;
    private long nextOffset;
    private long nextIndex;

    RecordCursor(ByteSource source, Start start) {
        this.source = source;
        this.nextOffset = start.offset();
        this.nextIndex = start.index();
    }

    /** Returns the next payload, or null at the end and after an error. */
    abstract @Nullable Bytes next() throws Exception;

    /** Adds the next payload to a list. Returns false at the end and after an error. */
    boolean nextInto(PayloadList target) throws Exception {
        Bytes payload = next();
        return payload != null && target.add(payload);
    }

    /** Returns the version of the source when the cursor opened it, or the expected version before. */
    abstract Optional<String> version();

    @Override
    public abstract void close() throws IOException;

    /** Moves after a record. */
    final void passed(long recordOffset, long endOffset, long index) {
        offset = recordOffset;
        nextOffset = endOffset;
        nextIndex = index + 1;
    }

    final void end() {
        ended = true;
    }

    /** Returns whether {@link #next} has reached the end or an error. */
    final boolean isEnded() {
        return ended;
    }

    /** Returns the offset of the last record that {@link #next} returned. */
    final long offset() {
        return offset;
    }

    /** Returns the offset at which the search for the next record starts. */
    final long nextOffset() {
        return nextOffset;
    }

    /** Returns the number of the last record. */
    final long index() {
        return nextIndex - 1;
    }

    /** Returns the start of the next record. */
    final Start start() {
        return new Start(nextOffset, nextIndex, version());
    }

    /** Returns the file. */
    final ByteSource source() {
        return source;
    }
}
