package dev.riffle.io;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import org.jspecify.annotations.Nullable;

/** The bytes that a channel returned until it ended or failed. */
public record ReadOutcome(byte[] bytes, @Nullable IOException failure) {

    private static final int MOST_EMPTY_READS = 100_000;

    /**
     * Reads to the end or the first failure, into a new buffer of {@code targetBytes}. Returns the bytes and the
     * failure.
     */
    public static ReadOutcome of(ReadableByteChannel channel, int targetBytes) {
        return of(channel, ByteBuffer.allocate(targetBytes));
    }

    /** Reads to the end or the first failure, each time into {@code target}. Returns the bytes and the failure. */
    public static ReadOutcome of(ReadableByteChannel channel, ByteBuffer target) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int emptyReads = 0;
        try {
            while (true) {
                int count = channel.read(target.clear());
                if (Math.max(count, 0) != target.position()) {
                    throw new AssertionError("returned " + count + ", but wrote " + target.position() + " bytes");
                }
                if (count < 0) {
                    return new ReadOutcome(bytes.toByteArray(), null);
                }
                emptyReads = count == 0 ? emptyReads + 1 : 0;
                if (emptyReads > MOST_EMPTY_READS) {
                    throw new AssertionError("returns neither bytes nor its end");
                }
                byte[] chunk = new byte[count];
                target.flip().get(chunk);
                bytes.write(chunk, 0, count);
            }
        } catch (IOException e) {
            return new ReadOutcome(bytes.toByteArray(), e);
        }
    }

    /** Returns all bytes. Throws the failure if the read failed. */
    public byte[] whole() throws IOException {
        if (failure != null) {
            throw failure;
        }
        return bytes;
    }

    /** Returns the failure, which must be damage of the compressed bytes. */
    public CompressionException damage() {
        if (failure instanceof CompressionException damage) {
            return damage;
        }
        throw new AssertionError("expected damage after " + bytes.length + " bytes, found " + failure, failure);
    }
}
