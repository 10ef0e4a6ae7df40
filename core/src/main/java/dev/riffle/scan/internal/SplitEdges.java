package dev.riffle.scan.internal;

import dev.riffle.io.ByteSource;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Finds the places where a file can be divided. Tasks cannot ask each other, so the places must follow from the bytes
 * alone. Every task that looks for the first place after an offset must find the same one, wherever its own range ends.
 *
 * <p>A place is <em>sure</em> if a chain of headers begins there and reaches {@link #PROOF_BYTES} or the exact end of
 * the file. The bytes of its first record or member must also be intact. In a chain, each header stands where the
 * previous one says. Whether a place is sure depends only on the following bytes and on the end of the file. The
 * records of a file in a payload are not sure places: their headers follow each other only to the end of that payload.
 * A place before damage is not sure either: the previous range reads on, through the damage to the next sure place.
 *
 * <p>The ranges of a file reach from the first sure place after their beginning to the first one after their end. Two
 * ranges never overlap, and no bytes lie between them. Two cases remain. A payload at the edge of a range can hold a
 * record file of more than {@link #PROOF_BYTES}. Damage can move bytes so that two readings are possible. Then the
 * previous range does not end at the sure place. {@link SplitRecords} reports this instead of losing or doubling
 * records.
 */
abstract class SplitEdges implements Closeable {

    /** The length of a proof in bytes. Both neighbours of an edge read this much once more. */
    static final long PROOF_BYTES = 4 << 20;

    /** The number of refused headers after which they are forgotten, so that memory stays bounded. */
    private static final int MOST_REFUSED = 1 << 19;

    final long size;

    private final SourceWindow searching;
    private final SourceWindow following;
    private final SourceWindow checking;
    private final int headerBytes;
    private final long proofBytes;

    /** Headers after the place of the search from which no proof continues. */
    private final Set<Long> refused = new HashSet<>();

    SplitEdges(ByteSource source, long size, int headerBytes, long proofBytes) {
        this.size = size;
        this.headerBytes = headerBytes;
        this.searching = new SourceWindow(source, size);
        this.following = new SourceWindow(source, size);
        this.checking = new SourceWindow(source, size);
        this.proofBytes = proofBytes;
    }

    /**
     * Returns whether a header stands at an index. {@code left} counts the bytes of the file from there, including the
     * header.
     */
    abstract boolean stands(ByteBuffer bytes, int index, long left);

    /**
     * Returns where the header at {@code at} says that the next one is, at most the size; -1 if no header stands there.
     */
    abstract long nextAfter(SourceWindow window, long at) throws IOException;

    /** Returns whether the bytes after the header at {@code at} are intact, as far as a range must begin with them. */
    abstract boolean isWhole(SourceWindow window, long at) throws IOException;

    /** Returns the first sure place from {@code from} and before {@code to}; empty if none exists. */
    final OptionalLong first(long from, long to) throws IOException {
        refused.clear();
        long end = Math.min(to, size);
        long at = header(from, end);
        while (at < end) {
            // This check is cheap; a chain from each of many damaged records would be followed in vain.
            if (!refused.contains(at) && isWhole(checking, at) && isSure(at)) {
                return OptionalLong.of(at);
            }
            at = header(at + 1, end);
        }
        return OptionalLong.empty();
    }

    /**
     * Returns the first place from {@code from} and before {@code to} where a header stands, or {@code to} if none
     * does.
     */
    private long header(long from, long to) throws IOException {
        long at = from;
        while (at < to) {
            int index = searching.reach(at, headerBytes);
            if (index < 0) {
                return to;
            }
            ByteBuffer bytes = searching.bytes();
            long there = Math.min(to - at, bytes.limit() - headerBytes + 1L - index);
            for (int i = index; i < index + there; i++) {
                if (stands(bytes, i, size - at - (i - index))) {
                    return at + (i - index);
                }
            }
            at += there;
        }
        return to;
    }

    private boolean isSure(long begin) throws IOException {
        if (refused.size() > MOST_REFUSED) {
            refused.clear();
        }
        Set<Long> passed = new HashSet<>();
        long at = begin;
        while (at != size) {
            // A later chain that reaches a refused header is nearer to the break than the chain that refused it.
            long next = refused.contains(at) ? -1 : nextAfter(following, at);
            if (next < 0) {
                refused.addAll(passed);
                return false;
            }
            if (at - begin >= proofBytes) {
                return true;
            }
            passed.add(at);
            at = next;
        }
        return true;
    }

    @Override
    public final void close() throws IOException {
        try {
            searching.close();
        } finally {
            try {
                following.close();
            } finally {
                checking.close();
            }
        }
    }
}
