package dev.riffle;

import dev.riffle.io.CompressionException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Walks the frames of one source. A frame that is whole and right becomes the present one; damage is thrown, and leaves the
 * walk where it was, so that the same call throws the same again.
 */
abstract sealed class Frames implements Closeable permits TfRecordFrames, OfRecordFrames {

    /** The most bytes that a payload can have: what fits into a Java array. */
    static final int MOST_PAYLOAD_BYTES = Integer.MAX_VALUE - 8;

    private static final int ROOT_SEARCH_BYTES = 4 << 20;

    final String source;

    /** The uncompressed size of the source, where it is known. */
    final OptionalLong size;

    /** The bytes in reach; always the window's present buffer. */
    ByteBuffer buffer;

    /** How many bytes of {@link #buffer} there are. */
    int limit;

    /** The index in {@link #buffer} behind the present frame, where the next one begins. */
    int end;

    /** The index in {@link #buffer} of the present payload, and its size. */
    int payload;

    int payloadSize;

    /** The offset in the source of the present frame, and how many frames come before it. */
    long offset;

    long index = -1;

    private final ByteWindow window;
    private @Nullable ByteBuffer view;
    private @Nullable ByteBuffer viewed;

    Frames(String source, OptionalLong size, ByteWindow window) {
        this.source = source;
        this.size = size;
        this.window = window;
        this.buffer = window.buffer;
        this.limit = buffer.limit();
    }

    /** Goes to the next frame; false at a clean end. */
    abstract boolean next() throws IOException;

    /** The format that these frames are in. */
    abstract RecordFormat format();

    /** How many bytes a frame has besides its payload. */
    abstract int overheadBytes();

    /** The present payload as the one view that this object hands out. */
    @SuppressWarnings("ReferenceEquality") // the same memory, not the same content
    final ByteBuffer payload() {
        ByteBuffer present = view;
        if (present == null || viewed != buffer) {
            present = buffer.asReadOnlyBuffer();
            view = present;
            viewed = buffer;
        }
        return present.order(ByteOrder.LITTLE_ENDIAN).limit(payload + payloadSize).position(payload);
    }

    /** The offset in the source of an index in the buffer. */
    final long offsetOf(int bufferIndex) {
        return window.base + bufferIndex;
    }

    /**
     * Brings {@code count} bytes from {@code from} on into reach, or all that there are; gives the index where {@code from}
     * is now. Only the frame that begins at {@link #end} may be looked at afterwards.
     */
    final int reach(int from, int count) throws IOException {
        long recordOffset = offsetOf(end);
        try {
            return window.reach(from, count);
        } catch (CompressionException e) {
            throw new CorruptRecordException(
                    source,
                    index + 1,
                    recordOffset,
                    recordOffset,
                    CorruptRecordException.Reason.DECOMPRESSION,
                    "a whole compressed stream",
                    "at compressed byte " + e.offset() + ": " + e.getMessage(),
                    e);
        } finally {
            buffer = window.buffer;
            limit = buffer.limit();
            // The beginning of the frame may be out of reach now; its offset stays right.
            end = (int) (recordOffset - window.base);
        }
    }

    /** A frame should begin at {@code start}, but less than a header is left: a clean end if that is nothing. */
    final boolean endOfSource(int start, int headerBytes) throws CorruptRecordException {
        int left = limit - start;
        if (left > 0) {
            throw corrupt(
                    offsetOf(start),
                    offsetOf(start),
                    CorruptRecordException.Reason.TRUNCATED_HEADER,
                    "a header of " + headerBytes + " bytes, or the end",
                    left + (left == 1 ? " byte" : " bytes"));
        }
        return false;
    }

    /**
     * Brings a payload and the checksum behind it into reach, together with the header at {@code start} unless all that is
     * too much for one buffer; gives the payload's index. The length may be absurd.
     */
    final int reachPayload(int start, int headerBytes, long length, int footerBytes) throws IOException {
        long recordOffset = offsetOf(start);
        long rest = size.isPresent() ? size.getAsLong() - recordOffset - headerBytes : Long.MAX_VALUE;
        if (length < 0 || length > MOST_PAYLOAD_BYTES) {
            if (length > rest) {
                throw truncated(recordOffset, length, footerBytes, rest);
            }
            throw corrupt(
                    recordOffset,
                    recordOffset,
                    CorruptRecordException.Reason.TOO_LARGE,
                    "at most " + MOST_PAYLOAD_BYTES + " bytes",
                    Long.toUnsignedString(length) + " bytes");
        }
        long wanted = length + footerBytes;
        int from = headerBytes + wanted <= Integer.MAX_VALUE
                ? reach(start, (int) (headerBytes + wanted)) + headerBytes
                : reach(start + headerBytes, (int) wanted);
        if (limit - from < wanted) {
            throw truncated(recordOffset, length, footerBytes, limit - from);
        }
        return from;
    }

    private CorruptRecordException truncated(long recordOffset, long length, int footerBytes, long there) {
        return corrupt(
                recordOffset,
                recordOffset,
                CorruptRecordException.Reason.TRUNCATED_PAYLOAD,
                (length + footerBytes) + " bytes behind the header",
                there + " bytes before the end");
    }

    /** A damage of the frame that begins at {@code recordOffset}. */
    final CorruptRecordException corrupt(
            long recordOffset, long at, CorruptRecordException.Reason reason, String expected, String found) {
        return new CorruptRecordException(source, index + 1, recordOffset, at, reason, expected, found, null);
    }

    /**
     * The damage that lies below a wrong record: where a compressed stream is broken, wrong bytes may come out of it before
     * the break is noticed. Looks a few megabytes ahead for one.
     */
    final CorruptRecordException rootOf(CorruptRecordException damage) throws IOException {
        if (!damage.reason().isWrongContent() || end < 0) {
            return damage;
        }
        boolean payload = damage.reason() == CorruptRecordException.Reason.PAYLOAD_CHECKSUM
                || damage.reason() == CorruptRecordException.Reason.MALFORMED_MESSAGE;
        long wrongUntil = damage.recordOffset() + overheadBytes() + (payload ? buffer.getLong(end) : 0);
        try {
            reach(end, ROOT_SEARCH_BYTES);
            return damage;
        } catch (CorruptRecordException below) {
            boolean touches = below.getCause() instanceof CompressionException cause
                    && cause.reason() == CompressionException.Reason.DAMAGED
                    && cause.verifiedBytes() < wrongUntil;
            if (!touches) {
                return damage;
            }
            below.addSuppressed(damage);
            return below;
        }
    }

    /** What a fault in mapped memory means: the file was made shorter by somebody else. */
    final CorruptRecordException shrank(InternalError fault) {
        return new CorruptRecordException(
                source,
                index + 1,
                offsetOf(end),
                offsetOf(end),
                CorruptRecordException.Reason.SOURCE_SHRANK,
                size.isPresent() ? "a file of " + size.getAsLong() + " bytes" : "a file that stays as it is",
                "bytes that are gone",
                fault);
    }

    @Override
    public final void close() throws IOException {
        window.close();
    }
}
