package dev.riffle.rewrite;

import dev.riffle.shard.WrittenShard;
import java.util.List;

/**
 * What a shuffle did.
 *
 * @param records how many records there are
 * @param written the files that were written, in order
 * @param inputBytes what was read of the input, frames included, before compression
 * @param temporaryBytesWritten what was written to temporary files; 0 if the memory was enough
 * @param temporaryBytesRead what was read from temporary files
 * @param memoryBytes the most memory that was used for records and their order
 */
public record ShuffleReport(
        long records,
        List<WrittenShard> written,
        long inputBytes,
        long temporaryBytesWritten,
        long temporaryBytesRead,
        long memoryBytes) {

    /** Keeps the list as it is. */
    public ShuffleReport {
        written = List.copyOf(written);
    }

    /** All bytes that were read: input and temporary files. */
    public long bytesRead() {
        return inputBytes + temporaryBytesRead;
    }

    /** All bytes that were written: temporary files and output, the output before compression. */
    public long bytesWritten() {
        return temporaryBytesWritten
                + written.stream().mapToLong(WrittenShard::bytes).sum();
    }
}
