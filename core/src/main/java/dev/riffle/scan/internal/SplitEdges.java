package dev.riffle.scan.internal;

import dev.riffle.internal.frame.HeaderSearch;
import dev.riffle.io.ByteSource;
import java.io.Closeable;
import java.io.IOException;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Finds the offsets at which a file can be divided. Tasks cannot communicate, so these places must depend only on the
 * bytes of the file. All tasks that search from one offset must find the same place, even if their ranges end at
 * different offsets.
 *
 * <p>A place is <em>proven</em> if a chain of headers begins there and reaches {@link #PROOF_BYTES} or the exact end of
 * the file. Its first record or member must also be intact. In a chain, each header is at the offset that the previous
 * one implies. So a proof depends only on the following bytes and on the end of the file. Records nested in a payload
 * are not proven places, because their chain ends with that payload. A place before damage is not proven either. The
 * previous range then continues through the damage to the next proven place.
 *
 * <p>A range reads from the first proven place after its beginning to the first one after its end. So ranges do not
 * overlap and have no gaps between them. A task reads its range, the rest of its last record, and the proof of the next
 * range. {@link KeptBytes} lets storage send each of these bytes once.
 *
 * <p>Two exceptions exist. A payload at the edge of a range can contain a record
 * file of more than {@link #PROOF_BYTES}. Damage can move bytes so that two interpretations are possible. In these
 * cases, the previous range does not end at the proven place. {@link SplitRecords} reports this as an error instead of
 * losing or repeating records.
 */
abstract class SplitEdges implements Closeable {

    /** The length of a proof in bytes. The ranges on both sides of an edge read these bytes. */
    static final long PROOF_BYTES = 1 << 20;

    /** The largest number of remembered rejected headers; it bounds the memory. */
    private static final int MAX_REJECTED = 1 << 19;

    final long size;

    private final SourceWindow searching;
    private final SourceWindow following;
    private final SourceWindow checking;
    private final HeaderSearch search;
    private final int headerBytes;
    private final HeaderSearch.Header header;
    final long proofBytes;

    /** Headers ahead of the search whose chain ends before a proof. */
    private final Set<Long> rejected = new HashSet<>();

    SplitEdges(ByteSource source, long size, int headerBytes, HeaderSearch.Header header, long proofBytes) {
        this.size = size;
        this.searching = new SourceWindow(source, size);
        this.following = new SourceWindow(source, size);
        this.checking = new SourceWindow(source, size);
        this.search = new HeaderSearch(searching, size, headerBytes, header);
        this.headerBytes = headerBytes;
        this.header = header;
        this.proofBytes = proofBytes;
    }

    /** Returns whether a range can begin with the record or member at {@code at}. */
    abstract boolean isIntact(SourceWindow window, long at) throws IOException;

    /**
     * Returns the size in bytes of the first record or member of the file; negative if the file begins with neither.
     */
    final long firstSize() throws IOException {
        return nextAfter(checking, 0);
    }

    /** Returns the first proven place at or after {@code from} and before {@code to}; empty if none exists. */
    final OptionalLong first(long from, long to) throws IOException {
        rejected.clear();
        long end = Math.min(to, size);
        long at = search.next(from, end);
        while (at < end) {
            // The check of one record is cheap. It avoids a long useless proof for each of many damaged records.
            if (!rejected.contains(at) && isIntact(checking, at) && isProven(at)) {
                return OptionalLong.of(at);
            }
            at = search.next(at + 1, end);
        }
        return OptionalLong.empty();
    }

    /**
     * Returns the offset of the header after the header at {@code at}, at most the file size; -1 without a header at
     * {@code at}.
     */
    private long nextAfter(SourceWindow window, long at) throws IOException {
        int index = window.reachAt(at, headerBytes);
        long bytes = index < 0 ? -1 : header.claimedBytes(window.bytes(), index, size - at);
        return bytes < 0 ? -1 : at + bytes;
    }

    private boolean isProven(long begin) throws IOException {
        if (rejected.size() > MAX_REJECTED) {
            rejected.clear();
        }
        Set<Long> passed = new HashSet<>();
        following.willRead(begin, Math.min(size, begin + proofBytes));
        long at = begin;
        while (at != size) {
            // A later chain that joins a rejected one at a header needs more bytes for a proof, so it fails too.
            long next = rejected.contains(at) ? -1 : nextAfter(following, at);
            if (next < 0) {
                rejected.addAll(passed);
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
