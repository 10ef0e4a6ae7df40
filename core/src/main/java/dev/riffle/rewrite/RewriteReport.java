package dev.riffle.rewrite;

import dev.riffle.internal.Argument;
import dev.riffle.shard.WrittenShard;
import java.util.List;

/**
 * Holds the result of an operation of {@link RecordRewrite}. Immutable.
 *
 * @param recordsRead number of records read
 * @param written the written files, in order
 * @since 0.1
 */
public record RewriteReport(long recordsRead, List<WrittenShard> written) {

    /** Copies the list. */
    public RewriteReport {
        Argument.allPresent(written, "written");
        written = List.copyOf(written);
    }

    /** Returns the number of records written. */
    public long recordsWritten() {
        return written.stream().mapToLong(WrittenShard::records).sum();
    }
}
