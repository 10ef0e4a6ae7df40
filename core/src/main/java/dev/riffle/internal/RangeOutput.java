package dev.riffle.internal;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * An output that takes ranges of memory and may write them while its caller goes on. Everything is written in the order of the
 * calls, whichever method took it.
 */
public interface RangeOutput {

    /**
     * Takes all of a range. Its bytes must stay as they are until {@link #awaitWritten} has returned, or the output is closed;
     * the buffer itself may be used again.
     *
     * @throws IOException if this range, or one that was taken before, cannot be written; nothing can be written any more then
     */
    void writeLater(ByteBuffer range) throws IOException;

    /**
     * Waits until everything is written that was taken.
     *
     * @throws IOException if that is not possible, also if a call before has said so
     */
    void awaitWritten() throws IOException;
}
