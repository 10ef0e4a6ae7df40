package dev.riffle.index;

import dev.riffle.RecordFile;
import dev.riffle.RecordFormat;
import dev.riffle.io.internal.resume.ConcurrentReads;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/**
 * Reads one file of an index. Several threads may read its records at known offsets in any order. Offsets count
 * uncompressed bytes.
 */
interface IndexedFile extends Closeable {

    /** Returns the uncompressed records, which several threads may read. */
    RecordFile file();

    /** Returns the name of the file for messages. */
    default String name() {
        return file().name();
    }

    /** Returns the number of uncompressed bytes, which is the end of the last record. */
    default long size() {
        return file().size();
    }

    default RecordFormat format() {
        return file().format();
    }

    /** Returns the number of bytes of a frame without its payload. */
    default int overheadBytes() {
        return file().overheadBytes();
    }

    /** Returns whether the size or the version of the stored file has changed since this file was opened. */
    boolean hasChanged() throws IOException;

    /** Returns the uncompressed record file if it is mapped. */
    default Optional<RecordFile> mapped() {
        return Optional.empty();
    }

    /** Returns the source of an uncompressed file if concurrent reads read it. */
    default Optional<ConcurrentReads.Source> unmapped() {
        return Optional.empty();
    }

    /** Closes the file. Idempotent. */
    @Override
    void close();
}
