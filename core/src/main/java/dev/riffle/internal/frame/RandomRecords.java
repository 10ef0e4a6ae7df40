package dev.riffle.internal.frame;

import dev.riffle.io.ByteRange;
import dev.riffle.io.Bytes;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** Reads the records of an uncompressed file by offset. Safe for use by several threads. */
public sealed interface RandomRecords extends Closeable permits FrameFile, ContainerFileRecords {

    String name();

    /** Returns the size in bytes that the file had when it was opened. */
    long size();

    /** Returns whether the complete file is mapped. */
    boolean isMapped();

    /**
     * Returns the payload of the record at {@code offset}.
     *
     * @param end the offset after the record, or -1 if it is unknown
     * @throws DamagedFrameException if the file has no intact record at {@code offset}
     */
    byte[] get(long offset, long end, long index) throws IOException;

    /** Returns the payloads of several records. Requests records that are near each other together. */
    List<Bytes> getAll(List<ByteRange> frames, long... indices) throws IOException;

    /** Returns whether the size or the version of the file has changed since the file was opened. */
    boolean hasChanged() throws IOException;

    /** Idempotent. */
    @Override
    void close();
}
