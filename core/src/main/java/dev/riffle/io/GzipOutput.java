package dev.riffle.io;

import dev.riffle.io.internal.codec.GzipHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.WritableByteChannel;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** Writes one gzip member, with the header that TensorFlow writes. */
final class GzipOutput extends DeflaterOutput {

    private static final int HEADER_BYTES = 10;
    private static final int TRAILER_BYTES = 8;

    private final int level;
    private final CRC32 content = new CRC32();
    private long contentBytes;
    private boolean begun;

    GzipOutput(WritableByteChannel out, int level) {
        super(out, new Deflater(level, true));
        this.level = level;
    }

    private void begin() throws IOException {
        if (!begun) {
            begun = true;
            ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
            GzipHeader.put(header, level, 0);
            writeAround(header.flip());
        }
    }

    @Override
    void take(ByteBuffer source) throws IOException {
        begin();
        super.take(source);
    }

    @Override
    void deflating(ByteBuffer source) {
        contentBytes += source.remaining();
        content.update(source.duplicate());
    }

    @Override
    void passOn() throws IOException {
        begin();
        super.passOn();
    }

    @Override
    void end() throws IOException {
        begin();
        super.end();
        writeAround(ByteBuffer.allocate(TRAILER_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt((int) content.getValue())
                .putInt((int) contentBytes)
                .flip());
    }
}
