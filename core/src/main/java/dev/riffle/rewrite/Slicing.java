package dev.riffle.rewrite;

import dev.riffle.scan.internal.RecordSequence;
import dev.riffle.shard.internal.OutputPlan;
import dev.riffle.shard.internal.SetOutput;
import java.io.IOException;

/**
 * Copies the records in a range of numbers.
 *
 * @param from the number of the first record; a negative number counts from the end
 * @param to the number after the last record; a negative number counts from the end
 */
record Slicing(RecordRewrite rewrite, long from, long to) {

    RewriteReport write(OutputPlan plan) throws IOException {
        Slicing absolute = from < 0 || to < 0 ? counted() : this;
        return RewritePass.write(rewrite, plan, absolute::run);
    }

    private Slicing counted() throws IOException {
        try (RecordSequence records = rewrite.counting().records()) {
            long count = records.skip(Long.MAX_VALUE);
            return new Slicing(rewrite, fromStart(from, count), fromStart(to, count));
        }
    }

    private static long fromStart(long number, long count) {
        return number < 0 ? Math.max(0, number + count) : number;
    }

    private long run(RecordRewrite rewrite, SetOutput out) throws IOException {
        try (RecordSequence records = rewrite.records()) {
            if (to > from && records.skip(from) == from) {
                records.copy(out::copy, out::uncompressedSize, to - from);
            }
            return records.count();
        }
    }
}
