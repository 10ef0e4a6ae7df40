package dev.riffle.rewrite;

import dev.riffle.shard.WrittenShard;
import java.util.List;

/**
 * What {@link RecordRewrite#dedupe} did, or would do.
 *
 * @param recordsRead how many records were read
 * @param duplicates how many of them are like an earlier one
 * @param withoutKey how many do not have all key features
 * @param written the files that were written, in order
 */
public record DedupeReport(long recordsRead, long duplicates, long withoutKey, List<WrittenShard> written) {

    /** Keeps the list as it is. */
    public DedupeReport {
        written = List.copyOf(written);
    }
}
