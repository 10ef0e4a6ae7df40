package dev.riffle.internal.frame;

import dev.riffle.internal.MaskedCrc32c;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The layout of the frames of a record file. A frame is a payload with the bytes around it: a header with the length of
 * the payload, and a footer. All numbers are little-endian. Buffers that a method reads must have this order, too.
 *
 * <p>This class checks frames at known places. {@link Frames} reads the frames of a file in order.
 */
public enum Framing implements RecordLayout {

    /**
     * TensorFlow's layout. The header has a length of 8 bytes and its masked checksum of 4 bytes. The footer is the
     * payload's masked checksum of 4 bytes.
     *
     * <p>Source of the format: {@code tsl/lib/io/record_writer.h} of TensorFlow 2.21.
     */
    TFRECORD(Framing.TFRECORD_HEADER_BYTES, Framing.TFRECORD_FOOTER_BYTES) {
        @Override
        @Nullable
        Damage damageOfLength(ByteBuffer bytes, int at) {
            int stored = bytes.getInt(at + LENGTH_BYTES);
            int computed = MaskedCrc32c.ofLength(lengthAt(bytes, at));
            return stored == computed ? null : Damage.ofChecksum(Damage.Kind.LENGTH_CHECKSUM, 0, stored, computed);
        }

        @Override
        @Nullable
        Damage damageOfPayload(byte[] payload, ByteBuffer footer, int at) {
            int stored = footer.getInt(at);
            int computed = MaskedCrc32c.of(payload, 0, payload.length);
            return stored == computed
                    ? null
                    : Damage.ofChecksum(Damage.Kind.PAYLOAD_CHECKSUM, headerBytes(), stored, computed);
        }

        @Override
        void putHeader(ByteBuffer target, int payloadBytes) {
            target.putLong(payloadBytes).putInt(MaskedCrc32c.ofLength(payloadBytes));
        }
    },

    /**
     * OneFlow's layout. The header is a length of 8 bytes, signed. The layout has no footer and no checksums. So only
     * the structure of the payload, which is an OFRecord message, shows damage.
     *
     * <p>Source of the format: {@code oneflow/user/data/ofrecord_dataset.h}, which aborts the process on any damage.
     */
    OFRECORD(Framing.LENGTH_BYTES, 0) {
        @Override
        @Nullable
        Damage damageOfLength(ByteBuffer bytes, int at) {
            long length = lengthAt(bytes, at);
            return length > 0 ? null : Damage.ofLengthBelowOne(length);
        }

        @Override
        @Nullable
        Damage damageOfPayload(byte[] payload, ByteBuffer footer, int at) {
            ByteBuffer message = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
            return damageOfMessage(message, 0, payload.length);
        }

        @Override
        void putHeader(ByteBuffer target, int payloadBytes) {
            target.putLong(payloadBytes);
        }
    };

    /** The largest size of a payload in bytes, which is the limit of a Java array. */
    public static final int MOST_PAYLOAD_BYTES = Integer.MAX_VALUE - 8;

    /** The sizes of TFRecord's header and footer, as constants for loops over many frames. */
    public static final int TFRECORD_HEADER_BYTES = Long.BYTES + Integer.BYTES;

    public static final int TFRECORD_FOOTER_BYTES = Integer.BYTES;

    /** The size of the length at the beginning of each header. */
    public static final int LENGTH_BYTES = Long.BYTES;

    private static final int CHECKSUM_OF_LENGTH_ZERO = MaskedCrc32c.ofLength(0);

    private final int headerBytes;
    private final int footerBytes;

    Framing(int headerBytes, int footerBytes) {
        this.headerBytes = headerBytes;
        this.footerBytes = footerBytes;
    }

    /** Returns the number of bytes of a frame before the payload. */
    public int headerBytes() {
        return headerBytes;
    }

    /** Returns the number of bytes of a frame after the payload. */
    public int footerBytes() {
        return footerBytes;
    }

    @Override
    public int overheadBytes() {
        return headerBytes + footerBytes;
    }

    /** Returns the length that the header at {@code at} claims for its payload. It may be negative or too large. */
    public long lengthAt(ByteBuffer bytes, int at) {
        return bytes.getLong(at);
    }

    /**
     * Returns the damage of the header at {@code at}, or null if it is intact and the claimed frame exists.
     *
     * @param available the number of bytes from {@code at} to the end of the source, or {@link Long#MAX_VALUE} if it is
     *     unknown. If they contain a header, it must be in the buffer
     */
    public @Nullable Damage check(ByteBuffer bytes, int at, long available) {
        if (available < headerBytes) {
            return Damage.ofTruncatedHeader("a header of " + headerBytes + " bytes", available);
        }
        Damage wrong = damageOfLength(bytes, at);
        if (wrong != null) {
            return wrong;
        }
        long length = lengthAt(bytes, at);
        if (length >= 0 && length > available - overheadBytes() && available != Long.MAX_VALUE) {
            return Damage.ofTruncatedPayload(length, footerBytes, available - headerBytes);
        }
        return length < 0 || length > MOST_PAYLOAD_BYTES ? Damage.ofTooLarge(length) : null;
    }

    /** Returns the damage of the length at {@code at}, or null if a frame may have this length. */
    abstract @Nullable Damage damageOfLength(ByteBuffer bytes, int at);

    /**
     * Returns the damage of a payload, or null if the payload is intact.
     *
     * @param footer a buffer that has the footer at index {@code at}
     */
    abstract @Nullable Damage damageOfPayload(byte[] payload, ByteBuffer footer, int at);

    /** Returns the damage of an OFRecord payload, or null if it has the structure of an OFRecord message. */
    static @Nullable Damage damageOfMessage(ByteBuffer bytes, int at, int size) {
        String problem = OfRecordStructure.problem(bytes, at, size, size);
        return problem == null ? null : Damage.ofMessage(problem);
    }

    /** Writes the header of a frame. */
    abstract void putHeader(ByteBuffer target, int payloadBytes);

    /**
     * Returns the size of the frame that a header of TFRecord claims. Returns -1 if no header with a possible length is
     * at {@code at}. A payload of 8 bytes with its checksum looks like a header, but the length in these bytes is
     * seldom possible.
     *
     * @param available the number of bytes from {@code at} to the end of the source
     */
    public static long tfRecordBytes(ByteBuffer bytes, int at, long available) {
        int overhead = TFRECORD_HEADER_BYTES + TFRECORD_FOOTER_BYTES;
        long length = bytes.getLong(at);
        if (length < 0 || length > Math.min(MOST_PAYLOAD_BYTES, available - overhead)) {
            return -1;
        }
        int stored = bytes.getInt(at + LENGTH_BYTES);
        // Most damaged regions and many payloads are full of zeros, so the checksum of length zero is a constant.
        boolean isHeader = length == 0 ? stored == CHECKSUM_OF_LENGTH_ZERO : isChecksumOfLength(stored, length);
        return isHeader ? length + overhead : -1;
    }

    /** Returns whether the value stored after a length of TFRecord is its checksum. */
    static boolean isChecksumOfLength(int stored, long length) {
        return stored == MaskedCrc32c.ofLength(length);
    }
}
