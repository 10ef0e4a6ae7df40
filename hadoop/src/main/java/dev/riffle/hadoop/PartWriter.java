package dev.riffle.hadoop;

import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Writes the file of one task attempt. Hadoop closes the writer after a failure too, and does not report the failure.
 * The incomplete file is in the directory of the attempt, which the committer deletes.
 */
final class PartWriter extends RecordWriter<BytesWritable, NullWritable> {

    private final dev.riffle.RecordWriter records;
    private final RecordCounts counts;

    PartWriter(dev.riffle.RecordWriter records, TaskAttemptContext context) {
        this.records = records;
        this.counts = RecordCounts.written(context);
    }

    @Override
    public void write(BytesWritable payload, NullWritable nothing) throws IOException {
        records.write(payload.getBytes(), 0, payload.getLength());
        counts.record(payload.getLength());
    }

    @Override
    public void close(TaskAttemptContext context) throws IOException {
        try (records) {
            records.commit();
            counts.report();
        }
    }
}
