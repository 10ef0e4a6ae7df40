package dev.riffle.internal.frame;

import dev.riffle.internal.MaskedCrc32c;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the next record of the file after damage. The checksum of a length proves that a record begins there, except
 * for a chance of 1 in 2^32. A payload may itself be a record file. So the search decides whether the found record is a
 * record of the file or is nested in the payload of a damaged record. The rule:
 *
 * <p><b>An intact record is dropped only if it lies completely inside the payload of a damaged record. The evidence for
 * nesting must also be stronger than the evidence for a wrong length.</b> The caller decides whether
 * doubtful records are kept or dropped. The reader marks the region in either case.
 *
 * <ul>
 *   <li>If the header of a record is wrong, the checksum of its payload may still prove its end. The search then skips
 *       the complete record, and everything in it is nested. The search tries three kinds of ends. First, it tries the
 *       end by the length that the header had before one byte of it was damaged ({@link LengthRepair}). Second, it
 *       tries the first header, the headers up to 1 MiB after it, and the end of the source ({@link FrameEnds}). Third,
 *       it tries the end of the chain of intact records that begins at the first header, up to 16 MiB. If no checksum
 *       is valid, reading continues at the first header.
 *   <li>A record with a valid header and a wrong payload claims a span of the file. {@link ClaimedSpan} classifies the
 *       intact records in that span. If the span has no intact records, the search examines the claimed end. A header
 *       (with at most one wrong byte) or the end of the source may be at the claimed end. In this case the search skips
 *       the complete record. Otherwise reading continues at the first header inside the record.
 *   <li>A record that the end of the source cuts also claims a span. {@link ClaimedSpan} classifies the records in that
 *   span, too.
 *   <li>Reading may continue inside a damaged record without other evidence of that record. Then the chain of intact
 *       records that follows ends four bytes before a header or the end of the source. The four bytes are the checksum
 *       of the damaged record. If records are nested in each other, the chain ends four bytes earlier for each of up to
 *       four levels. Records in such a chain are doubtful. The search looks for this sign up to 16 MiB ahead.
 * </ul>
 *
 * <p>The result depends only on the offset of the damage and on the bytes after that offset. It does not depend on
 * earlier damage or on the kind of source. Two exceptions exist:
 *
 * <ul>
 *   <li>{@link IntactRecords} does not keep all records of some crafted files. Such a file has more than {@value
 *       IntactRecords#MOST_CHAINS} chains, or a chain across the damage. Earlier damage then also affects which records
 *       are kept.
 *   <li>The end of the source may cut a record that is larger than {@code maxRecordSize}. If the
 *       source is not mapped and has more bytes than the search may hold, reading continues at the first header inside
 *       the record. The records there are not doubtful because of the cut record alone.
 * </ul>
 *
 * <p>The work grows with the size of a file, regardless of the lengths that its headers claim. The search handles
 * damage in the order of the file, so each part keeps its results for the bytes ahead. {@link RangeCrc} keeps the
 * checksums, {@link FrameEnds} the possible ends of records, and {@link IntactRecords} the intact records. Each header
 * needs only a few look-ups, even if millions of headers claim the same bytes. A part discards only results for bytes
 * that the reader has passed.
 *
 * <p>If the source is not mapped, the bytes from the damage to the claimed end of the record stay in memory. At most 16
 * MiB after that end also stay in memory, because the search may still need them.
 */
final class TfRecordSearch {

    private static final int MOST_CHAIN_BYTES = IntactRecords.MOST_BYTES;
    private static final int MOST_LEVELS = 4;
    private static final int SHOWN_BYTES = 16;

    private final TfRecordFrames frames;
    private final FrameEnds ends;
    private final IntactRecords intact;
    private final ClaimedSpan span;
    private final boolean dropsDoubtful;
    private final HeaderSearch search;

    /** The offset before which records may be nested. */
    private long doubtfulTo;

    private boolean endReached;

    /** The damage at which the available bytes end. Null if they end at the end of the source. */
    private @Nullable DamagedFrameException broken;

    /**
     * The result of a search, with the offset at which reading continues after damage.
     *
     * @param to the offset at which reading continues
     * @param doubtfulTo the offset before which records may be nested, or 0 if no record is doubtful
     * @param drops whether the reader drops intact records before {@code to}
     * @param isEnd whether the damaged record certainly ends at {@code to}
     */
    record Verdict(long to, long doubtfulTo, boolean drops, boolean isEnd) {

        /** Returns the verdict that the damaged record ends at {@code end}. */
        static Verdict end(long end) {
            return new Verdict(end, 0, false, true);
        }

        /** Returns the verdict that reading continues at {@code to}, which may be inside another damaged record. */
        static Verdict header(long to) {
            return new Verdict(to, 0, false, false);
        }

        /** Like {@link #header}, with the intact records before {@code to} dropped. */
        static Verdict dropTo(long to) {
            return new Verdict(to, 0, true, false);
        }

        Verdict doubtfulTo(long end) {
            return new Verdict(to, end, drops, isEnd);
        }
    }

    /** The bytes from the damage on, which stay available. */
    private final class AvailableBytes implements HeaderSearch.Window {

        @Override
        public ByteBuffer bytes() {
            return frames.buffer;
        }

        @Override
        public int reachAt(long offset, int count) throws IOException {
            return has(offset + count) ? index(offset) : -1;
        }

        @Override
        public void prove(int end) throws IOException {
            frames.prove(end);
        }
    }

    /** Creates a search that drops or keeps doubtful records. */
    TfRecordSearch(TfRecordFrames frames, boolean dropsDoubtful) {
        this.frames = frames;
        this.dropsDoubtful = dropsDoubtful;
        this.search = HeaderSearch.ofTfRecord(new AvailableBytes(), Long.MAX_VALUE);
        this.ends = new FrameEnds(this, frames);
        this.intact = new IntactRecords(this);
        this.span = new ClaimedSpan(this, intact, dropsDoubtful);
    }

    /**
     * Advances to the next intact record and reports each skipped region to {@code listener}. Returns false if no
     * record follows.
     *
     * @throws DamagedFrameException if the damage cannot be skipped
     */
    boolean skip(DamagedFrameException first, Consumer<SkippedFrames> listener) throws IOException {
        DamagedFrameException damage = first;
        while (true) {
            Damage.Kind kind = damage.kind();
            if (kind == Damage.Kind.DECOMPRESSION
                    || kind == Damage.Kind.OVER_LIMIT
                    || kind == Damage.Kind.SOURCE_SHRANK) {
                throw damage;
            }
            long from = damage.frameOffset();
            byte[] beginning = beginning();
            Verdict verdict;
            try {
                verdict = afterRun(judge(damage));
                if (broken != null && verdict.to == reachEnd()) {
                    throw broken;
                }
            } catch (DamagedFrameException e) {
                e.addSuppressed(damage);
                throw e;
            }
            long to = verdict.to;
            doubtfulTo = Math.max(doubtfulTo, verdict.doubtfulTo);
            boolean ended = endReached && to == reachEnd();
            boolean keeps = !ended && to < doubtfulTo && has(to + 1);
            frames.skippedDamage(index(to));
            listener.accept(new SkippedFrames(
                    frames.index,
                    from,
                    to - from,
                    damage,
                    Bytes.copyOf(beginning, 0, (int) Math.min(beginning.length, to - from)),
                    verdict.drops,
                    keeps));
            if (ended) {
                return false;
            }
            try {
                checkInsideSource(to);
                return frames.next();
            } catch (DamagedFrameException e) {
                damage = e;
            }
        }
    }

    /** Checks whether the next records are the last ones in the payload of a damaged record. */
    private Verdict afterRun(Verdict verdict) throws IOException {
        Verdict found = verdict;
        while (!found.isEnd) {
            // The search no longer needs the bytes before the next header.
            frames.end = index(found.to);
            long end = runEnd(found.to);
            long after = end == found.to ? -1 : afterChecksums(end);
            if (after < 0) {
                return found;
            }
            if (!dropsDoubtful) {
                return found.doubtfulTo(Math.max(found.doubtfulTo, end));
            }
            found = Verdict.dropTo(after);
        }
        return found;
    }

    /**
     * Returns the offset of a header or of the end of the source if only checksums are before it. Each checksum belongs
     * to one record that contains the end of the chain. Returns -1 if no such offset exists.
     */
    private long afterChecksums(long end) throws IOException {
        for (int levels = 1; levels <= MOST_LEVELS; levels++) {
            long after = end + (long) levels * TfRecordFrames.FOOTER_BYTES;
            if (isBorder(after)) {
                return after;
            }
        }
        return -1;
    }

    /** Returns whether a header or the end of the source is at {@code at}. */
    private boolean isBorder(long at) throws IOException {
        return has(at + TfRecordFrames.HEADER_BYTES) ? isHeader(at) : isEnd(at);
    }

    /**
     * Returns the end of the chain of intact records that begins at {@code from}. The reader delivers these records
     * next, so no byte is verified twice.
     */
    private long runEnd(long from) throws IOException {
        long at = from;
        while (has(at + TfRecordFrames.HEADER_BYTES) && isHeader(at)) {
            long end = at + frameBytes(at);
            if (end - from > MOST_CHAIN_BYTES || !has(end) || !frames.isRight(index(at), (int) lengthAt(at))) {
                break;
            }
            at = end;
        }
        return at;
    }

    private byte[] beginning() {
        int first = Math.max(frames.end, 0);
        byte[] bytes = new byte[Math.min(SHOWN_BYTES, frames.limit - first)];
        frames.buffer.get(first, bytes);
        return bytes;
    }

    /** Throws if a record extends past the end of the source, so that no later step examines the record again. */
    private void checkInsideSource(long at) throws IOException {
        if (has(at + TfRecordFrames.HEADER_BYTES) && isHeader(at)) {
            long length = lengthAt(at);
            if (!hasFrame(at, length) && isEnd(reachEnd())) {
                throw frames.damaged(
                        at,
                        Damage.ofTruncatedPayload(
                                length, TfRecordFrames.FOOTER_BYTES, reachEnd() - at - TfRecordFrames.HEADER_BYTES));
            }
        }
    }

    private Verdict judge(DamagedFrameException damage) throws IOException {
        long at = damage.frameOffset();
        frames.rangeCrc.begin(at);
        intact.begin(at);
        return switch (damage.kind()) {
            case LENGTH_CHECKSUM -> afterWrongHeader(at);
            case PAYLOAD_CHECKSUM -> frames.end < 0 ? insideOf(at) : span.ofWrongPayload(at, lengthAt(at));
            case TRUNCATED_PAYLOAD -> afterTornPayload(at);
            case TRUNCATED_HEADER,
                    TOO_LARGE,
                    NEGATIVE_LENGTH,
                    ZERO_LENGTH,
                    MALFORMED_MESSAGE,
                    MALFORMED_CONTAINER,
                    DECOMPRESSION,
                    OVER_LIMIT,
                    SOURCE_SHRANK -> insideOf(at);
        };
    }

    /** Returns the verdict that reading continues at the first header that begins after {@code damaged}. */
    Verdict insideOf(long damaged) throws IOException {
        int from = frames.end < 0 ? TfRecordFrames.HEADER_BYTES : 1;
        return Verdict.header(search(damaged, damaged + from));
    }

    private Verdict afterWrongHeader(long at) throws IOException {
        long mended = mended(at);
        if (mended >= 0 && isPayload(at + TfRecordFrames.HEADER_BYTES, mended)) {
            return Verdict.end(at + mended + Framing.TFRECORD.overheadBytes());
        }
        long first = search(at, at + 1);
        boolean none = endReached && first == reachEnd();
        if (none || first - at > FrameEnds.LOOK_BYTES) {
            return Verdict.header(first);
        }
        long end = ends.find(at, first);
        // This record and the next ones may be nested in a record whose header is also lost.
        return Verdict.header(end < 0 ? afterChain(at, first) : end);
    }

    /**
     * Returns the offset after the intact records beginning at {@code first}, if the checksum of the damaged record is
     * at that offset.
     */
    private long afterChain(long damaged, long first) throws IOException {
        long most = first + MOST_CHAIN_BYTES;
        long end = first;
        while (isIntact(end, most)) {
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

    /** Returns whether a header or the end of the source is at {@code end}. One byte of the header may be wrong. */
    boolean isProvenEnd(long end) throws IOException {
        return has(end + TfRecordFrames.HEADER_BYTES) ? isHeader(end) || mended(end) >= 0 : isEnd(end);
    }

    /** Returns the end that the header at {@code at} claims for its record, or -1 if no header is at {@code at}. */
    long claimedEnd(long at) throws IOException {
        return has(at + TfRecordFrames.HEADER_BYTES) && isHeader(at) ? at + frameBytes(at) : -1;
    }

    private Verdict afterTornPayload(long at) throws IOException {
        boolean possible = frames.end >= 0 && lengthAt(at) >= 0 && lengthAt(at) <= Framing.MOST_PAYLOAD_BYTES;
        // The end is known only after the search has tried to read past it, within the memory limit.
        if (!possible || has(at + Math.min(frameBytes(at), mostReach(at))) || !isEnd(reachEnd())) {
            return insideOf(at);
        }
        return span.ofTornPayload(at, lengthAt(at));
    }

    /**
     * Returns the first header at {@code from} or after it, or else the end. The bytes after the damage stay available,
     * unless the header is very far away.
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

    /** Returns the first header from {@code from} to {@code to}, exclusive, or {@code to} if there is none. */
    long header(long from, long to) throws IOException {
        long at = search.next(from, to);
        frames.headersSeen += Math.min(at, reachEnd()) - from;
        return at;
    }

    /** Returns whether an intact record begins at {@code at} and ends at or before {@code most}. */
    boolean isIntact(long at, long most) throws IOException {
        if (!has(at + TfRecordFrames.HEADER_BYTES) || !isHeader(at)) {
            return false;
        }
        long length = lengthAt(at);
        return length <= most - at - Framing.TFRECORD.overheadBytes()
                && isPayload(at + TfRecordFrames.HEADER_BYTES, length);
    }

    /** Returns whether {@code length} bytes beginning at {@code payload} exist and have a valid checksum after them. */
    private boolean isPayload(long payload, long length) throws IOException {
        long end = payload + length + TfRecordFrames.FOOTER_BYTES;
        return end <= frames.size.orElse(Long.MAX_VALUE) && has(end) && isSum(payload, payload + length);
    }

    /**
     * Returns whether the value stored at {@code to} is the checksum of the bytes from {@code from} to {@code to}. All
     * these bytes must be available.
     */
    private boolean isSum(long from, long to) throws DamagedFrameException {
        frames.payloadsSummed++;
        return frames.rangeCrc.of(from, to) == MaskedCrc32c.unmask(intAt(to));
    }

    private boolean hasFrame(long at, long length) throws IOException {
        return has(at + TfRecordFrames.HEADER_BYTES + length + TfRecordFrames.FOOTER_BYTES);
    }

    /** Returns the size that the header at {@code at} states for its frame. The header must be valid. */
    long frameBytes(long at) {
        return lengthAt(at) + Framing.TFRECORD.overheadBytes();
    }

    private long lengthAt(long at) {
        return frames.buffer.getLong(index(at));
    }

    private long mended(long at) {
        return LengthRepair.of(lengthAt(at), intAt(at + Framing.LENGTH_BYTES));
    }

    /** Counts entries of a table that were moved or cleared. */
    void entriesMoved(int entries) {
        frames.entriesMoved += entries;
    }

    int intAt(long at) {
        return frames.buffer.getInt(index(at));
    }

    /** Returns whether a header begins at {@code at}. Its bytes must be available. */
    boolean isHeader(long at) {
        frames.headersSeen++;
        return Framing.tfRecordBytes(frames.buffer, index(at), Long.MAX_VALUE) >= 0;
    }

    /** Returns whether the source is known to end at {@code at}. */
    boolean isEnd(long at) {
        return endReached && broken == null && at == reachEnd();
    }

    /** Returns the end of the available bytes. After {@link #endReached}, this is the end of the source. */
    long reachEnd() {
        return frames.offsetOf(frames.limit);
    }

    /** Makes all bytes from the damage to {@code to} available, and returns whether they exist. */
    boolean has(long to) throws IOException {
        if (reachEnd() >= to) {
            return true;
        }
        long wanted = to - frames.offsetOf(frames.end);
        if (endReached || wanted > Integer.MAX_VALUE || frames.size.orElse(Long.MAX_VALUE) < to && isAllInReach()) {
            return false;
        }
        long most = Math.min(frames.mostReach(), Integer.MAX_VALUE - 8);
        if (wanted > most) {
            if (frames.limit - frames.end >= most) {
                return false;
            }
            // The source may end before the limit. Then its end becomes known.
            wanted = most;
        }
        // Reads a few more bytes, so that the available bytes do not move for each record.
        long more = Math.min(wanted + wanted / 8 + FrameEnds.LOOK_BYTES, most);
        int count = (int) Math.max(wanted, more);
        try {
            frames.reach(frames.end, count);
            endReached = frames.limit - frames.end < count;
        } catch (DamagedFrameException e) {
            if (e.kind() != Damage.Kind.DECOMPRESSION) {
                throw e;
            }
            broken = e;
            endReached = true;
        }
        return reachEnd() >= to;
    }

    /**
     * Returns the number of bytes beginning at {@code at} that may be available. {@code at} is at the damage or after
     * it.
     */
    private long mostReach(long at) {
        return frames.mostReach() - (at - frames.offsetOf(frames.end));
    }

    private boolean isAllInReach() {
        endReached = reachEnd() >= frames.size.orElse(Long.MAX_VALUE);
        return endReached;
    }

    private int index(long offset) {
        return (int) (offset - frames.offsetOf(0));
    }
}
