package dev.riffle;

import dev.riffle.CorruptRecordException.Reason;
import dev.riffle.internal.MaskedCrc32c;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Verifies single frames at known offsets of an uncompressed file. Immutable and safe for use by several threads.
 *
 * @param name the name of the file for messages
 * @param format the format of the frames
 * @param size the size of the file in bytes
 * @param mostHeldBytes the size of the largest payload to allocate memory for
 */
record FrameCheck(String name, RecordFormat format, long size, long mostHeldBytes) {

    /** Returns the number of bytes of a frame before the payload. */
    int headerBytes() {
        return format == RecordFormat.TFRECORD ? TfRecordFrames.HEADER_BYTES : OfRecordFrames.HEADER_BYTES;
    }

    /** Returns the number of bytes that a frame has besides its payload. */
    int overheadBytes() {
        return headerBytes() + (format == RecordFormat.TFRECORD ? TfRecordFrames.FOOTER_BYTES : 0);
    }

    /** Returns the payload of an intact frame. Returns null for other bytes, and for a payload over the limit. */
    byte @Nullable [] intact(ByteBuffer frame) {
        int length = frame.limit() - overheadBytes();
        if (length < 0 || length > mostHeldBytes || frame.getLong(0) != length) {
            return null;
        }
        byte[] payload = new byte[length];
        frame.get(headerBytes(), payload);
        if (format == RecordFormat.TFRECORD) {
            boolean intact = frame.getInt(Long.BYTES) == MaskedCrc32c.ofLength(length)
                    && frame.getInt(headerBytes() + length) == MaskedCrc32c.of(payload, 0, length);
            return intact ? payload : null;
        }
        ByteBuffer message = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
        return length > 0 && new OfRecordStructure().problem(message, 0, length, length) == null ? payload : null;
    }

    void checkLength(long length, int stored, long offset, long index) throws CorruptRecordException {
        if (format == RecordFormat.TFRECORD) {
            int computed = MaskedCrc32c.ofLength(length);
            if (stored != computed) {
                throw corrupt(offset, index, offset, Reason.LENGTH_CHECKSUM, hex(stored), hex(computed));
            }
        } else if (length <= 0) {
            Reason reason = length == 0 ? Reason.ZERO_LENGTH : Reason.NEGATIVE_LENGTH;
            throw corrupt(offset, index, offset, reason, "a length above 0", Long.toString(length));
        }
        long rest = size - offset - overheadBytes();
        if (length < 0 || length > Frames.MOST_PAYLOAD_BYTES && length <= rest) {
            throw corrupt(
                    offset,
                    index,
                    offset,
                    Reason.TOO_LARGE,
                    "at most " + Frames.MOST_PAYLOAD_BYTES + " bytes",
                    Long.toUnsignedString(length) + " bytes");
        }
        if (length > rest) {
            throw truncatedPayload(offset, index, length, size - offset - headerBytes());
        }
        if (length > mostHeldBytes) {
            throw corrupt(
                    offset, index, offset, Reason.OVER_LIMIT, "at most " + mostHeldBytes + " bytes", length + " bytes");
        }
    }

    void checkPayload(byte[] payload, int stored, long offset, long index) throws CorruptRecordException {
        if (format == RecordFormat.TFRECORD) {
            int computed = MaskedCrc32c.of(payload, 0, payload.length);
            if (stored != computed) {
                throw corrupt(
                        offset, index, offset + headerBytes(), Reason.PAYLOAD_CHECKSUM, hex(stored), hex(computed));
            }
            return;
        }
        ByteBuffer message = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
        String problem = new OfRecordStructure().problem(message, 0, payload.length, payload.length);
        if (problem != null) {
            throw corrupt(offset, index, offset, Reason.MALFORMED_MESSAGE, "an OFRecord message", problem);
        }
    }

    CorruptRecordException truncatedHeader(long offset, long index, int available) {
        return corrupt(
                offset,
                index,
                offset,
                Reason.TRUNCATED_HEADER,
                "a header of " + headerBytes() + " bytes",
                available + " bytes");
    }

    CorruptRecordException truncatedPayload(long offset, long index, long length, long available) {
        return corrupt(
                offset,
                index,
                offset,
                Reason.TRUNCATED_PAYLOAD,
                Frames.bytes(length, overheadBytes() - headerBytes()) + " bytes after the header",
                Math.max(available, 0) + " bytes before the end");
    }

    private CorruptRecordException corrupt(
            long recordOffset, long index, long at, Reason reason, String expected, String found) {
        return new CorruptRecordException(name, index, recordOffset, at, reason, expected, found, null);
    }

    private static String hex(int checksum) {
        return "0x" + HexFormat.of().toHexDigits(checksum);
    }
}
