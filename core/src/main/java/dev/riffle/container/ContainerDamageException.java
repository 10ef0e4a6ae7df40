package dev.riffle.container;

import dev.riffle.internal.Argument;
import java.io.IOException;

/**
 * Thrown when the next record of a container cannot be read. Callers of {@link dev.riffle.RecordReader} receive a
 * {@link dev.riffle.CorruptRecordException} with this damage, the source and the number of the record.
 *
 * @since 0.1
 */
public final class ContainerDamageException extends IOException {

    private static final long serialVersionUID = 1L;

    /**
     * The kinds of damage, and a condition that ends reading.
     *
     * @since 0.1
     */
    public enum Kind {
        /** The stored checksum of a unit or record differs from the checksum of its bytes. */
        CHECKSUM,
        /** The file ends before the end of a unit or record. A writer may not have finished it. */
        TRUNCATED,
        /** Other bytes contradict the rules of the format. */
        MALFORMED,
        /** The record needs more memory than {@link ContainerOptions#maxRecordSize} allows. It may be intact. */
        OVER_LIMIT
    }

    private final Kind kind;
    private final long offset;
    private final String expected;
    private final String found;

    /**
     * Creates an exception.
     *
     * @param offset the offset of the damaged unit or record
     * @param expected the expected content, for messages
     * @param found the content found, for messages
     */
    public ContainerDamageException(Kind kind, long offset, String expected, String found) {
        super("damage at offset " + offset + ": expected " + Argument.present(expected, "expected") + ", found "
                + Argument.present(found, "found"));
        this.kind = Argument.present(kind, "kind");
        this.offset = offset;
        this.expected = expected;
        this.found = found;
    }

    /** Returns the kind of damage. */
    public Kind kind() {
        return kind;
    }

    /** Returns the offset of the damaged unit or record. */
    public long offset() {
        return offset;
    }

    /** Returns the expected content. */
    public String expected() {
        return expected;
    }

    /** Returns the content found. */
    public String found() {
        return found;
    }
}
