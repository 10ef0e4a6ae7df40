package dev.riffle.io;

import java.io.IOException;
import java.nio.channels.WritableByteChannel;

/**
 * Compresses the bytes written to it and passes them on to a channel. {@link #close()} releases memory and threads
 * without finishing the stream, and does not close the channel. One thread at a time may use an output.
 *
 * @since 0.1
 */
public interface CompressedOutput extends WritableByteChannel {

    /** Marks the end of a record, where the compression may cut the stream. */
    default void endRecord() throws IOException {}

    /**
     * Passes on all bytes written so far, so that a reader can decompress them. Reduces the compression ratio.
     *
     * @throws java.nio.channels.ClosedChannelException if this was closed before it was finished
     */
    void flush() throws IOException;

    /**
     * Ends the compressed stream. It accepts no bytes afterwards; finishing again has no effect.
     *
     * @throws java.nio.channels.ClosedChannelException if this was closed before it was finished
     */
    void finish() throws IOException;
}
