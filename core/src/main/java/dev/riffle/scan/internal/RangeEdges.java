package dev.riffle.scan.internal;

import dev.riffle.RecordReader;
import java.io.Closeable;
import java.io.IOException;
import java.util.OptionalLong;

/**
 * Finds the offsets at which a file can be divided. These places depend only on the bytes of the file. All tasks that
 * search from one offset must find the same place, even if their ranges end at different offsets.
 */
interface RangeEdges extends Closeable {

    /** Returns the edges of a container, which begin its units. */
    static RangeEdges ofContainer(RecordReader reader, long size) {
        return new RangeEdges() {
            @Override
            public long size() {
                return size;
            }

            @Override
            public OptionalLong first(long from, long to) throws IOException {
                return reader.find(from, Math.min(to, size));
            }

            @Override
            public long willRead(long start, long end) {
                return Math.min(end, size);
            }

            @Override
            public void close() {}
        };
    }

    /** Returns the size of the file in bytes. */
    long size();

    /** Returns the first place at or after {@code from} and before {@code to}; empty if none exists. */
    OptionalLong first(long from, long to) throws IOException;

    /** Prepares for reading a range and its edges. Returns the offset to which the task will read. */
    long willRead(long start, long end) throws IOException;

    /** Returns the offset of the first record or member of a range; empty if it has none. */
    default OptionalLong begin(long start, long end) throws IOException {
        return start == 0 && end > 0 ? OptionalLong.of(0) : first(start, end);
    }
}
