package dev.riffle.scan.internal;

import dev.riffle.io.ByteSource;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Where a file may be divided. Tasks cannot ask each other, so the places must follow from the bytes alone: every task that looks
 * for the first place behind an offset has to find the same one, wherever its own range ends.
 *
 * <p>A place is a <em>sure</em> one if a header stands there, one follows where it says that the next one is, and so on, for
 * {@link #PROOF_BYTES} or to the very end of the file; and if what begins there is whole. Whether it is sure depends on nothing but
 * the bytes from there on, and on where the file ends. The records of a file that is stored in a payload do not pass for sure:
 * their headers follow each other only to the end of that payload. Nor does what comes before a damage: then the range before
 * reads on, through the damage to the next sure place.
 *
 * <p>The ranges of a file so are the splits from the first sure place behind their beginning to the first one behind their
 * end. Two of them never overlap, and nothing is between them. What is left is a payload that holds a record file of more than
 * {@link #PROOF_BYTES}, at the edge of a range, and bytes that damage has moved so that there are two ways to read them: then the
 * walk of the range before does not end at the sure place, and {@link SplitRecords} says so instead of losing or doubling records.
 */
abstract class SplitEdges implements Closeable {

    /** So far headers have to follow each other. Both neighbours of an edge read as much once more. */
    static final long PROOF_BYTES = 4 << 20;

    /** Behind this many refused headers what is known of them is forgotten, so that memory stays bounded. */
    private static final int MOST_REFUSED = 1 << 19;

    final long size;

    private final SourceWindow searching;
    private final SourceWindow following;
    private final SourceWindow checking;
    private final int headerBytes;
    private final long proofBytes;

    /** Headers from which no proof leads on, behind the place where the search is. */
    private final Set<Long> refused = new HashSet<>();

    SplitEdges(ByteSource source, long size, int headerBytes, long proofBytes) {
        this.size = size;
        this.headerBytes = headerBytes;
        this.searching = new SourceWindow(source, size);
        this.following = new SourceWindow(source, size);
        this.checking = new SourceWindow(source, size);
        this.proofBytes = proofBytes;
    }

    /** Whether a header stands at an index, behind which the file has {@code left} bytes, those of the header included. */
    abstract boolean stands(ByteBuffer bytes, int index, long left);

    /** Where the header that stands at {@code at} says that the next one is, at most the size; -1 if no header stands there. */
    abstract long behind(SourceWindow window, long at) throws IOException;

    /** Whether what stands behind the header at {@code at} is whole, as far as a range has to begin with it. */
    abstract boolean isWhole(SourceWindow window, long at) throws IOException;

    /** The first sure place from {@code from} on and before {@code to}, if there is one. */
    final OptionalLong first(long from, long to) throws IOException {
        refused.clear();
        long end = Math.min(to, size);
        long at = header(from, end);
        while (at < end) {
            // What is whole is cheap to see; a chain from each of many damaged records would be walked in vain.
            if (!refused.contains(at) && isWhole(checking, at) && isSure(at)) {
                return OptionalLong.of(at);
            }
            at = header(at + 1, end);
        }
        return OptionalLong.empty();
    }

    /** The first place from {@code from} on and before {@code to} where a header stands, or {@code to} if there is none. */
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
            // Who comes later to a header that was refused is nearer to the break than who found it.
            long next = refused.contains(at) ? -1 : behind(following, at);
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
