package dev.riffle.io.internal.resume;

import dev.riffle.internal.InputChannel;
import dev.riffle.io.CompressionException;
import dev.riffle.io.internal.codec.CompressedBytes;
import dev.riffle.io.internal.codec.MalformedStreamException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A channel of decompressed bytes. It delivers the bytes before damage. Every later read throws the exception.
 */
class ResumableChannel extends InputChannel {

    final ResumableInput input;

    /** The number of uncompressed bytes delivered so far. */
    long delivered;

    private final CompressedBytes in;
    private final byte[] taken = new byte[64 << 10];
    private @Nullable IOException failure;

    ResumableChannel(CompressedBytes in, ResumableInput input) {
        this.in = in;
        this.input = input;
    }

    /** Decompresses more bytes. Returns false at the end. */
    boolean decode() throws IOException {
        return input.decode();
    }

    /** Receives the bytes that the channel delivers next. */
    void delivers(byte[] bytes, int count) {
        // Most subclasses do not need the delivered bytes.
    }

    @Override
    protected final int readOpen(ByteBuffer target) throws IOException {
        if (!target.hasRemaining()) {
            return 0;
        }
        while (input.available() == 0) {
            if (failure != null) {
                throw failure;
            }
            if (!step()) {
                return -1;
            }
        }
        int count = input.take(taken, 0, Math.min(target.remaining(), taken.length));
        target.put(taken, 0, count);
        delivers(taken, count);
        delivered += count;
        return count;
    }

    private boolean step() {
        try {
            return decode();
        } catch (IOException e) {
            failure = reported(e, input.verifiedBytes());
        }
        return true;
    }

    /** Converts a failure of the input to the exception that a channel throws. Returns other failures unchanged. */
    static IOException reported(IOException failure, long verifiedBytes) {
        if (failure instanceof MalformedStreamException malformed) {
            CompressionException.Reason reason = switch (malformed.problem()) {
                case DAMAGED -> CompressionException.Reason.DAMAGED;
                case INCOMPLETE -> CompressionException.Reason.INCOMPLETE;
                case TRAILING_BYTES -> CompressionException.Reason.TRAILING_BYTES;
            };
            return new CompressionException(reason, malformed.offset(), malformed.message(), verifiedBytes);
        }
        return failure instanceof CompressionException below
                ? new CompressionException(
                        below.reason(), below.offset(), String.valueOf(below.getMessage()), verifiedBytes)
                : failure;
    }

    @Override
    protected final void release() throws IOException {
        in.close();
    }
}
