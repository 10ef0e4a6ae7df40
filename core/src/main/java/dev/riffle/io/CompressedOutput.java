package dev.riffle.io;

import java.io.IOException;
import java.nio.channels.WritableByteChannel;

/**
 * Takes uncompressed bytes and passes compressed ones on. {@link #close()} lets go of memory and threads without finishing
 * the stream, and leaves the channel below open. Belongs to one thread at a time.
 */
public interface CompressedOutput extends WritableByteChannel {

    /** Says that a record ends here: a place where the compression may cut, if it wants one. */
    default void endRecord() throws IOException {}

    /**
     * Passes on everything that was written so far, in a form that a reader can decompress. Costs some ratio.
     *
     * @throws java.nio.channels.ClosedChannelException if this was closed before it was finished
     */
    void flush() throws IOException;

    /**
     * Ends the compressed stream. Nothing can be written afterwards; finishing again does nothing.
     *
     * @throws java.nio.channels.ClosedChannelException if this was closed before it was finished
     */
    void finish() throws IOException;
}
