package dev.riffle.io.internal.codec;

import java.io.IOException;
import java.util.HexFormat;

/** Checks the bytes after the deflated data of a gzip member. */
public final class GzipTrailer {

    private GzipTrailer() {}

    /** Reads the trailer of a member and compares it with the inflated content. */
    public static void check(CompressedBytes in, int computed, long contentBytes) throws IOException {
        int stored = in.readInt("the checksum after a gzip member");
        // This check comes before the size is read, so that a trailer that is both wrong and truncated counts as wrong.
        if (stored != computed) {
            throw MalformedStreamException.damaged(
                    in.offset(), "expected gzip checksum 0x" + hex(stored) + ", found 0x" + hex(computed));
        }
        int storedSize = in.readInt("the size after a gzip member");
        if (storedSize != (int) contentBytes) {
            throw MalformedStreamException.damaged(
                    in.offset(),
                    "expected " + Integer.toUnsignedString(storedSize)
                            + " bytes (modulo 2^32) in the gzip member, found " + contentBytes);
        }
    }

    private static String hex(int value) {
        return HexFormat.of().toHexDigits(value);
    }
}
