package dev.riffle.rewrite;

import dev.riffle.internal.Argument;
import dev.riffle.shard.WrittenShard;
import java.util.List;

/**
 * Holds the result of a {@linkplain RecordRewrite#dedupe deduplication}, or of its dry run. Immutable.
 *
 * @param recordsRead number of records read
 * @param duplicates number of records that equal an earlier one
 * @param withoutKey number of records without all key features
 * @param written the written files, in order; empty after a dry run
 * @since 0.1
 */
public record DedupeReport(long recordsRead, long duplicates, long withoutKey, List<WrittenShard> written) {

    /** Copies the list. */
    public DedupeReport {
        Argument.allPresent(written, "written");
        written = List.copyOf(written);
    }
}
