package dev.riffle.hadoop;

import dev.riffle.RecordFormat;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/** Implements the common parts of the input formats. */
abstract class RecordInputFormat extends FileInputFormat<BytesWritable, NullWritable> {

    private final RecordFormat format;

    RecordInputFormat(RecordFormat format) {
        this.format = format;
    }

    @Override
    public List<InputSplit> getSplits(JobContext job) throws IOException {
        JobSettings.checkReading(job.getConfiguration(), format);
        return PlannedSplit.of(super.getSplits(job));
    }

    @Override
    public RecordReader<BytesWritable, NullWritable> createRecordReader(InputSplit split, TaskAttemptContext context) {
        return new SplitReader(format);
    }
}
