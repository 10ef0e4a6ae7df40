package dev.riffle.scan.internal;

import dev.riffle.internal.frame.HeaderSearch;
import dev.riffle.io.ByteSource;
import dev.riffle.io.internal.resume.RangedReader;
import dev.riffle.io.internal.resume.StoredBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Finds the edges of a file that consists of records or members one after the other. Tasks cannot communicate, so the
 * bytes must prove each place.
 *
 * <p>A place is <em>proven</em> if a chain of headers begins there and reaches {@link #PROOF_BYTES} or the exact end of
 * the file. Its first record or member must also be intact. In a chain, each header is at the offset that the previous
 * one implies. So a proof depends only on the following bytes and on the end of the file. Records nested in a payload
 * are not proven places, because their chain ends with that payload. A place before damage is not proven either. The
 * previous range then continues through the damage to the next proven place.
 *
 * <p>A range reads from the first proven place after its beginning to the first one after its end. So ranges do not
 * overlap and have no gaps between them. A task reads its range, the rest of its last record, and the proof of the next
 * range. {@link StoredBytes} let storage send each of these bytes once.
 *
 * <p>Two exceptions exist. A payload at the edge of a range can contain a record
 * file of more than {@link #PROOF_BYTES}. Damage can move bytes so that two interpretations are possible. In these
 * cases, the previous range does not end at the proven place. {@link SplitRecords} reports this as an error instead of
 * losing or repeating records.
 */
abstract class SplitEdges implements RangeEdges {

    /** The length of a proof in bytes. The ranges on both sides of an edge read these bytes. */
    static final long PROOF_BYTES = 1 << 20;

    /** The first request after a jump. */
    static final int FIRST_BYTES = 4 << 10;

    /** The bytes that a window buffers if storage sends them in any case. */
    private static final int WINDOW_BYTES = 256 << 10;

    /** The largest number of remembered rejected headers; it bounds the memory. */
    private static final int MAX_REJECTED = 1 << 19;

    /** The bytes after a range and its proof that one request also contains, without the bytes for two records. */
    private static final int SPARE_BYTES = 32 << 10;

    /** One request contains a range and the bytes after it if they are at most this fraction of the range. */
    private static final int LARGEST_TAIL_FRACTION = 2;

    private final ByteSource source;
    final long size;

    private final ReaderWindow searching;
    private final ReaderWindow following;
    private final ReaderWindow checking;
    private final HeaderSearch search;
    private final int headerBytes;
    private final HeaderSearch.Header header;
    final long proofBytes;

    /** Headers ahead of the search whose chain ends before a proof. */
    private final Set<Long> rejected = new HashSet<>();

    SplitEdges(ByteSource source, long size, int headerBytes, HeaderSearch.Header header, long proofBytes) {
        this.source = source;
        this.size = size;
        this.searching = new ReaderWindow();
        this.following = new ReaderWindow();
        this.checking = new ReaderWindow();
        this.search = new HeaderSearch(searching, size, headerBytes, header);
        this.headerBytes = headerBytes;
        this.header = header;
        this.proofBytes = proofBytes;
    }

    /** Returns whether a range can begin with the record or member at {@code at}. */
    abstract boolean isIntact(HeaderSearch.Window window, long at) throws IOException;

    /**
     * Lets one request contain a range, the rest of its last record, and the proof of the next one. The first record of
     * the file is the estimate of the size of a record. A small range may contain no record. Then the bytes after it
     * would arrive in vain, so the task requests them later. Returns the offset to which the task will read.
     */
    @Override
    public final long willRead(long start, long end) throws IOException {
        long first = Math.max(0, nextAfter(checking, 0));
        long limit = Math.min(end, size);
        long tail = Math.min(size - limit, proofBytes + SPARE_BYTES + 2 * first);
        if (tail > (limit - start) / LARGEST_TAIL_FRACTION) {
            return limit;
        }
        searching.announce(limit + tail);
        return limit + tail;
    }

    @Override
    public final long size() {
        return size;
    }

    /** Returns the first proven place in a range. */
    @Override
    public final OptionalLong first(long from, long to) throws IOException {
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
    private long nextAfter(ReaderWindow window, long at) throws IOException {
        int index = window.reachAt(at, headerBytes);
        long bytes = index < 0 ? -1 : header.claimedBytes(window.bytes(), index, size - at);
        return bytes < 0 ? -1 : at + bytes;
    }

    private boolean isProven(long begin) throws IOException {
        if (rejected.size() > MAX_REJECTED) {
            rejected.clear();
        }
        Set<Long> passed = new HashSet<>();
        following.announce(Math.min(size, begin + proofBytes));
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
            searching.reader.close();
        } finally {
            try {
                following.reader.close();
            } finally {
                checking.reader.close();
            }
        }
    }

    /** The bytes that a reader buffers from the last offset on. */
    private final class ReaderWindow implements HeaderSearch.Window {

        private final RangedReader reader = RangedReader.of(source, 0, FIRST_BYTES);
        private ByteBuffer bytes = ByteBuffer.allocate(0);

        @Override
        public ByteBuffer bytes() {
            return bytes;
        }

        /**
         * Buffers bytes, and throws if the source ends before its size. If a connection ended too early, records would
         * be lost.
         */
        @Override
        public int reachAt(long offset, int count) throws IOException {
            reader.goTo(offset);
            bytes = reader.peek(count, WINDOW_BYTES);
            if (bytes.limit() >= count) {
                return 0;
            }
            if (size - count >= offset) {
                throw new IOException(source.name() + ": expected " + size + " bytes, found the end after "
                        + (offset + bytes.limit()) + "; read the file again when no process writes to it");
            }
            return -1;
        }

        @Override
        public void announce(long offset) {
            reader.willReadTo(offset);
        }
    }
}
