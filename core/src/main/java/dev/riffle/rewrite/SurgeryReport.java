package dev.riffle.rewrite;

import dev.riffle.shard.WrittenShard;
import java.util.List;

/**
 * What an operation of {@link Surgery} did.
 *
 * @param recordsRead how many records were read
 * @param written the files that were written, in order
 */
public record SurgeryReport(long recordsRead, List<WrittenShard> written) {

    /** Keeps the list as it is. */
    public SurgeryReport {
        written = List.copyOf(written);
    }

    /** How many records were written. */
    public long recordsWritten() {
        return written.stream().mapToLong(WrittenShard::records).sum();
    }
}
