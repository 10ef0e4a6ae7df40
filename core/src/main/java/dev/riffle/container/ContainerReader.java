package dev.riffle.container;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.OptionalLong;

/**
 * Reads the records of a container in order.
 *
 * <p>Each record has an offset, which identifies it. Offsets ascend, and lie between the offset of the unit that
 * contains the record and the end of that unit. A unit is the part of a file that is read as a whole, such as a chunk.
 * The first record of a unit has the offset of the unit. If a unit has several records, the offset of a record can be
 * the offset of the unit plus the number of earlier records in the unit. The last record of a unit ends with the unit.
 *
 * @since 0.1
 */
public interface ContainerReader extends Closeable {

    /**
     * Moves to the next record. Returns false at the end of the file.
     *
     * @throws ContainerDamageException if the next unit is damaged. The reader does not move, so a further call throws
     *     again
     */
    boolean next() throws IOException;

    /**
     * Returns the payload of the current record, from position to limit, as a read-only buffer that is valid until the
     * reader moves. The reader may return the same buffer again.
     */
    ByteBuffer payload();

    /** Returns the offset of the current record. */
    long offset();

    /**
     * Returns the offset after the current record or after the last skipped region. The next record begins there or
     * later.
     */
    long endOffset();

    /** Moves the reader, so that {@link #next} reads the first record at {@code offset} or after it. */
    void seek(long offset) throws IOException;

    /**
     * Announces that the caller reads all records up to {@code offset}, so that one request to remote storage contains
     * them. The default does nothing.
     */
    default void willReadTo(long offset) {}

    /**
     * Moves past the damage that {@link #next} reported last, to the next unit that may be intact, or to the end of the
     * file. {@link #endOffset} then returns that place, or the place of the damage if it cannot be skipped. Only called
     * if the container {@linkplain RecordContainer#skipsDamage skips damage}.
     *
     * @return the number of lost records; 1 if it is unknown
     */
    long skip() throws IOException;

    /**
     * Returns the offset of the first unit with records from {@code from} to {@code to}, exclusive; empty if no unit
     * begins there. Does not move the reader, and depends only on the bytes of the file. A unit counts even if its
     * records are damaged. A reader that reads on from an earlier unit, also after damage, reaches this offset. Only
     * called for a file with a size, and if the container is {@linkplain RecordContainer#isDivisible divisible}.
     */
    OptionalLong find(long from, long to) throws IOException;
}
