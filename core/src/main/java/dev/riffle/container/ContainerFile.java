package dev.riffle.container;

import java.io.Closeable;
import java.io.IOException;

/**
 * Reads the records of a container in any order, and knows their places without reading them. Safe for use by several
 * threads.
 *
 * @since 0.1
 */
public interface ContainerFile extends Closeable {

    /** Returns the number of records. */
    long count();

    /**
     * Returns the offset of a record. See {@link ContainerReader}. May read the places of some records.
     *
     * @throws ContainerDamageException if the places of the records are damaged
     */
    long offset(long number) throws IOException;

    /**
     * Returns the verified payload of the record at this offset, in a new array.
     *
     * @throws ContainerDamageException if the record is damaged, or if no record has this offset
     */
    byte[] get(long offset) throws IOException;

    /** Releases the file. Idempotent. */
    @Override
    void close();
}
