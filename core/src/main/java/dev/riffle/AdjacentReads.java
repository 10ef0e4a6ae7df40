package dev.riffle;

import dev.riffle.io.ByteRange;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import java.io.IOException;

/**
 * Reads ahead while a caller reads adjacent frames of remote storage one by one. Begins with the second frame. If the
 * caller stops, the unused bytes are at most a fixed number and a tenth of the bytes of the frames. Immutable.
 *
 * @param end the offset after the frame that was read last
 * @param run the number of bytes of the adjacent frames
 * @param offset the offset of {@code bytes}
 * @param bytes the bytes in memory
 * @param frame the frame that was read last
 */
record AdjacentReads(long end, long run, long offset, Bytes bytes, Bytes frame) {

    private static final int FIRST_BYTES = 60 << 10;
    private static final int MOST_BYTES = 4 << 20;
    private static final int RUN_FRACTION = 10;

    /** Returns the state after a single frame. */
    static AdjacentReads after(long end) {
        return new AdjacentReads(end, 0, end, Bytes.empty(), Bytes.empty());
    }

    /** Reads the next frame, which begins at {@link #end()}. The frame may be shorter than wanted at the end. */
    AdjacentReads next(ByteSource source, ByteRange wanted, long size) throws IOException {
        long from = offset;
        Bytes held = bytes;
        if (wanted.end() > from + held.size()) {
            from = wanted.offset();
            long some = Math.min(Math.max(wanted.length(), FIRST_BYTES + run / RUN_FRACTION), MOST_BYTES);
            held = source.read(from, (int) Math.min(some, size - from));
        }
        int at = (int) (wanted.offset() - from);
        Bytes found = held.slice(at, (int) Math.min(at + wanted.length(), held.size()));
        return new AdjacentReads(wanted.end(), run + wanted.length(), from, held, found);
    }
}
