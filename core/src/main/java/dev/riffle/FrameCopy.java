package dev.riffle;

import dev.riffle.internal.Mapping;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Copies verified frames as ranges of bytes from a reader's buffer to a writer's output.
 *
 * <p>Adjacent frames form one range while their bytes stay in place. The bytes of a mapping stay in place even after
 * the window has moved on. The bytes of a reused buffer stay until the reader fills the buffer again. Without
 * compression the sink receives a range without a copy. A compression receives a copy, because native code must not
 * access a missing page of a mapping.
 *
 * <p>Another thread may write ranges of a mapping while this class verifies the next ranges. {@link #finish} waits for
 * that thread, so that the thread does not use the mapping afterwards.
 *
 * <p>A mapped file may become shorter during the copy. So this class checks the size of the file after each range, and
 * again after it has written all ranges. If the file is shorter, the bytes written may be wrong. The writer has then
 * failed.
 */
final class FrameCopy {

    /** The size at which a range is written instead of extended. */
    private static final int RANGE_BYTES = 512 << 10;

    /** The size below which a range is copied. */
    private static final int PASSED_BYTES = 32 << 10;

    /**
     * The number of bytes to pass on in one call, directly after a proof that they exist. The sink may compute a
     * checksum of them.
     */
    private static final int PIECE_BYTES = 1 << 20;

    private final Frames frames;
    private final RecordWriter writer;

    /** The buffer that contains the range, or null if no range is pending. */
    private @Nullable ByteBuffer held;

    /** The mapping that contains ranges that may not be written yet. */
    private @Nullable Mapping used;

    private int from;
    private int to;
    private long heldFrames;

    /** The end of the pending range in the source. */
    private long heldEnd;

    /** The output that may have unwritten ranges, or null. */
    private @Nullable RecordOutput unsettled;

    private long bytes;
    private long lastOffset;
    private long lastEnd;
    private long lastIndex = -1;

    /** The beginning, end and number of a copied record. */
    record Copied(long offset, long endOffset, long index) {}

    FrameCopy(Frames frames, RecordWriter writer) {
        this.frames = frames;
        this.writer = writer;
    }

    /** Returns the number of bytes of the added frames. */
    long bytes() {
        return bytes;
    }

    /** Returns the last frame added. */
    @Nullable
    Copied last() {
        return lastIndex < 0 ? null : new Copied(lastOffset, lastEnd, lastIndex);
    }

    /** Prepares for the next frame, which may move the bytes. Must be called before the frames advance. */
    void beforeNext() throws IOException {
        if (held != null && !frames.isMapped() && !frames.isNextInReach()) {
            passOn();
        }
    }

    /** Adds the current frame. The frame must be verified. */
    @SuppressWarnings("ReferenceEquality") // compares the identity of the buffers, not their content
    void add(long offset, long endOffset, long index) throws IOException {
        int size = (int) Math.min(endOffset - offset, Integer.MAX_VALUE);
        int start = frames.end - size;
        if (held != null && (held != frames.buffer || start != to)) {
            passOn();
        }
        if (endOffset - offset > Integer.MAX_VALUE || start < 0) {
            copyApart(endOffset - offset);
        } else {
            if (held == null) {
                use(frames.mapping());
                held = frames.buffer;
                from = start;
            }
            to = frames.end;
            heldEnd = endOffset;
            heldFrames++;
            takeSome();
        }
        bytes += endOffset - offset;
        lastOffset = offset;
        lastEnd = endOffset;
        lastIndex = index;
    }

    /** Keeps the mapping of the next ranges. Writes ranges of another mapping first. */
    private void use(@Nullable Mapping mapping) throws IOException {
        if (mapping != used) {
            settle();
            release();
            if (mapping != null) {
                mapping.retain();
            }
            used = mapping;
        }
    }

    private void release() {
        Mapping present = used;
        used = null;
        if (present != null) {
            present.release();
        }
    }

    /** Copies a frame that exceeds one buffer, so that its header is no longer available. */
    private void copyApart(long frameBytes) throws IOException {
        writer.write(frames.payload());
        assert frameBytes == frames.framing.overheadBytes() + (long) frames.payloadSize;
    }

    private void takeSome() throws IOException {
        writer.append(heldFrames, out -> {
            if (!out.isPlain()) {
                take(out, Taking.COPY);
                out.endRecord();
            } else if (to - from >= RANGE_BYTES && frames.buffer.isDirect()) {
                take(out, Taking.PASS);
            }
        });
        heldFrames = 0;
    }

    /**
     * Writes all pending ranges, and waits until they are written. After a failure no range is pending, and the writer
     * has failed.
     */
    void finish() throws IOException {
        try {
            passOn();
            settle();
        } catch (Throwable e) {
            abandon();
            throw e;
        }
        release();
    }

    /** Makes sure that no thread still reads ranges that were passed on. Must be called after a failure. */
    void abandon() {
        held = null;
        RecordOutput out = unsettled;
        unsettled = null;
        if (out != null) {
            try {
                out.awaitWritten();
            } catch (IOException | RuntimeException e) {
                // The caller gets the earlier failure. The output throws this failure again on its next use.
            }
        }
        release();
    }

    private void settle() throws IOException {
        if (unsettled == null) {
            return;
        }
        unsettled = null;
        writer.append(0, out -> {
            try {
                out.awaitWritten();
                MappedFault.deliver();
                frames.checkSourceHas(heldEnd);
            } catch (InternalError fault) {
                MappedFault.settle();
                throw frames.shrank(fault);
            } catch (IOException e) {
                throw explained(e);
            }
        });
    }

    private void passOn() throws IOException {
        if (held == null) {
            return;
        }
        try {
            ByteBuffer range = held;
            writer.append(0, out -> {
                if (out.isPlain() && range.isDirect() && to - from >= PASSED_BYTES) {
                    take(out, Taking.PASS);
                }
                take(out, Taking.COPY);
                if (frames.isMapped()) {
                    frames.checkSourceHas(heldEnd);
                }
            });
        } finally {
            held = null;
        }
    }

    private enum Taking {
        /** Passes only complete pages to the sink. */
        PASS,
        COPY
    }

    private void take(RecordOutput out, Taking taking) throws IOException {
        ByteBuffer range = held().limit(to).position(from);
        try {
            switch (taking) {
                case PASS -> pass(out, range);
                case COPY -> out.copy(range);
            }
            if (frames.isMapped()) {
                MappedFault.deliver();
            }
            if (frames.isMapped() && taking == Taking.PASS) {
                frames.checkSourceHas(heldEnd);
            }
        } catch (InternalError fault) {
            MappedFault.settle();
            throw frames.shrank(fault);
        } catch (IOException e) {
            throw explained(e);
        }
        from = range.position();
    }

    private void pass(RecordOutput out, ByteBuffer range) throws IOException {
        if (!frames.isMapped()) {
            out.passPages(range, false);
            return;
        }
        unsettled = out;
        int end = range.limit();
        for (int before = -1; range.position() != before && range.position() < end; ) {
            before = range.position();
            range.limit(before + Math.min(end - before, PIECE_BYTES));
            frames.proof = range.get(range.limit() - 1);
            MappedFault.deliver();
            out.passPages(range, true);
            range.limit(end);
        }
    }

    /** Returns an exception that explains a failed write: the system rejects a write from a missing page. */
    private IOException explained(IOException failure) {
        if (frames.isMapped() && !(failure instanceof CorruptRecordException)) {
            try {
                frames.checkSourceHas(heldEnd);
            } catch (CorruptRecordException shrank) {
                shrank.addSuppressed(failure);
                return shrank;
            } catch (IOException unknown) {
                failure.addSuppressed(unknown);
            }
        }
        return failure;
    }

    private ByteBuffer held() {
        ByteBuffer buffer = held;
        if (buffer == null) {
            throw new AssertionError("nothing is held");
        }
        return buffer.asReadOnlyBuffer();
    }
}
