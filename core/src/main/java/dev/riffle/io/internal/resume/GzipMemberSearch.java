package dev.riffle.io.internal.resume;

import dev.riffle.io.ByteSource;
import dev.riffle.io.internal.codec.CompressedBytes;
import dev.riffle.io.internal.codec.GzipHeader;
import dev.riffle.io.internal.codec.GzipMember;
import dev.riffle.io.internal.codec.MalformedStreamException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.OptionalLong;
import java.util.zip.Deflater;

/**
 * Finds the next member after a damaged member.
 *
 * <p>Four bytes that look like the beginning of a header can be anywhere, and a payload inside a member may be a gzip
 * file. So a place counts only if members follow each other from there to the end of the file, or to damage inside a
 * member. The first member must have valid checksums. A gzip file inside a member fails this test, because no member
 * follows it.
 */
final class GzipMemberSearch {

    private static final int BUFFER_BYTES = 64 << 10;
    private static final int HEAD_BYTES = 4;
    private static final int RESERVED_FLAGS = 0xe0;
    private static final int SMALLEST_MEMBER_BYTES = 20;

    /** The limit for unsuccessful reads, as a multiple of the file's size. */
    private static final int MOST_PASSES = 16;

    private static final long FREE_BYTES = 16 << 20;

    /** The smallest cost of a place that looks like a member, because the search creates a decoder for it. */
    private static final long BYTES_OF_A_TRY = 16 << 10;

    private final ByteSource file;
    private final Effort effort;
    private final long size;

    /** Counts the bytes that all searches in a file have decompressed. */
    static final class Effort {
        private long bytes;
    }

    GzipMemberSearch(ByteSource file, Effort effort) throws IOException {
        this.file = file;
        this.effort = effort;
        this.size = file.size().orElse(0);
    }

    /** Returns the beginning of the first member after the damaged member at {@code broken}. */
    OptionalLong after(long broken) throws IOException {
        ByteBuffer header = read(broken, GzipMember.HEADER_BYTES);
        OptionalLong stated = GzipMember.sizeOf(header);
        if (stated.isPresent() && stated.getAsLong() >= SMALLEST_MEMBER_BYTES && stated.getAsLong() <= size - broken) {
            long next = broken + stated.getAsLong();
            if (next == size) {
                return OptionalLong.empty();
            }
            if (isHead(read(next, HEAD_BYTES), 0)) {
                return OptionalLong.of(next);
            }
        }
        return search(broken + 1);
    }

    private OptionalLong search(long begin) throws IOException {
        long at = begin;
        while (at <= size - SMALLEST_MEMBER_BYTES) {
            ByteBuffer bytes = read(at, BUFFER_BYTES);
            int last = bytes.limit() - HEAD_BYTES;
            if (last < 0) {
                return OptionalLong.empty();
            }
            long resumeAt = at + last + 1;
            for (int i = 0; i <= last; i++) {
                if (isHead(bytes, i)) {
                    long tried = at + i;
                    long after = tryFrom(tried);
                    if (after == tried) {
                        return OptionalLong.of(tried);
                    }
                    if (after > at + last) {
                        resumeAt = after;
                        break;
                    }
                    i = (int) (after - at) - 1;
                }
            }
            at = resumeAt;
        }
        return OptionalLong.empty();
    }

    /** Returns {@code at} if a member begins there. Otherwise returns the offset at which the search continues. */
    private long tryFrom(long at) throws IOException {
        if (effort.bytes > FREE_BYTES + MOST_PASSES * size) {
            return size;
        }
        boolean found = false;
        try (RangedReader channel = RangedReader.of(file, at, BUFFER_BYTES)) {
            CompressedBytes in = CompressedBytes.onHeap(channel, at);
            DeflateMembers members = new DeflateMembers(in, DeflateMembers.Kind.GZIP);
            byte[] taken = new byte[BUFFER_BYTES];
            try {
                while (members.decode()) {
                    while (members.available() > 0) {
                        members.take(taken, 0, taken.length);
                    }
                }
                found = true;
                return at;
            } catch (MalformedStreamException e) {
                if (members.memberOffset() == at) {
                    return at + 1;
                }
                found = members.isInsideMember() || e.problem() == MalformedStreamException.Problem.INCOMPLETE;
                return found ? at : members.memberOffset() + 1;
            } finally {
                effort.bytes += Math.max(found ? 0 : BYTES_OF_A_TRY, in.offset() - at);
            }
        }
    }

    private static boolean isHead(ByteBuffer bytes, int at) {
        return bytes.limit() - at >= HEAD_BYTES
                && (bytes.getShort(at) & 0xffff) == GzipHeader.MAGIC
                && bytes.get(at + 2) == Deflater.DEFLATED
                && (bytes.get(at + 3) & RESERVED_FLAGS) == 0;
    }

    private ByteBuffer read(long at, int most) throws IOException {
        return file.read(at, most).asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }
}
