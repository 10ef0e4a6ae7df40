package dev.riffle;

import dev.riffle.internal.Mapping;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Takes verified frames from a reader's buffer to a writer's output as ranges of bytes.
 *
 * <p>Frames that follow each other are held as one range for as long as their bytes stay: those of a mapping even when the
 * window has moved on, those of a buffer that is filled again until then. What is written without compression goes to the sink
 * from where it lies. A compression gets a copy: native code must not meet a mapped page that is gone.
 *
 * <p>Ranges of a mapping may be written by another thread while the next ones are verified here. {@link #finish} waits for
 * that, so that nothing is read from the mapping once the copying is over.
 *
 * <p>A mapped file may become shorter while it is copied. So its size is asked for behind each range that was taken, and at the
 * end, when all of them are written. What was taken by then may be wrong, and the writer has failed.
 */
final class FrameCopy {

    /** A range from which so much can be passed on at once need not grow further. */
    private static final int RANGE_BYTES = 512 << 10;

    /** A range of less than this is copied. */
    private static final int PASSED_BYTES = 32 << 10;

    /** So much is passed on at once, directly behind a proof that it is there: the sink may sum it. */
    private static final int PIECE_BYTES = 1 << 20;

    private final Frames frames;
    private final RecordWriter writer;

    /** The buffer that the range is in, or null if there is no range. */
    private @Nullable ByteBuffer held;

    /** The mapping that ranges are from which may not be written yet. */
    private @Nullable Mapping used;

    private int from;
    private int to;
    private long heldFrames;

    /** Where the range ends in the source. */
    private long heldEnd;

    /** Where something may not be written yet that was passed on, or null. */
    private @Nullable RecordOutput unsettled;

    private long bytes;
    private long lastOffset;
    private long lastEnd;
    private long lastIndex = -1;

    /** Where a record that was copied begins and ends, and its number. */
    record Copied(long offset, long endOffset, long index) {}

    FrameCopy(Frames frames, RecordWriter writer) {
        this.frames = frames;
        this.writer = writer;
    }

    /** How many bytes the frames have that were added. */
    long bytes() {
        return bytes;
    }

    /** The last frame that was added. */
    @Nullable
    Copied last() {
        return lastIndex < 0 ? null : new Copied(lastOffset, lastEnd, lastIndex);
    }

    /** Must be called before the frames go on: they may move the bytes. */
    void beforeNext() throws IOException {
        if (held != null && !frames.isMapped() && !frames.isNextInReach()) {
            passOn();
        }
    }

    /** Adds the present frame, which is verified. */
    @SuppressWarnings("ReferenceEquality") // the same memory, not the same content
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

    /** Keeps the mapping from which the next ranges are. What is from another one is written first. */
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

    /** A frame whose header is out of reach, because all of it is too much for one buffer. */
    private void copyApart(long frameBytes) throws IOException {
        writer.write(frames.payload());
        assert frameBytes == frames.overheadBytes() + (long) frames.payloadSize;
    }

    private void takeSome() throws IOException {
        RecordOutput out = writer.takeFrames();
        if (!out.isPlain()) {
            take(out, Taking.COPY);
            out.endRecord();
        } else if (to - from >= RANGE_BYTES && frames.buffer.isDirect()) {
            take(out, Taking.PASS);
        }
        writer.tookFrames(heldFrames);
        heldFrames = 0;
    }

    /** Writes all that is held, and waits until it is written. If that fails nothing is held any more, and the writer has failed. */
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

    /** Lets nobody read what was passed on any more. To be called where something has failed. */
    void abandon() {
        held = null;
        RecordOutput out = unsettled;
        unsettled = null;
        if (out != null) {
            try {
                out.awaitWritten();
            } catch (IOException | RuntimeException e) {
                // What has failed before is on its way to the caller; the output throws this again when it is used.
            }
        }
        release();
    }

    private void settle() throws IOException {
        if (unsettled == null) {
            return;
        }
        unsettled = null;
        RecordOutput out = writer.takeFrames();
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
        writer.tookFrames(0);
    }

    private void passOn() throws IOException {
        if (held == null) {
            return;
        }
        try {
            RecordOutput out = writer.takeFrames();
            if (out.isPlain() && held.isDirect() && to - from >= PASSED_BYTES) {
                take(out, Taking.PASS);
            }
            take(out, Taking.COPY);
            if (frames.isMapped()) {
                frames.checkSourceHas(heldEnd);
            }
            writer.tookFrames(0);
        } finally {
            held = null;
        }
    }

    private enum Taking {
        /** As far as whole pages go. */
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

    /** The system refuses to write from a page that is gone. */
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
