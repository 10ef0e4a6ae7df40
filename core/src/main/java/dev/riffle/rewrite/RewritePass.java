package dev.riffle.rewrite;

import dev.riffle.shard.internal.OutputPlan;
import dev.riffle.shard.internal.SetOutput;
import java.io.IOException;

/** One way through the records that writes some of them. It can be gone several times, with the same result. */
@FunctionalInterface
interface RewritePass {

    /** Goes it over these sources; gives how many records were read. */
    long run(RecordRewrite rewrite, SetOutput out) throws IOException;

    /** Writes what a pass gives. A target that has to know the number of records beforehand costs one pass more. */
    static RewriteReport write(RecordRewrite rewrite, OutputPlan target, RewritePass pass) throws IOException {
        long records = 0;
        if (target.needsCount()) {
            records = count(rewrite.counting(), pass).written();
        }
        try (SetOutput out = target.open(records)) {
            long read = pass.run(rewrite, out);
            return new RewriteReport(read, out.commit());
        }
    }

    /** What a pass would write. */
    static Counted count(RecordRewrite rewrite, RewritePass pass) throws IOException {
        try (CountedOutput out = new CountedOutput()) {
            long read = pass.run(rewrite, out);
            return new Counted(read, out.count());
        }
    }

    /**
     * A pass that wrote nothing.
     *
     * @param read how many records were read
     * @param written how many would have been written
     */
    record Counted(long read, long written) {}
}
