package dev.riffle.io.internal.codec;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** Reads and writes the bytes before the deflated data of a gzip member. */
public final class GzipHeader {

    public static final int MAGIC = 0x8b1f;

    private static final int DEFLATED = 8;
    private static final int HAS_HEADER_CRC = 2;
    private static final int HAS_EXTRA = 4;
    private static final int HAS_NAME = 8;
    private static final int HAS_COMMENT = 16;
    private static final int RESERVED_FLAGS = 0xe0;

    private final CompressedBytes in;
    private final CRC32 header = new CRC32();

    public GzipHeader(CompressedBytes in) {
        this.in = in;
    }

    /** Reads and checks a header. Returns false if no byte follows. */
    public boolean read() throws IOException {
        if (!in.fill()) {
            return false;
        }
        header.reset();
        int magic = headerShort();
        if (magic != MAGIC) {
            throw damaged("expected a gzip member (1f8b), found " + hexBytes(magic));
        }
        int method = headerByte();
        long afterMethod = in.offset();
        // zlib checks both bytes together, so a source that ends between them is incomplete.
        int flags = headerByte();
        if (method != DEFLATED) {
            throw damaged(afterMethod, "expected compression method 8, found " + method);
        }
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

    /** Writes the ten bytes that begin every member, with time 0 and the system Unix. */
    public static void put(ByteBuffer target, int level, int flags) {
        int extraFlags = switch (level) {
            case Deflater.BEST_COMPRESSION -> 2;
            case Deflater.NO_COMPRESSION, Deflater.BEST_SPEED -> 4;
            default -> 0;
        };
        target.putShort((short) MAGIC)
                .put((byte) DEFLATED)
                .put((byte) flags)
                .putInt(0)
                .put((byte) extraFlags)
                .put((byte) 3);
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

    private MalformedStreamException damaged(String message) {
        return damaged(in.offset(), message);
    }

    private static MalformedStreamException damaged(long offset, String message) {
        return MalformedStreamException.damaged(offset, message);
    }

    private static String hexBytes(int magic) {
        return HexFormat.of().toHexDigits(Short.reverseBytes((short) magic));
    }
}
