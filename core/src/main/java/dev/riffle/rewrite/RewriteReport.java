package dev.riffle.rewrite;

import dev.riffle.shard.WrittenShard;
import java.util.List;

/**
 * What an operation of {@link RecordRewrite} did.
 *
 * @param recordsRead how many records were read
 * @param written the files that were written, in order
 */
public record RewriteReport(long recordsRead, List<WrittenShard> written) {

    /** Keeps the list as it is. */
    public RewriteReport {
        written = List.copyOf(written);
    }

    /** How many records were written. */
    public long recordsWritten() {
        return written.stream().mapToLong(WrittenShard::records).sum();
    }
}
