package dev.riffle.benchmarks.corpus;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.tensorflow.hadoop.io.TFRecordFileInputFormat;

/**
 * Reads with the input format of tensorflow-hadoop and its default settings. It verifies both checksums and detects
 * gzip by the file's name.
 */
final class HadoopReading implements GradedReader {

    @Override
    public String title() {
        return "tensorflow-hadoop 1.15.0";
    }

    @Override
    public boolean isFor(CorpusRow row) {
        return row.format().equals("tfrecord")
                && (row.compression().equals("none") || row.file().endsWith(".gz"));
    }

    @Override
    public void read(java.nio.file.Path file, CorpusRow row, Consumer<byte[]> payloads)
            throws IOException, InterruptedException {
        TaskAttemptContextImpl task = new TaskAttemptContextImpl(new Configuration(), new TaskAttemptID());
        FileSplit split = new FileSplit(new Path(file.toUri()), 0, Files.size(file), new String[0]);
        try (RecordReader<BytesWritable, NullWritable> records =
                new TFRecordFileInputFormat().createRecordReader(split, task)) {
            records.initialize(split, task);
            while (records.nextKeyValue()) {
                BytesWritable payload = records.getCurrentKey();
                payloads.accept(Arrays.copyOf(payload.getBytes(), payload.getLength()));
            }
        }
    }
}
