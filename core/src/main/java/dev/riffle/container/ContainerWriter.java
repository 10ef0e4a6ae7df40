package dev.riffle.container;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Writes the records of a new container.
 *
 * @since 0.1
 */
public interface ContainerWriter extends Closeable {

    /** Writes a record: the bytes from position to limit. Moves the position to the limit. Keeps no reference. */
    void write(ByteBuffer payload) throws IOException;

    /** Writes all remaining bytes of the file. No records follow. */
    void finish() throws IOException;

    /** Releases memory. Does not close the output. Idempotent. */
    @Override
    void close() throws IOException;
}
