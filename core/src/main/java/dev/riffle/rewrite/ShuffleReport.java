package dev.riffle.rewrite;

import dev.riffle.internal.Argument;
import dev.riffle.shard.WrittenShard;
import java.util.List;

/**
 * Holds the result of an {@linkplain ExternalShuffle external shuffle}. Immutable.
 *
 * @param records number of records
 * @param written the written files, in order
 * @param inputBytes bytes read from the input, frames included, before compression
 * @param temporaryBytesWritten bytes written to temporary files; 0 if all records fit into memory
 * @param temporaryBytesRead bytes read from temporary files
 * @param memoryBytes the largest memory use for records, in bytes
 * @since 0.1
 */
public record ShuffleReport(
        long records,
        List<WrittenShard> written,
        long inputBytes,
        long temporaryBytesWritten,
        long temporaryBytesRead,
        long memoryBytes) {

    /** Copies the list. */
    public ShuffleReport {
        Argument.allPresent(written, "written");
        written = List.copyOf(written);
    }

    /** Returns the number of bytes read from the input and from temporary files. */
    public long bytesRead() {
        return inputBytes + temporaryBytesRead;
    }

    /**
     * Returns the number of bytes written to temporary files and to the output. Output bytes count before compression.
     */
    public long bytesWritten() {
        return temporaryBytesWritten
                + written.stream().mapToLong(WrittenShard::bytes).sum();
    }
}
