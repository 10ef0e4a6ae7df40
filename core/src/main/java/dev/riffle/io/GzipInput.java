package dev.riffle.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.zip.CRC32;
import java.util.zip.Inflater;

/**
 * Reads members one after the other to the end of the channel.
 *
 * <p>TensorFlow stops silently behind a member that is empty or begins just past its input buffer; this reads everything.
 * Bytes behind the last member that are no member are damage, as they are there.
 */
final class GzipInput extends InflaterInput {

    static final int MAGIC = 0x8b1f;

    private static final int DEFLATED = 8;
    private static final int HAS_HEADER_CRC = 2;
    private static final int HAS_EXTRA = 4;
    private static final int HAS_NAME = 8;
    private static final int HAS_COMMENT = 16;
    private static final int RESERVED_FLAGS = 0xe0;

    private final CRC32 header = new CRC32();
    private final CRC32 content = new CRC32();
    private long contentBytes;

    GzipInput(CompressedBytes in) {
        super(in, new Inflater(true));
    }

    @Override
    boolean beginStream() throws IOException {
        if (!in.fill()) {
            return false;
        }
        header.reset();
        content.reset();
        contentBytes = 0;
        int magic = headerShort();
        if (magic != MAGIC) {
            throw damaged("expected a gzip member (1f8b), found " + hexBytes(magic));
        }
        int method = headerByte();
        if (method != DEFLATED) {
            throw damaged("expected compression method 8, found " + method);
        }
        int flags = headerByte();
        if ((flags & RESERVED_FLAGS) != 0) {
            throw damaged("expected no reserved flags, found 0x" + Integer.toHexString(flags));
        }
        skipHeader(Integer.BYTES + 2); // time, extra flags, operating system
        if ((flags & HAS_EXTRA) != 0) {
            skipHeader(headerShort());
        }
        if ((flags & HAS_NAME) != 0) {
            skipText();
        }
        if ((flags & HAS_COMMENT) != 0) {
            skipText();
        }
        if ((flags & HAS_HEADER_CRC) != 0) {
            int computed = (int) header.getValue() & 0xffff;
            int stored = headerShort();
            if (computed != stored) {
                throw damaged("expected header checksum 0x" + Integer.toHexString(stored) + ", found 0x"
                        + Integer.toHexString(computed));
            }
        }
        return true;
    }

    private int headerByte() throws IOException {
        int value = in.readByte("the header of a gzip member");
        header.update(value);
        return value;
    }

    private int headerShort() throws IOException {
        int low = headerByte();
        return low | headerByte() << 8;
    }

    private void skipHeader(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            headerByte();
        }
    }

    private void skipText() throws IOException {
        int last;
        do {
            last = headerByte();
        } while (last != 0);
    }

    @Override
    void inflated(ByteBuffer target, int from) {
        contentBytes += target.position() - from;
        ByteBuffer fresh = target.duplicate();
        content.update(fresh.limit(target.position()).position(from));
    }

    @Override
    void endStream() throws IOException {
        checkTrailer(in, (int) content.getValue(), contentBytes);
    }

    /** Reads a member's trailer and compares it with what was inflated. */
    static void checkTrailer(CompressedBytes in, int computed, long contentBytes) throws IOException {
        int stored = in.readInt("the checksum behind a gzip member");
        // before the size is read, so that a trailer that is wrong and cut as well counts as wrong
        if (stored != computed) {
            throw new CompressionException(
                    CompressionException.Reason.DAMAGED,
                    in.offset(),
                    "expected gzip checksum 0x" + hex(stored) + ", found 0x" + hex(computed));
        }
        int storedSize = in.readInt("the size behind a gzip member");
        if (storedSize != (int) contentBytes) {
            throw new CompressionException(
                    CompressionException.Reason.DAMAGED,
                    in.offset(),
                    "expected " + Integer.toUnsignedString(storedSize)
                            + " bytes (modulo 2^32) in the gzip member, found " + contentBytes);
        }
    }

    private CompressionException damaged(String message) {
        return new CompressionException(CompressionException.Reason.DAMAGED, in.offset(), message);
    }

    private static String hex(int value) {
        return HexFormat.of().toHexDigits(value);
    }

    private static String hexBytes(int magic) {
        return HexFormat.of().toHexDigits(Short.reverseBytes((short) magic));
    }
}
