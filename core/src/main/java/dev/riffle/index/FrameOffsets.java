package dev.riffle.index;

import dev.riffle.RecordFile;
import dev.riffle.io.ByteRange;
import java.io.IOException;

/** Knows the place of each record of one file. Safe for use by several threads. */
interface FrameOffsets {

    /** Returns the number of records. */
    long count();

    /**
     * Returns the bytes of a record, in uncompressed bytes.
     *
     * @throws UnusableIndexException if the index file is damaged
     */
    ByteRange frame(long record) throws IOException;

    /** Releases memory. Idempotent. */
    default void close() {}

    /** Returns the offsets that a container contains. */
    static FrameOffsets of(RecordFile container) {
        long count = container.count().orElseThrow();
        if (count > SizeColumn.MOST_RECORDS) {
            throw SizeColumn.tooMany(container.name() + ": ");
        }
        return new FrameOffsets() {
            @Override
            public long count() {
                return count;
            }

            @Override
            public ByteRange frame(long record) throws IOException {
                long offset = container.offset(record);
                long end = record + 1 < count ? container.offset(record + 1) : container.size();
                return new ByteRange(offset, end - offset);
            }
        };
    }
}
