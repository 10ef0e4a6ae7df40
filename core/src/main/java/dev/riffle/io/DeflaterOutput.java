package dev.riffle.io;

import dev.riffle.internal.SpareBuffers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.zip.Deflater;

/** Deflates bytes into a channel. This class writes a zlib stream, and is the base class for gzip. */
class DeflaterOutput extends CompressingOutput {

    private static final int BUFFER_BYTES = 128 << 10;
    private static final byte[] NOTHING = {};

    private final WritableByteChannel out;
    private final Deflater deflater;
    private final SpareBuffers.Loan loan = SpareBuffers.take(BUFFER_BYTES);
    private final ByteBuffer buffer = loan.buffer();

    DeflaterOutput(WritableByteChannel out, Deflater deflater) {
        this.out = out;
        this.deflater = deflater;
    }

    /**
     * Receives the bytes that will be deflated: {@code source} from its position to its limit. The position and the
     * limit must not change.
     */
    void deflating(ByteBuffer source) {
        // A deflater with a zlib header computes its own checksum.
    }

    /** Writes bytes without deflating them. */
    final void writeAround(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            out.write(bytes);
        }
    }

    @Override
    void take(ByteBuffer source) throws IOException {
        deflating(source);
        deflater.setInput(source);
        while (!deflater.needsInput()) {
            deflate(Deflater.NO_FLUSH);
        }
        // Otherwise the deflater would read the caller's buffer again after the caller has filled it with new bytes.
        deflater.setInput(NOTHING);
    }

    /**
     * Deflates once and writes the output. Returns whether the output filled its buffer, so that more output may
     * follow.
     */
    private boolean deflate(int flush) throws IOException {
        loan.touch();
        buffer.clear();
        deflater.deflate(buffer, flush);
        boolean filled = !buffer.hasRemaining();
        writeAround(buffer.flip());
        return filled;
    }

    @Override
    void passOn() throws IOException {
        boolean more = true;
        while (more) {
            more = deflate(Deflater.SYNC_FLUSH);
        }
    }

    @Override
    void end() throws IOException {
        deflater.finish();
        while (!deflater.finished()) {
            deflate(Deflater.NO_FLUSH);
        }
    }

    @Override
    void release() {
        deflater.end();
        loan.giveBack();
    }
}
