package dev.riffle.rewrite;

import dev.riffle.shard.internal.OutputPlan;
import dev.riffle.shard.internal.SetOutput;
import java.io.IOException;

/** Reads all records and writes some of them. A pass can run several times, always with the same result. */
@FunctionalInterface
interface RewritePass {

    /** Runs the pass over the sources of a rewrite, and returns the number of records read. */
    long run(RecordRewrite rewrite, SetOutput out) throws IOException;

    /** Writes the output of a pass. If the plan needs the number of records in advance, the pass runs twice. */
    static RewriteReport write(RecordRewrite rewrite, OutputPlan plan, RewritePass pass) throws IOException {
        long records = 0;
        if (plan.needsCount()) {
            records = count(rewrite.counting(), pass).written();
        }
        try (SetOutput out = plan.open(records)) {
            long read = pass.run(rewrite, out);
            return new RewriteReport(read, out.commit());
        }
    }

    /** Counts the records that a pass would read and write. */
    static Counted count(RecordRewrite rewrite, RewritePass pass) throws IOException {
        try (CountedOutput out = new CountedOutput()) {
            long read = pass.run(rewrite, out);
            return new Counted(read, out.count());
        }
    }

    /**
     * Holds the result of a counting pass.
     *
     * @param read number of records read
     * @param written number of records that the pass would have written
     */
    record Counted(long read, long written) {}
}
