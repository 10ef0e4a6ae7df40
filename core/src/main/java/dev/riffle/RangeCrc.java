package dev.riffle;

import dev.riffle.internal.Crc32cAlgebra;
import dev.riffle.internal.MaskedCrc32c;
import java.util.Arrays;

/**
 * Computes checksums of arbitrary ranges of a source and sums each byte about once. It keeps the running checksum at
 * every 256th byte; the checksum of a range follows from those at its two ends. Without it, a file of headers that all
 * claim large payloads would make a search sum the same bytes again and again.
 *
 * <p>It looks only at bytes of the requested range, and the range must be in reach.
 */
final class RangeCrc {

    private static final int STEP = 256;

    private final TfRecordFrames frames;

    /** The running CRC at {@code firstMark}, {@code firstMark + STEP} and so on. Where it began to run does not matter. */
    private int[] marks = new int[STEP];

    private int count;
    private long firstMark;

    /** How far the running CRC has come, and what it is there. */
    private long at = -1;

    private int running;

    RangeCrc(TfRecordFrames frames) {
        this.frames = frames;
    }

    /** Whether stretches from {@code from} on can be asked for without beginning anew. */
    boolean covers(long from) {
        return count > 0 && from >= firstMark - STEP && from <= at && at >= frames.offsetOf(0);
    }

    /** Nothing before {@code from} will be asked for any more. */
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

    /** Forgets everything and begins at {@code from}. */
    void restart(long from) {
        count = 1;
        marks[0] = 0;
        firstMark = from;
        at = from;
        running = 0;
    }

    /** The plain CRC-32C of the bytes from {@code from} to {@code to}, not before the place of {@link #begin}. */
    int of(long from, long to) throws CorruptRecordException {
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

    /** The running CRC at {@code to}, where it has not been yet or is just now. */
    int runTo(long to) throws CorruptRecordException {
        advance(to);
        return running;
    }

    /** What the running CRC at {@code offset} becomes with zero bytes up to {@code reference}, which lies behind all. */
    int runningShifted(long offset, long reference) throws CorruptRecordException {
        long mark = markFrom(offset);
        if (mark > at) {
            // no mark behind it yet: the running CRC itself is one
            return Crc32cAlgebra.shift(running ^ direct(offset, at), reference - at);
        }
        return Crc32cAlgebra.shift(valueAt(mark) ^ direct(offset, mark), reference - mark);
    }

    private int runningAt(long offset) throws CorruptRecordException {
        long mark = firstMark + (offset - firstMark) / STEP * STEP;
        return Crc32cAlgebra.shift(valueAt(mark), offset - mark) ^ direct(mark, offset);
    }

    private void advance(long to) throws CorruptRecordException {
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

    /** Lets go of the marks before {@code from}, now and then. */
    private void release(long from) {
        int before = (int) Math.min((from - firstMark) / STEP, count - 1L);
        if (count == marks.length && before > count / 2) {
            System.arraycopy(marks, before, marks, 0, count - before);
            count -= before;
            firstMark += (long) before * STEP;
        }
    }

    /** The first place at {@code offset} or behind it that has a mark, or will. */
    private long markFrom(long offset) {
        return offset <= firstMark ? firstMark : firstMark + (offset - firstMark + STEP - 1) / STEP * STEP;
    }

    private int valueAt(long mark) {
        return marks[(int) ((mark - firstMark) / STEP)];
    }

    private int direct(long from, long to) throws CorruptRecordException {
        long base = frames.offsetOf(0);
        return from == to ? 0 : MaskedCrc32c.unmask(frames.sumInPieces((int) (from - base), (int) (to - base)));
    }
}
