package dev.riffle.io;

import dev.riffle.internal.InputChannel;
import dev.riffle.io.internal.codec.CompressedBytes;
import dev.riffle.io.internal.codec.MalformedStreamException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * Inflates the bytes of a channel. If the stream is damaged or the channel fails, it delivers the bytes before the
 * error. Every later read throws the exception, so no read continues after a gap.
 */
abstract class InflaterInput extends InputChannel {

    final CompressedBytes in;

    private final Inflater inflater;
    private boolean insideStream;
    private long delivered;
    private long verified;
    private @Nullable IOException failure;

    InflaterInput(CompressedBytes in, Inflater inflater) {
        this.in = in;
        this.inflater = inflater;
    }

    /** Reads the bytes before deflated data. Returns false if no further stream follows. */
    abstract boolean beginStream() throws IOException;

    /** Receives the bytes that were just inflated: {@code target} from {@code from} to its position. */
    abstract void inflated(ByteBuffer target, int from);

    /** Reads and checks the bytes after deflated data. */
    abstract void endStream() throws IOException;

    @Override
    protected final int readOpen(ByteBuffer target) throws IOException {
        if (failure != null) {
            throw failure;
        }
        if (!target.hasRemaining()) {
            return 0;
        }
        int before = target.position();
        try {
            while (target.position() == before) {
                if (!insideStream) {
                    if (!beginStream()) {
                        return -1;
                    }
                    insideStream = true;
                    inflater.reset();
                    inflater.setInput(in.buffer());
                }
                inflate(target);
            }
        } catch (IOException e) {
            failure = CompressionException.reported(e, verified);
            if (target.position() == before) {
                throw failure;
            }
        }
        return target.position() - before;
    }

    private void inflate(ByteBuffer target) throws IOException {
        if (inflater.needsInput()) {
            if (!in.fill()) {
                throw MalformedStreamException.incomplete(
                        in.offset(), "expected the end mark of the compressed stream, found the end");
            }
            inflater.setInput(in.buffer());
        }
        int from = target.position();
        try {
            inflater.inflate(target);
        } catch (DataFormatException e) {
            throw MalformedStreamException.damaged(
                    in.offset(), "expected deflated data, found " + (e.getMessage() == null ? "none" : e.getMessage()));
        }
        inflated(target, from);
        delivered += target.position() - from;
        if (inflater.needsDictionary()) {
            throw MalformedStreamException.damaged(
                    in.offset(), "expected a stream without a preset dictionary, found one that needs it");
        }
        if (inflater.finished()) {
            insideStream = false;
            endStream();
            verified = delivered;
        }
    }

    @Override
    protected final void release() throws IOException {
        inflater.end();
        in.close();
    }
}
