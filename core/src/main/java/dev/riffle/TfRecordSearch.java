package dev.riffle;

import dev.riffle.CorruptRecordException.Reason;
import dev.riffle.internal.MaskedCrc32c;
import java.io.IOException;

/**
 * Finds the way back after damage: the checksum of a length proves, but for one chance in 2^32, that a record begins where
 * it stands.
 *
 * <p>A payload whose checksum is wrong but behind which the next record stands is passed over whole. Otherwise each byte
 * behind the damage is tried as the beginning of a header. A candidate whose payload turns out wrong is one more damage,
 * searched from there on.
 */
final class TfRecordSearch {

    private static final int LOOK_AHEAD_BYTES = 64 << 10;

    private TfRecordSearch() {}

    /**
     * Goes to the next record that is right, telling {@code listener} of each region that is passed over; false if there is
     * none.
     *
     * @throws CorruptRecordException if the damage cannot be passed over
     */
    static boolean skip(Frames frames, CorruptRecordException first, DamageListener listener) throws IOException {
        CorruptRecordException damage = first;
        while (true) {
            if (damage.reason() == Reason.DECOMPRESSION || damage.reason() == Reason.SOURCE_SHRANK) {
                throw damage;
            }
            long from = damage.recordOffset();
            boolean found;
            try {
                found = behindPayload(frames, damage) || search(frames, damage);
            } catch (CorruptRecordException e) {
                e.addSuppressed(damage);
                throw e;
            }
            long to = frames.offsetOf(frames.end);
            frames.index++;
            listener.skipped(new SkippedRegion(frames.source, frames.index, from, to - from, damage));
            if (!found) {
                return false;
            }
            try {
                return frames.next();
            } catch (CorruptRecordException e) {
                damage = e;
            }
        }
    }

    /** Whether only the payload is damaged: then the next frame, or the end, follows where its length says. */
    private static boolean behindPayload(Frames frames, CorruptRecordException damage) throws IOException {
        if (damage.reason() != Reason.PAYLOAD_CHECKSUM) {
            return false;
        }
        int start = frames.end;
        if (start < 0) {
            return false;
        }
        long length = frames.buffer.getLong(start);
        long frameBytes = TfRecordFrames.HEADER_BYTES + length + TfRecordFrames.FOOTER_BYTES;
        if (frameBytes + TfRecordFrames.HEADER_BYTES > Integer.MAX_VALUE) {
            return false;
        }
        int wanted = (int) frameBytes + TfRecordFrames.HEADER_BYTES;
        int now = frames.limit - start < wanted ? frames.reach(start, wanted) : start;
        int next = now + (int) frameBytes;
        if (next == frames.limit || isHeader(frames, next)) {
            frames.end = next;
            return true;
        }
        return false;
    }

    /** Tries every byte behind the damage; leaves the walk at the header that was found, or at the end. */
    private static boolean search(Frames frames, CorruptRecordException damage) throws IOException {
        int passed = damage.reason() == Reason.LENGTH_CHECKSUM || damage.reason() == Reason.TRUNCATED_HEADER
                ? 1
                : TfRecordFrames.HEADER_BYTES;
        int at = Math.max(frames.end + passed, 0);
        while (true) {
            if (frames.limit - at < TfRecordFrames.HEADER_BYTES) {
                frames.end = at;
                at = frames.reach(at, LOOK_AHEAD_BYTES);
                if (frames.limit - at < TfRecordFrames.HEADER_BYTES) {
                    frames.end = frames.limit;
                    return false;
                }
            }
            if (isHeader(frames, at)) {
                frames.end = at;
                return true;
            }
            at++;
        }
    }

    private static boolean isHeader(Frames frames, int at) {
        if (frames.limit - at < TfRecordFrames.HEADER_BYTES) {
            return false;
        }
        long length = frames.buffer.getLong(at);
        long most = frames.size.isPresent()
                ? frames.size.getAsLong() - frames.offsetOf(at) - TfRecordFrames.HEADER_BYTES
                : Frames.MOST_PAYLOAD_BYTES;
        return length >= 0
                && length <= Math.min(most, Frames.MOST_PAYLOAD_BYTES)
                && MaskedCrc32c.ofLength(length) == frames.buffer.getInt(at + TfRecordFrames.LENGTH_BYTES);
    }
}
