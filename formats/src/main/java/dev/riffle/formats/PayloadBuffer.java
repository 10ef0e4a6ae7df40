package dev.riffle.formats;

import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Arrays;

/** Collects bytes, up to one byte more than a limit. The memory grows with the bytes. */
final class PayloadBuffer {

    private final int most;
    private byte[] bytes;
    private int size;

    PayloadBuffer(int expected, int limit) {
        this.most = limit + 1;
        this.bytes = new byte[Math.min(expected, most)];
    }

    int size() {
        return size;
    }

    /** Reads once from a channel. Returns false at the end, and if the buffer has one byte more than the limit. */
    boolean readFrom(ReadableByteChannel in) throws IOException {
        if (size == bytes.length) {
            if (size == most) {
                return false;
            }
            bytes = Arrays.copyOf(bytes, (int) Math.min(most, size * 2L));
        }
        int read = in.read(ByteBuffer.wrap(bytes, size, bytes.length - size));
        size += Math.max(read, 0);
        return read >= 0;
    }

    Bytes toBytes() {
        return Bytes.ofOwned(Arrays.copyOf(bytes, size));
    }
}
