package dev.riffle;

import dev.riffle.internal.MaskedCrc32c;
import dev.riffle.internal.frame.Framing;
import java.io.Closeable;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.zip.CRC32C;

/**
 * Finds intact records after any offset of an uncompressed TFRecord file. The class reads with its own frames.
 *
 * <p>A header in a payload may claim any length. So this class verifies large payloads piece by piece and holds only
 * one piece. It ends the search after reading a limited number of bytes for wrong claims.
 */
final class TfRecordFind implements Closeable {

    private static final int LOOK_AHEAD_BYTES = 64 << 10;

    /** The number of mapped bytes to check in one step, and the largest part of a payload to hold. */
    private static final int PIECE_BYTES = 256 << 10;

    /** The smallest limit of bytes that a search may read for wrong claims. */
    private static final long LEAST_VAIN_BYTES = 64 << 20;

    private final Frames frames;
    private final CRC32C sum = new CRC32C();

    TfRecordFind(Frames frames) {
        this.frames = frames;
    }

    /** Returns the size that the file had when this object opened it. */
    long size() {
        return frames.size.orElse(0);
    }

    /**
     * Returns the first offset from {@code from} to {@code to}, exclusive, at which an intact record begins. Empty if
     * there is none. Also empty if the search must read too many bytes for wrong claims: more than 64 MiB, and more
     * than lie between the two offsets.
     */
    OptionalLong find(long from, long to) throws IOException {
        long left = Math.max(Math.min(to, size()) - from, LEAST_VAIN_BYTES);
        try {
            long at = from;
            while (true) {
                frames.seek(at, 0);
                OptionalLong header = findHeader(to);
                if (header.isEmpty()) {
                    return header;
                }
                long payloadBytes = frames.buffer.getLong(frames.end);
                left -= payloadBytes;
                if (left < 0) {
                    return OptionalLong.empty();
                }
                if (isRecord((int) payloadBytes)) {
                    return header;
                }
                at = header.getAsLong() + 1;
            }
        } catch (InternalError e) {
            MappedFault.settle();
            throw frames.shrank(e);
        }
    }

    /** Finds the next header, makes it available and sets the end of the frames to it. */
    private OptionalLong findHeader(long to) throws IOException {
        int at = frames.end;
        while (frames.offsetOf(at) < to) {
            if (at < 0 || frames.limit - at < TfRecordFrames.HEADER_BYTES) {
                frames.end = at;
                at = frames.reach(at, LOOK_AHEAD_BYTES);
                if (frames.limit - at < TfRecordFrames.HEADER_BYTES) {
                    return OptionalLong.empty();
                }
            }
            long most = Math.min(to - frames.offsetOf(at), PIECE_BYTES);
            int until = (int) Math.min(at + most, frames.limit - TfRecordFrames.HEADER_BYTES + 1L);
            if (frames.isMapped()) {
                frames.prove(until + TfRecordFrames.HEADER_BYTES - 1);
            }
            for (; at < until; at++) {
                if (Framing.isTfRecordHeader(frames.buffer, at, size() - frames.offsetOf(at))) {
                    frames.end = at;
                    return OptionalLong.of(frames.offsetOf(at));
                }
            }
        }
        return OptionalLong.empty();
    }

    /** Returns whether the payload of the found header is intact. Discarded bytes are read again later. */
    private boolean isRecord(int payloadBytes) throws IOException {
        sum.reset();
        long wanted = (long) TfRecordFrames.HEADER_BYTES + payloadBytes + TfRecordFrames.FOOTER_BYTES;
        int at = frames.end;
        if (frames.limit - at < wanted && wanted <= PIECE_BYTES) {
            at = frames.reach(at, (int) wanted);
        }
        at += TfRecordFrames.HEADER_BYTES;
        for (int left = payloadBytes; left > 0; ) {
            int piece = Math.min(left, PIECE_BYTES);
            at = inReach(at, piece);
            if (at < 0) {
                return false;
            }
            frames.addTo(sum, at, at + piece);
            at += piece;
            left -= piece;
        }
        at = inReach(at, TfRecordFrames.FOOTER_BYTES);
        return at >= 0 && MaskedCrc32c.mask((int) sum.getValue()) == frames.buffer.getInt(at);
    }

    /** Returns the current index of {@code count} bytes that begin at {@code at}, or -1 if fewer bytes are left. */
    private int inReach(int at, int count) throws IOException {
        int now = at;
        if (frames.limit - at < count) {
            frames.end = at;
            now = frames.reach(at, count);
            if (frames.limit - now < count) {
                return -1;
            }
        }
        if (frames.isMapped()) {
            frames.prove(now + count);
        }
        return now;
    }

    @Override
    public void close() throws IOException {
        frames.close();
    }
}
