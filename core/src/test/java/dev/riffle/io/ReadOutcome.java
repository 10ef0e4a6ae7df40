package dev.riffle.io;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import org.jspecify.annotations.Nullable;

/** What a channel gave until it ended or failed. */
public record ReadOutcome(byte[] bytes, @Nullable IOException failure) {

    private static final int MOST_EMPTY_READS = 100_000;

    /** Reads to the end or the first failure, into a target of so many bytes at a time. */
    public static ReadOutcome of(ReadableByteChannel channel, int targetBytes) {
        return of(channel, ByteBuffer.allocate(targetBytes));
    }

    /** Reads to the end or the first failure; {@code target} is used again and again. */
    public static ReadOutcome of(ReadableByteChannel channel, ByteBuffer target) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int emptyReads = 0;
        try {
            while (true) {
                int count = channel.read(target.clear());
                if (Math.max(count, 0) != target.position()) {
                    throw new AssertionError("said " + count + " bytes, gave " + target.position());
                }
                if (count < 0) {
                    return new ReadOutcome(bytes.toByteArray(), null);
                }
                emptyReads = count == 0 ? emptyReads + 1 : 0;
                if (emptyReads > MOST_EMPTY_READS) {
                    throw new AssertionError("gives no bytes and does not end");
                }
                byte[] chunk = new byte[count];
                target.flip().get(chunk);
                bytes.write(chunk, 0, count);
            }
        } catch (IOException e) {
            return new ReadOutcome(bytes.toByteArray(), e);
        }
    }

    /** Everything, where nothing may fail. */
    public byte[] whole() throws IOException {
        if (failure != null) {
            throw failure;
        }
        return bytes;
    }

    /** The failure as damage of compressed bytes. */
    public CompressionException damage() {
        if (failure instanceof CompressionException damage) {
            return damage;
        }
        throw new AssertionError("expected damage behind " + bytes.length + " bytes, found " + failure, failure);
    }
}
