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

    private final GzipHeader header;
    private final CRC32 content = new CRC32();
    private long contentBytes;

    GzipInput(CompressedBytes in) {
        super(in, new Inflater(true));
        this.header = new GzipHeader(in);
    }

    @Override
    boolean beginStream() throws IOException {
        content.reset();
        contentBytes = 0;
        return header.read();
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
            throw MalformedStreamException.damaged(
                    in.offset(), "expected gzip checksum 0x" + hex(stored) + ", found 0x" + hex(computed));
        }
        int storedSize = in.readInt("the size behind a gzip member");
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
