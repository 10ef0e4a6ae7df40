package dev.riffle;

import dev.riffle.CorruptRecordException.Reason;
import dev.riffle.internal.MaskedCrc32c;
import dev.riffle.io.Bytes;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Finds the way back after damage. The checksum of a length proves, but for one chance in 2^32, that a record begins where it
 * stands; what has to be decided is whether that record is one of the file or one inside the payload of a damaged record, for
 * a payload may be a record file itself. Everything that is whole is to be rescued, and nothing invented:
 *
 * <ul>
 *   <li>A record whose header is wrong is passed over whole if its end can be told. It ends where the length says that the
 *       header had before one byte of it was damaged ({@link MendedLength}), if the checksum of the payload stands there. Or
 *       at a header, or the end of the source, in front of which the checksum of its payload stands; the first header is
 *       tried, and those up to 1 MiB behind it ({@link FrameEnds}). Or behind the whole records that follow each other from
 *       the first header on, up to 16 MiB, if its checksum stands there. Else the walk goes on at the first header.
 *   <li>A record whose payload is wrong is passed over whole if a header (one byte of which may be wrong), or the end of the
 *       source, is where its length says; and also if the payload looks like a record file: a whole record is at its very
 *       beginning or reaches to its very end. But not if a whole record that begins within its last 16 KiB overlaps its end: then bytes are missing, and the records
 *       that follow have moved into its place. Then, and where nothing tells, the walk goes on at the first header inside.
 *       (The last 16 KiB of a payload of more than 64 MiB are not looked at.)
 *   <li>A record that the end of the source cuts short is the last one if a whole record is at the very beginning of its
 *       payload, unless whole records reach to that end exactly; else the walk goes on at the first header inside.
 * </ul>
 *
 * <p>What is found depends only on where the damage begins and the bytes from there on, whichever way they are read.
 *
 * <p>The work grows with the size of a file, whatever it claims. Damage is met from the front to the back, so that each part
 * keeps what it knows of the bytes ahead: {@link RangeSums} the checksums, {@link FrameEnds} where records may end, {@link
 * WholeRecords} which records are whole. A header costs a few look-ups, even if it is the next one of millions that all claim
 * the same bytes. Only where the walk has passed is forgotten.
 *
 * <p>A source that is not mapped has its bytes in reach from the damage on to the end of the record that is judged: if it is
 * none of the file, they are still to be gone through.
 */
final class TfRecordSearch {

    private static final int OVERLAP_BYTES = 16 << 10;
    private static final int MOST_OVERLAPPED_BYTES = 64 << 20;
    private static final int MOST_CHAIN_BYTES = 16 << 20;
    private static final int SHOWN_BYTES = 16;
    private static final int CHECKSUM_OF_LENGTH_ZERO = MaskedCrc32c.ofLength(0);

    private final TfRecordFrames frames;
    private final FrameEnds ends;
    private final WholeRecords wholes;

    private boolean endReached;

    /** What ends the bytes in reach if it is not the end of the source. */
    private @Nullable CorruptRecordException broken;

    TfRecordSearch(TfRecordFrames frames) {
        this.frames = frames;
        this.ends = new FrameEnds(this, frames);
        this.wholes = new WholeRecords(this);
    }

    /**
     * Goes to the next record that is right, telling {@code listener} of each region that is passed over; false if there is
     * none.
     *
     * @throws CorruptRecordException if the damage cannot be passed over
     */
    static boolean skip(Frames frames, CorruptRecordException first, DamageListener listener) throws IOException {
        return ((TfRecordFrames) frames).search().skip(first, listener);
    }

    private boolean skip(CorruptRecordException first, DamageListener listener) throws IOException {
        CorruptRecordException damage = first;
        while (true) {
            if (damage.reason() == Reason.DECOMPRESSION
                    || damage.reason() == Reason.OVER_LIMIT
                    || damage.reason() == Reason.SOURCE_SHRANK) {
                throw damage;
            }
            long from = damage.recordOffset();
            byte[] beginning = beginning();
            long to;
            try {
                to = behind(damage);
                if (broken != null && to == reachEnd()) {
                    throw broken;
                }
            } catch (CorruptRecordException e) {
                e.addSuppressed(damage);
                throw e;
            }
            boolean ended = endReached && to == reachEnd();
            frames.damageWasPassed(index(to));
            frames.index++;
            listener.skipped(new SkippedRegion(
                    frames.source, frames.index, from, to - from, damage, Bytes.copyOf(beginning, 0, (int)
                            Math.min(beginning.length, to - from))));
            if (ended) {
                return false;
            }
            try {
                checkThere(to);
                return frames.next();
            } catch (CorruptRecordException e) {
                damage = e;
            }
        }
    }

    private byte[] beginning() {
        int first = Math.max(frames.end, 0);
        byte[] bytes = new byte[Math.min(SHOWN_BYTES, frames.limit - first)];
        frames.buffer.get(first, bytes);
        return bytes;
    }

    /** A record that ends behind the end of the source is not asked for again and again. */
    private void checkThere(long at) throws IOException {
        if (has(at + TfRecordFrames.HEADER_BYTES) && isHeader(at)) {
            long length = lengthAt(at);
            if (!hasFrame(at, length) && isEnd(reachEnd())) {
                throw frames.truncated(at, length, reachEnd() - at - TfRecordFrames.HEADER_BYTES);
            }
        }
    }

    private long behind(CorruptRecordException damage) throws IOException {
        long at = damage.recordOffset();
        frames.rangeSums.begin(at);
        wholes.begin(at);
        return switch (damage.reason()) {
            case LENGTH_CHECKSUM -> behindWrongHeader(at);
            case PAYLOAD_CHECKSUM -> behindWrongPayload(at);
            case TRUNCATED_PAYLOAD -> behindTornPayload(at);
            case TRUNCATED_HEADER,
                    TOO_LARGE,
                    NEGATIVE_LENGTH,
                    ZERO_LENGTH,
                    MALFORMED_MESSAGE,
                    DECOMPRESSION,
                    OVER_LIMIT,
                    SOURCE_SHRANK -> search(at, at + TfRecordFrames.HEADER_BYTES);
        };
    }

    private long behindWrongHeader(long at) throws IOException {
        long mended = mended(at);
        if (mended >= 0 && isPayload(at + TfRecordFrames.HEADER_BYTES, mended)) {
            return at + mended + frames.overheadBytes();
        }
        long first = search(at, at + 1);
        boolean none = endReached && first == reachEnd();
        if (none || first - at > FrameEnds.LOOK_BYTES) {
            return first;
        }
        long end = ends.find(at, first);
        return end < 0 ? behindChain(at, first) : end;
    }

    /** Behind the whole records that begin at {@code first} if the checksum of the damaged record stands there. */
    private long behindChain(long damaged, long first) throws IOException {
        long most = first + MOST_CHAIN_BYTES;
        long end = first;
        while (isWhole(end, most)) {
            end += frameBytes(end);
        }
        if (end == first || !has(end + TfRecordFrames.FOOTER_BYTES)) {
            return first;
        }
        long last = Math.min(damaged + FrameEnds.MOST_HEADER_BYTES, first);
        for (long payload = damaged; payload <= last; payload++) {
            if (isSum(payload, end)) {
                return end + TfRecordFrames.FOOTER_BYTES;
            }
        }
        return first;
    }

    private long behindWrongPayload(long at) throws IOException {
        long payload = at + TfRecordFrames.HEADER_BYTES;
        if (frames.end < 0) {
            return search(at, payload);
        }
        long length = lengthAt(at);
        long footer = payload + length;
        long end = footer + TfRecordFrames.FOOTER_BYTES;
        boolean looked = length <= MOST_OVERLAPPED_BYTES;
        long from = Math.max(payload, end - OVERLAP_BYTES);
        if (looked && wholes.any(from, end, footer + 1, end + FrameEnds.LOOK_BYTES)) {
            return search(at, payload);
        }
        boolean endIsProven = has(end + TfRecordFrames.HEADER_BYTES) ? isHeader(end) || mended(end) >= 0 : isEnd(end);
        boolean passed = endIsProven || isWhole(payload, end) || looked && wholes.any(from, end, footer, footer);
        return passed ? end : search(at, payload);
    }

    private long behindTornPayload(long at) throws IOException {
        long payload = at + TfRecordFrames.HEADER_BYTES;
        boolean possible = frames.end >= 0 && lengthAt(at) >= 0 && lengthAt(at) <= Frames.MOST_PAYLOAD_BYTES;
        if (!possible || has(at + Frames.MOST_PAYLOAD_BYTES) || !isEnd(reachEnd())) {
            return search(at, payload);
        }
        long end = reachEnd();
        boolean isLast = isWhole(payload, end) && !wholes.any(Math.max(payload, end - OVERLAP_BYTES), end, end, end);
        return isLast ? end : search(at, payload);
    }

    /**
     * The first header at {@code from} or behind it, or the end. What is behind the damage stays in reach unless that is very
     * far.
     */
    private long search(long damaged, long from) throws IOException {
        long at = from;
        while (has(at + TfRecordFrames.HEADER_BYTES)) {
            long to = reachEnd() - TfRecordFrames.HEADER_BYTES + 1;
            at = header(at, to);
            if (at < to) {
                return at;
            }
            if (at - damaged > FrameEnds.LOOK_BYTES) {
                frames.end = index(at);
            }
        }
        return reachEnd();
    }

    /** The first header at {@code from} or behind it; {@code to} if there is none before. */
    long header(long from, long to) throws IOException {
        long at = from;
        while (at < to && has(at + TfRecordFrames.HEADER_BYTES)) {
            long last = Math.min(to, reachEnd() - TfRecordFrames.HEADER_BYTES + 1);
            for (; at < last; at++) {
                if (isHeader(at)) {
                    return at;
                }
            }
        }
        return to;
    }

    /** Whether a whole record begins at {@code at} that ends at {@code most} or before. */
    boolean isWhole(long at, long most) throws IOException {
        if (!has(at + TfRecordFrames.HEADER_BYTES) || !isHeader(at)) {
            return false;
        }
        long length = lengthAt(at);
        return length <= most - at - frames.overheadBytes() && isPayload(at + TfRecordFrames.HEADER_BYTES, length);
    }

    /** Whether {@code length} bytes from {@code payload} on are there and have their checksum behind them. */
    private boolean isPayload(long payload, long length) throws IOException {
        long end = payload + length + TfRecordFrames.FOOTER_BYTES;
        return end <= frames.size.orElse(Long.MAX_VALUE) && has(end) && isSum(payload, payload + length);
    }

    /** Whether what is stored at {@code to} is the checksum of the bytes from {@code from} on, all of them in reach. */
    private boolean isSum(long from, long to) throws CorruptRecordException {
        frames.payloadsSummed++;
        return frames.rangeSums.of(from, to) == MaskedCrc32c.unmask(intAt(to));
    }

    private boolean hasFrame(long at, long length) throws IOException {
        return has(at + TfRecordFrames.HEADER_BYTES + length + TfRecordFrames.FOOTER_BYTES);
    }

    /** How many bytes the frame at {@code at} has, by its header, which is right. */
    long frameBytes(long at) {
        return lengthAt(at) + frames.overheadBytes();
    }

    private long lengthAt(long at) {
        return frames.buffer.getLong(index(at));
    }

    private long mended(long at) {
        return MendedLength.of(lengthAt(at), intAt(at + TfRecordFrames.LENGTH_BYTES));
    }

    int intAt(long at) {
        return frames.buffer.getInt(index(at));
    }

    /**
     * Whether the length at {@code at}, which is in reach, is possible and has its right checksum. A payload of 8 bytes and its
     * checksum look like a header, but seldom like one of a possible length.
     */
    boolean isHeader(long at) {
        frames.headersSeen++;
        int index = index(at);
        long length = frames.buffer.getLong(index);
        if (length < 0 || length > Frames.MOST_PAYLOAD_BYTES) {
            return false;
        }
        int stored = frames.buffer.getInt(index + TfRecordFrames.LENGTH_BYTES);
        // Zeros are what most damaged stretches hold.
        return length == 0 ? stored == CHECKSUM_OF_LENGTH_ZERO : stored == MaskedCrc32c.ofLength(length);
    }

    /** Whether the source is known to end at {@code at}. */
    boolean isEnd(long at) {
        return endReached && broken == null && at == reachEnd();
    }

    /** How far the bytes in reach go; once {@link #endReached}, the end of the source. */
    long reachEnd() {
        return frames.offsetOf(frames.limit);
    }

    /** Whether there are bytes up to {@code to}, which come into reach then, with all from the damage on. */
    boolean has(long to) throws IOException {
        if (reachEnd() >= to) {
            return true;
        }
        long wanted = to - frames.offsetOf(frames.end);
        if (endReached || wanted > frames.mostReach() || frames.size.orElse(Long.MAX_VALUE) < to && isAllInReach()) {
            return false;
        }
        // Some more, so that the bytes in reach are not moved for each of many records.
        long most = Math.min(frames.mostReach(), Integer.MAX_VALUE - 8);
        long more = Math.min(wanted + wanted / 8 + FrameEnds.LOOK_BYTES, most);
        int count = (int) Math.max(wanted, more);
        try {
            frames.reach(frames.end, count);
            endReached = frames.limit - frames.end < count;
        } catch (CorruptRecordException e) {
            if (e.reason() != Reason.DECOMPRESSION) {
                throw e;
            }
            broken = e;
            endReached = true;
        }
        return reachEnd() >= to;
    }

    private boolean isAllInReach() {
        endReached = reachEnd() >= frames.size.orElse(Long.MAX_VALUE);
        return endReached;
    }

    private int index(long offset) {
        return (int) (offset - frames.offsetOf(0));
    }
}
