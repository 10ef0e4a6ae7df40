package dev.riffle.io.internal.codec;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads, in memory, gzip members that state their length in the header.
 *
 * <p>The extra field contains a subfield {@code RF} of 16 bytes: the size of the member and the size of its content, as
 * little-endian 64-bit numbers. This class also reads BGZF's subfield {@code BC} (the size of the member less one, 16
 * bits). A size is only a hint, so this class compares it with the member itself.
 */
public final class GzipMember {

    /** The number of header bytes needed to read a size: everything before the deflated data. */
    public static final int HEADER_BYTES = 32;

    private static final int FIXED_BYTES = 10;
    private static final int TRAILER_BYTES = 8;
    private static final int HAS_EXTRA = 4;
    private static final int SUBFIELD_HEAD_BYTES = 4;
    private static final short RIFFLE = 'R' | 'F' << 8;
    private static final short RIFFLE_BYTES = 16;
    private static final short PADDING = 'R' | 'P' << 8;
    private static final short BGZF = 'B' | 'C' << 8;
    private static final short BGZF_BYTES = 2;

    /**
     * The largest ratio of content to compressed bytes. Deflate returns at most 258 bytes for two bits. 1032 is zlib's
     * own number.
     */
    private static final long MOST_EXPANSION = 1032;

    /**
     * The size of TensorFlow's input buffer. TensorFlow inflates one buffer at a time and treats a call without output
     * as the end. It stops silently if the next buffer has only the end mark and the trailer of a member. So no member
     * may end there.
     */
    private static final long TENSORFLOW_BUFFER_BYTES = 256 << 10;

    private static final int AVOIDED_BYTES = 64;
    private static final int PADDING_BYTES = 124;

    private final int level;

    public GzipMember(int level) {
        this.level = level;
    }

    /**
     * Deflates {@code size} bytes of {@code content} and returns the result. {@link Packed#at} completes the member.
     */
    public Packed pack(byte[] content, int size) {
        Deflater deflater = new Deflater(level, true);
        try {
            deflater.setInput(content, 0, size);
            deflater.finish();
            byte[] deflated = new byte[Math.max(64, size / 2)];
            int filled = 0;
            while (!deflater.finished()) {
                if (filled == deflated.length) {
                    deflated = Arrays.copyOf(deflated, filled + filled / 2);
                }
                filled += deflater.deflate(deflated, filled, deflated.length - filled);
            }
            CRC32 crc = new CRC32();
            crc.update(content, 0, size);
            return new Packed(level, deflated, filled, (int) crc.getValue(), size);
        } finally {
            deflater.end();
        }
    }

    /** Deflated content with the values for its header and trailer. */
    public record Packed(int level, byte[] deflated, int deflatedBytes, int crc, int contentBytes) {

        /** Returns the complete member for {@code offset} of the file. */
        public ByteBuffer[] at(long offset) {
            int extraBytes = SUBFIELD_HEAD_BYTES + RIFFLE_BYTES;
            long size = FIXED_BYTES + Short.BYTES + extraBytes + (long) deflatedBytes + TRAILER_BYTES;
            boolean pad = (offset + size) % TENSORFLOW_BUFFER_BYTES < AVOIDED_BYTES;
            if (pad) {
                extraBytes += SUBFIELD_HEAD_BYTES + PADDING_BYTES;
                size += SUBFIELD_HEAD_BYTES + PADDING_BYTES;
            }
            ByteBuffer header = littleEndian(FIXED_BYTES + Short.BYTES + extraBytes);
            GzipHeader.put(header, level, HAS_EXTRA);
            header.putShort((short) extraBytes)
                    .putShort(RIFFLE)
                    .putShort(RIFFLE_BYTES)
                    .putLong(size)
                    .putLong(contentBytes);
            if (pad) {
                header.putShort(PADDING).putShort((short) PADDING_BYTES).put(new byte[PADDING_BYTES]);
            }
            ByteBuffer trailer = littleEndian(TRAILER_BYTES).putInt(crc).putInt(contentBytes);
            return new ByteBuffer[] {header.flip(), ByteBuffer.wrap(deflated, 0, deflatedBytes), trailer.flip()};
        }
    }

    private static ByteBuffer littleEndian(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Returns the size of the member that begins with the bytes in {@code header}, from the position of the buffer. The
     * buffer must be little-endian. Empty if the first subfield does not state the size.
     */
    public static OptionalLong sizeOf(ByteBuffer header) {
        int at = header.position();
        int available = header.remaining();
        if (available < FIXED_BYTES + Short.BYTES + SUBFIELD_HEAD_BYTES + BGZF_BYTES
                || (header.getShort(at) & 0xffff) != GzipHeader.MAGIC
                || header.get(at + 2) != Deflater.DEFLATED
                || header.get(at + 3) != HAS_EXTRA) {
            return OptionalLong.empty();
        }
        int extra = at + FIXED_BYTES;
        short name = header.getShort(extra + 2);
        short size = header.getShort(extra + 4);
        if (name == RIFFLE && size == RIFFLE_BYTES && available >= HEADER_BYTES) {
            return OptionalLong.of(header.getLong(extra + 6));
        }
        if (name == BGZF && size == BGZF_BYTES) {
            return OptionalLong.of((header.getShort(extra + 6) & 0xffff) + 1L);
        }
        return OptionalLong.empty();
    }

    /**
     * Returns whether a header claims more content than {@code most}. {@link #sizeOf} must have returned a size for the
     * header.
     */
    public static boolean claimsMore(ByteBuffer header, long most) {
        int extra = header.position() + FIXED_BYTES;
        return header.remaining() >= HEADER_BYTES
                && header.getShort(extra + 2) == RIFFLE
                && header.getLong(extra + 14) > most;
    }

    /** Returns the size of the content that the trailer of a member states. The member has {@code size} bytes. */
    public static long contentBytes(byte[] member, int size) {
        return Integer.toUnsignedLong(intAt(member, size - Integer.BYTES));
    }

    /** The content of a member up to its end or to damage, with the damage, if any. */
    public record Content(byte[] bytes, int size, @Nullable String damage) {}

    /**
     * Inflates a complete member of {@code size} bytes. Allocates at most as much memory as its compressed bytes can
     * expand to.
     */
    public static Content unpack(byte[] member, int size, Inflater inflater) {
        int begin = FIXED_BYTES + Short.BYTES + shortAt(member, FIXED_BYTES);
        int end = size - TRAILER_BYTES;
        if (begin > end) {
            return new Content(new byte[0], 0, "expected a gzip member of " + size + " bytes, found a longer header");
        }
        int claimed = intAt(member, end + Integer.BYTES);
        long most = (end - begin) * MOST_EXPANSION;
        byte[] bytes = new byte[(int) Math.min(Integer.toUnsignedLong(claimed), Math.min(most, Integer.MAX_VALUE - 8))];
        int filled = 0;
        inflater.reset();
        inflater.setInput(member, begin, end - begin);
        try {
            filled = inflater.inflate(bytes);
        } catch (DataFormatException e) {
            filled = (int) inflater.getBytesWritten();
            return new Content(bytes, filled, "expected deflated data, found " + e.getMessage());
        }
        // The inflater may need one more call for the end mark although the content is complete.
        if (!inflater.finished() && overflows(inflater)) {
            return new Content(bytes, filled, "expected " + Integer.toUnsignedString(claimed) + " bytes, found more");
        }
        if (!inflater.finished() || inflater.getRemaining() != 0) {
            return new Content(bytes, filled, "expected a gzip member of " + size + " bytes, found another size");
        }
        CRC32 crc = new CRC32();
        crc.update(bytes, 0, filled);
        if ((int) crc.getValue() != intAt(member, end) || filled != claimed) {
            return new Content(
                    bytes, filled, "expected the checksum and size of the gzip member, found different values");
        }
        return new Content(bytes, filled, null);
    }

    private static boolean overflows(Inflater inflater) {
        try {
            return inflater.inflate(new byte[1]) != 0;
        } catch (DataFormatException e) {
            return false;
        }
    }

    private static int shortAt(byte[] bytes, int index) {
        return (bytes[index] & 0xff) | (bytes[index + 1] & 0xff) << 8;
    }

    private static int intAt(byte[] bytes, int index) {
        return shortAt(bytes, index) | shortAt(bytes, index + 2) << 16;
    }
}
