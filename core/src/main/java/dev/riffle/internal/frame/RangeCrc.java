package dev.riffle.internal.frame;

import dev.riffle.internal.Crc32cAlgebra;
import dev.riffle.internal.MaskedCrc32c;
import java.util.Arrays;

/**
 * Computes checksums of arbitrary ranges of a source, and reads each byte about once. It keeps the running checksum at
 * every 256th byte, and derives the checksum of a range from the values at its two ends. Without this class, the
 * headers in a crafted file could all claim large payloads. A search would then read the same bytes again and again.
 *
 * <p>The bytes of a requested range must be available. This class reads no other bytes.
 */
final class RangeCrc {

    private static final int STEP = 256;

    private final TfRecordFrames frames;

    /**
     * The running CRC at {@code firstMark}, {@code firstMark + STEP} and so on. The CRC may begin at any offset.
     */
    private int[] marks = new int[STEP];

    private int count;
    private long firstMark;

    /** The offset that the running CRC has reached. The next field is the CRC at that offset. */
    private long at = -1;

    private int running;

    RangeCrc(TfRecordFrames frames) {
        this.frames = frames;
    }

    /** Returns whether this class can compute ranges that begin at {@code from} without a restart. */
    boolean covers(long from) {
        return count > 0 && from >= firstMark - STEP && from <= at && at >= frames.offsetOf(0);
    }

    /** Announces that no later call asks for bytes before {@code from}. */
    void begin(long from) {
        if (covers(from)) {
            release(from);
        } else {
            restart(from);
        }
    }

    void clear() {
        count = 0;
    }

    /** Discards all values and begins at {@code from}. */
    void restart(long from) {
        count = 1;
        marks[0] = 0;
        firstMark = from;
        at = from;
        running = 0;
    }

    /**
     * Returns the plain CRC-32C of the bytes from {@code from} to {@code to}. {@code from} must not be before the
     * offset of {@link #begin}.
     */
    int of(long from, long to) throws DamagedFrameException {
        long mark = markFrom(from);
        if (mark >= to) {
            return direct(from, to);
        }
        advance(to);
        int head = direct(from, mark);
        int end = to == at ? running : runningAt(to);
        int rest = end ^ Crc32cAlgebra.shift(valueAt(mark), to - mark);
        return Crc32cAlgebra.shift(head, to - mark) ^ rest;
    }

    /**
     * Advances the running CRC to {@code to} and returns it. {@code to} must not be before the current offset of the
     * CRC.
     */
    int runTo(long to) throws DamagedFrameException {
        advance(to);
        return running;
    }

    /**
     * Returns the running CRC at {@code offset}, extended with zero bytes up to {@code reference}. {@code reference}
     * must be after all offsets.
     */
    int runningShifted(long offset, long reference) throws DamagedFrameException {
        long mark = markFrom(offset);
        if (mark > at) {
            // No mark follows yet, so the running CRC itself serves as the mark.
            return Crc32cAlgebra.shift(running ^ direct(offset, at), reference - at);
        }
        return Crc32cAlgebra.shift(valueAt(mark) ^ direct(offset, mark), reference - mark);
    }

    private int runningAt(long offset) throws DamagedFrameException {
        long mark = firstMark + (offset - firstMark) / STEP * STEP;
        return Crc32cAlgebra.shift(valueAt(mark), offset - mark) ^ direct(mark, offset);
    }

    private void advance(long to) throws DamagedFrameException {
        while (at < to) {
            long mark = firstMark + (long) count * STEP;
            long next = Math.min(mark, to);
            running = Crc32cAlgebra.shift(running, next - at) ^ direct(at, next);
            at = next;
            if (next == mark) {
                if (count == marks.length) {
                    marks = Arrays.copyOf(marks, 2 * count);
                }
                marks[count++] = running;
            }
        }
    }

    /** Discards the marks before {@code from} when enough marks have accumulated. */
    private void release(long from) {
        int before = (int) Math.min((from - firstMark) / STEP, count - 1L);
        if (count == marks.length && before > count / 2) {
            System.arraycopy(marks, before, marks, 0, count - before);
            count -= before;
            firstMark += (long) before * STEP;
        }
    }

    /** Returns the first offset at {@code offset} or after it that has a mark or will get one. */
    private long markFrom(long offset) {
        return offset <= firstMark ? firstMark : firstMark + (offset - firstMark + STEP - 1) / STEP * STEP;
    }

    private int valueAt(long mark) {
        return marks[(int) ((mark - firstMark) / STEP)];
    }

    private int direct(long from, long to) throws DamagedFrameException {
        long base = frames.offsetOf(0);
        return from == to ? 0 : MaskedCrc32c.unmask(frames.sumInPieces((int) (from - base), (int) (to - base)));
    }
}
