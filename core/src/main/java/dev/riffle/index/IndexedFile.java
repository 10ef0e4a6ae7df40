package dev.riffle.index;

import dev.riffle.RecordFile;
import dev.riffle.RecordFormat;
import dev.riffle.io.Bytes;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/**
 * One file of an index, whose records are read at known offsets, in any order and from many threads. Offsets count
 * uncompressed bytes.
 */
interface IndexedFile extends Closeable {

    /** The uncompressed records. */
    RecordFile file();

    /** What messages call the file. */
    default String name() {
        return file().name();
    }

    /** How many bytes there are to read records in, uncompressed; the last record ends there. */
    default long size() {
        return file().size();
    }

    default RecordFormat format() {
        return file().format();
    }

    /** How many bytes a record takes besides its payload. */
    default int overheadBytes() {
        return file().overheadBytes();
    }

    /**
     * The payload of the record at {@code offset}, verified, in memory of its own.
     *
     * @param offset where the record begins, below {@link #size()}
     * @param index the record's number in this file, for messages
     * @throws dev.riffle.CorruptRecordException if no whole record is there
     * @throws IOException if the file cannot be read
     */
    default Bytes get(long offset, long index) throws IOException {
        return file().get(offset, index);
    }

    /** Whether the file, as it is stored, has another size than when it was opened. */
    boolean hasChangedSize() throws IOException;

    /** The file as one whose bytes can be brought near; empty where that is not so. */
    Optional<RecordFile> plain();

    /** Lets go of the file. Idempotent. */
    @Override
    void close();
}
