package dev.riffle.hadoop;

import dev.riffle.RecordFormat;
import dev.riffle.RecordWriterOptions;
import dev.riffle.io.Compression;
import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** Implements the common parts of the output formats. */
abstract class RecordOutputFormat extends FileOutputFormat<BytesWritable, NullWritable> {

    private final RecordFormat format;

    RecordOutputFormat(RecordFormat format) {
        this.format = format;
    }

    @Override
    public void checkOutputSpecs(JobContext job) throws IOException {
        JobSettings.compression(job, format);
        super.checkOutputSpecs(job);
    }

    @Override
    public RecordWriter<BytesWritable, NullWritable> getRecordWriter(TaskAttemptContext context) throws IOException {
        Compression compression = JobSettings.compression(context, format);
        Path file = getDefaultWorkFile(context, PartFiles.extension(format, compression));
        RecordWriterOptions options = RecordWriterOptions.defaults()
                .format(format)
                .compression(compression)
                .withoutSync();
        return new PartWriter(
                dev.riffle.RecordWriter.create(HadoopSink.inPlace(file, context.getConfiguration()), options), context);
    }
}
