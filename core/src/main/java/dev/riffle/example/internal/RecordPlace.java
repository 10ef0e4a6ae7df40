package dev.riffle.example.internal;

import dev.riffle.RecordReader;
import java.io.Serializable;

/**
 * The place of a record, for messages. The order is by the names of files, then by the records in a file.
 *
 * @param file the name of the file
 * @param record the number of the record in the file, from 0
 * @param offset the offset of the record in the file, in uncompressed bytes
 */
public record RecordPlace(String file, long record, long offset) implements Serializable, Comparable<RecordPlace> {

    /** Returns the place of the current record of a reader. */
    public static RecordPlace of(RecordReader reader) {
        return new RecordPlace(reader.name(), reader.index(), reader.offset());
    }

    /** Returns the earlier of two places. */
    public static RecordPlace first(RecordPlace one, RecordPlace other) {
        return one.compareTo(other) <= 0 ? one : other;
    }

    @Override
    public int compareTo(RecordPlace other) {
        // Nearly all places have the same file.
        int byFile = file.equals(other.file) ? 0 : file.compareTo(other.file);
        int byRecord = byFile == 0 ? Long.compare(record, other.record) : byFile;
        return byRecord == 0 ? Long.compare(offset, other.offset) : byRecord;
    }

    @Override
    public String toString() {
        return file + ": record " + record + " at offset " + offset;
    }
}
