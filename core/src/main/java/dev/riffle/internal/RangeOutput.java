package dev.riffle.internal;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * An output that accepts ranges of memory and may write them while its caller continues. It writes all bytes in the
 * order of the calls of all methods.
 */
public interface RangeOutput {

    /**
     * Accepts the complete range. The bytes must not change until {@link #awaitWritten} has returned or the output is
     * closed. The caller may reuse the buffer object immediately.
     *
     * @throws IOException if this range or an earlier range cannot be written. The output then accepts no more bytes
     */
    void writeLater(ByteBuffer range) throws IOException;

    /**
     * Waits until all accepted ranges are written.
     *
     * @throws IOException if a range cannot be written, even if an earlier call has thrown that failure
     */
    void awaitWritten() throws IOException;
}
