package dev.riffle;

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
 * <p>A mapped file may become shorter while it is copied. So its size is asked for behind each range that was taken. What was
 * taken by then may be wrong, and the writer has failed.
 */
final class FrameCopy {

    /** A range from which so much can be passed on at once need not grow further. */
    private static final int RANGE_BYTES = 512 << 10;

    /** A range of less than this is copied. */
    private static final int PASSED_BYTES = 32 << 10;

    private final Frames frames;
    private final RecordWriter writer;

    /** The buffer that the range is in, or null if there is no range. */
    private @Nullable ByteBuffer held;

    private int from;
    private int to;
    private long heldFrames;

    /** Where the range ends in the source. */
    private long heldEnd;

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
            finish();
        }
    }

    /** Adds the present frame, which is verified. */
    @SuppressWarnings("ReferenceEquality") // the same memory, not the same content
    void add(long offset, long endOffset, long index) throws IOException {
        int size = (int) Math.min(endOffset - offset, Integer.MAX_VALUE);
        int start = frames.end - size;
        if (held != null && (held != frames.buffer || start != to)) {
            finish();
        }
        if (endOffset - offset > Integer.MAX_VALUE || start < 0) {
            copyApart(endOffset - offset);
        } else {
            if (held == null) {
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

    /** Writes all that is held. If that fails nothing is held any more, and the writer has failed. */
    void finish() throws IOException {
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
                case PASS -> out.passPages(range);
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
        } catch (CorruptRecordException e) {
            throw e;
        } catch (IOException e) {
            // The system refuses to write from a page that is gone.
            if (frames.isMapped()) {
                try {
                    frames.checkSourceHas(heldEnd);
                } catch (CorruptRecordException shrank) {
                    shrank.addSuppressed(e);
                    throw shrank;
                }
            }
            throw e;
        }
        from = range.position();
    }

    private ByteBuffer held() {
        ByteBuffer buffer = held;
        if (buffer == null) {
            throw new AssertionError("nothing is held");
        }
        return buffer.asReadOnlyBuffer();
    }
}
