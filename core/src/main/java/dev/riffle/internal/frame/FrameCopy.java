package dev.riffle.internal.frame;

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
public final class FrameCopy {

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
    private final Target target;

    /** Whether the output has no compression. A compressed output receives each frame at once. */
    private final boolean plain;

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
    private @Nullable FrameWriter unsettled;

    private long bytes;
    private long lastOffset;
    private long lastEnd;
    private long lastIndex = -1;
    private int lastPayloadSize;

    /** The writer that receives the frames. */
    @FunctionalInterface
    public interface Target {

        /** Lets {@code body} append this number of intact frames. */
        void append(long frames, Body body) throws IOException;
    }

    /** Appends frames to the output of a writer. */
    @FunctionalInterface
    public interface Body {

        void append(FrameWriter out) throws IOException;
    }

    /**
     * Creates a copy without frames.
     *
     * @param plain whether the output has no compression
     */
    public FrameCopy(Frames frames, Target target, boolean plain) {
        this.frames = frames;
        this.target = target;
        this.plain = plain;
    }

    /** Returns the number of bytes of the added frames. */
    public long bytes() {
        return bytes;
    }

    /** Returns the place of the last record added, or null. */
    public @Nullable RecordPosition last() {
        return lastIndex < 0 ? null : new RecordPosition.Kept(lastOffset, lastEnd, lastIndex, lastPayloadSize);
    }

    /** Prepares for the next frame, which may move the bytes. Must be called before the frames advance. */
    public void beforeNext() throws IOException {
        if (held != null && !frames.mapped && !frames.isNextInReach()) {
            passOn();
        }
    }

    /** Adds the current frame. The frame must be verified. */
    @SuppressWarnings("ReferenceEquality") // compares the identity of the buffers, not their content
    public void add() throws IOException {
        long frameBytes = frames.endOffset() - frames.offset();
        long start = frames.end - frameBytes;
        if (held != null && (held != frames.buffer || start != to)) {
            passOn();
        }
        if (start < 0) {
            // The frame exceeds one buffer, so that its header is no longer available.
            ByteBuffer payload = frames.payload();
            target.append(1, out -> out.write(payload));
        } else {
            if (held == null) {
                use(frames.mapping());
                held = frames.buffer;
                from = (int) start;
            }
            to = frames.end;
            heldEnd = frames.endOffset();
            heldFrames++;
            takeSome(held);
        }
        bytes += frameBytes;
        lastOffset = frames.offset();
        lastEnd = frames.endOffset();
        lastIndex = frames.index;
        lastPayloadSize = frames.payloadSize;
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

    /** Writes the range if it is large, or if a compression needs each frame. */
    private void takeSome(ByteBuffer range) throws IOException {
        if (!plain) {
            append(out -> {
                take(range, out, true);
                out.endRecord();
            });
        } else if (to - from >= RANGE_BYTES && range.isDirect()) {
            append(out -> take(range, out, false));
        }
    }

    private void append(Body body) throws IOException {
        long count = heldFrames;
        heldFrames = 0;
        target.append(count, body);
    }

    /**
     * Writes all pending ranges, and waits until they are written. After a failure no range is pending, and the writer
     * has failed.
     */
    public void finish() throws IOException {
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
    public void abandon() {
        held = null;
        FrameWriter out = unsettled;
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
        target.append(0, out -> {
            try {
                out.awaitWritten();
                MappedFault.deliver();
                frames.checkSourceHas(heldEnd);
            } catch (InternalError fault) {
                throw frames.shrank(fault);
            } catch (IOException e) {
                throw explained(e);
            }
        });
    }

    private void passOn() throws IOException {
        ByteBuffer range = held;
        held = null;
        if (range != null) {
            append(out -> {
                take(range, out, true);
                if (frames.mapped) {
                    frames.checkSourceHas(heldEnd);
                }
            });
        }
    }

    /**
     * Writes the pending range without a copy if possible.
     *
     * @param all whether to copy the rest, which is less than a page
     */
    private void take(ByteBuffer buffer, FrameWriter out, boolean all) throws IOException {
        ByteBuffer range = buffer.asReadOnlyBuffer().limit(to).position(from);
        boolean passes = plain && range.isDirect() && to - from >= PASSED_BYTES;
        try {
            if (passes) {
                pass(out, range);
            }
            if (all) {
                out.copy(range);
            }
            if (frames.mapped) {
                MappedFault.deliver();
            }
            if (frames.mapped && passes) {
                frames.checkSourceHas(heldEnd);
            }
        } catch (InternalError fault) {
            throw frames.shrank(fault);
        } catch (IOException e) {
            throw explained(e);
        }
        from = range.position();
    }

    private void pass(FrameWriter out, ByteBuffer range) throws IOException {
        if (!frames.mapped) {
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
        if (frames.mapped && !(failure instanceof DamagedFrameException)) {
            try {
                frames.checkSourceHas(heldEnd);
            } catch (DamagedFrameException shrank) {
                shrank.addSuppressed(failure);
                return shrank;
            } catch (IOException unknown) {
                failure.addSuppressed(unknown);
            }
        }
        return failure;
    }
}
