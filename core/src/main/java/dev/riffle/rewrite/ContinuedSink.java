package dev.riffle.rewrite;

import dev.riffle.io.ByteSink;
import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.zip.CRC32C;

/**
 * Writes a copy of a source, followed by other bytes.
 *
 * @param sum the checksum of the copied bytes of the source
 */
record ContinuedSink(ByteSink sink, ByteSource beginning, long size, CRC32C sum) implements ByteSink {

    private static final int BUFFER_BYTES = 1 << 20;

    @Override
    public String name() {
        return sink.name();
    }

    @Override
    public Output create() throws IOException {
        Output out = sink.create();
        try {
            copy(out);
        } catch (Throwable e) {
            try (out) {
                throw e;
            }
        }
        return out;
    }

    private void copy(Output out) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect((int) Math.max(1, Math.min(BUFFER_BYTES, size)));
        long left = size;
        try (ReadableByteChannel in = beginning.open(0)) {
            while (left > 0) {
                buffer.clear().limit((int) Math.min(buffer.capacity(), left));
                if (in.read(buffer) < 0) {
                    throw new IOException(beginning.name() + ": truncated during the copy: expected " + size
                            + " bytes, found " + (size - left));
                }
                left -= buffer.flip().remaining();
                sum.update(buffer.duplicate());
                while (buffer.hasRemaining()) {
                    out.write(buffer);
                }
            }
        }
    }
}
