package dev.riffle.io;

import java.io.IOException;
import java.nio.channels.WritableByteChannel;

/**
 * Compresses bytes and passes them on to a channel. {@link #close()} releases memory and threads. It does not finish
 * the stream or close the channel. One thread at a time may use an output.
 *
 * @since 0.1
 */
public interface CompressedOutput extends WritableByteChannel {

    /** Marks the end of a record, at which the compression may begin a new part of the stream. */
    default void endRecord() throws IOException {}

    /**
     * Passes on all bytes written so far, so that a reader can decompress them. Flushing reduces the compression ratio.
     *
     * @throws java.nio.channels.ClosedChannelException if this output was closed before it was finished
     */
    void flush() throws IOException;

    /**
     * Ends the compressed stream. The output accepts no bytes afterwards. A second call has no effect.
     *
     * @throws java.nio.channels.ClosedChannelException if this output was closed before it was finished
     */
    void finish() throws IOException;
}
