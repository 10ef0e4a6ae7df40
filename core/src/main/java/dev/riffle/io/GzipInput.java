package dev.riffle.io;

import dev.riffle.io.internal.codec.CompressedBytes;
import dev.riffle.io.internal.codec.GzipHeader;
import dev.riffle.io.internal.codec.GzipTrailer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.Inflater;

/**
 * Reads all gzip members in order, up to the end of the channel.
 *
 * <p>TensorFlow stops silently after a member that is empty, or that begins just past its input buffer. This class
 * reads all members. As in TensorFlow, bytes after the last member are damage if they are not a member.
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
        GzipTrailer.check(in, (int) content.getValue(), contentBytes);
    }
}
