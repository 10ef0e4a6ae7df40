package dev.riffle.hadoop;

import dev.riffle.SkippedRegion;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Counts what a task does, and tells the job now and then, since each telling takes a lock. */
final class RecordCounts {

    /** What the counters' group is called. */
    static final String GROUP = "Riffle";

    private static final int TOLD_AFTER = 1000;

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

    /** One more record with a payload of so many bytes. */
    void record(int payloadBytes) {
        recordsSince++;
        bytesSince += payloadBytes;
        if (recordsSince == TOLD_AFTER) {
            tell();
        }
    }

    /** A damaged region was passed over; told at once. */
    void skipped(SkippedRegion region) {
        context.getCounter(GROUP, "Damaged regions skipped").increment(1);
        context.getCounter(GROUP, "Damaged bytes skipped").increment(region.length());
    }

    /** An incomplete record at the end of a file was left out. */
    void tornTail() {
        context.getCounter(GROUP, "Torn tails left out").increment(1);
    }

    void tell() {
        records.increment(recordsSince);
        bytes.increment(bytesSince);
        recordsSince = 0;
        bytesSince = 0;
    }
}
