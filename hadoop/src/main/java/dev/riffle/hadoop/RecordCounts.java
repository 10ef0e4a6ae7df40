package dev.riffle.hadoop;

import dev.riffle.SkippedRegion;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Counts the work of a task. Updates the job's counters only occasionally, because each update needs a lock. */
final class RecordCounts {

    /** The name of the counter group. */
    static final String GROUP = "Riffle";

    private static final int REPORTED_AFTER = 1000;

    private final TaskAttemptContext context;
    private final Counter records;
    private final Counter bytes;
    private int recordsSince;
    private long bytesSince;

    private RecordCounts(TaskAttemptContext context, String records, String bytes) {
        this.context = context;
        this.records = context.getCounter(GROUP, records);
        this.bytes = context.getCounter(GROUP, bytes);
    }

    static RecordCounts read(TaskAttemptContext context) {
        return new RecordCounts(context, "Records read", "Payload bytes read");
    }

    static RecordCounts written(TaskAttemptContext context) {
        return new RecordCounts(context, "Records written", "Payload bytes written");
    }

    /** Counts one more record with a payload of this size. */
    void record(int payloadBytes) {
        recordsSince++;
        bytesSince += payloadBytes;
        if (recordsSince == REPORTED_AFTER) {
            report();
        }
    }

    /** Counts a skipped damaged region and updates the job's counters immediately. */
    void skipped(SkippedRegion region) {
        context.getCounter(GROUP, "Damaged regions skipped").increment(1);
        context.getCounter(GROUP, "Damaged bytes skipped").increment(region.length());
    }

    /** Counts an incomplete record at the end of a file. */
    void tornTail() {
        context.getCounter(GROUP, "Torn tails omitted").increment(1);
    }

    void report() {
        records.increment(recordsSince);
        bytes.increment(bytesSince);
        recordsSince = 0;
        bytesSince = 0;
    }
}
