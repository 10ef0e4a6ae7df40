package dev.riffle.hadoop;

import dev.riffle.RecordReader;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;

/** Runs a job without reducers in this process, and provides its results. The job copies records. */
final class LocalJob {

    static {
        ProcesslessDisk.install();
    }

    final Job job;
    private final Path output;

    LocalJob(
            Path folder,
            Class<? extends InputFormat<BytesWritable, NullWritable>> input,
            Class<? extends OutputFormat<BytesWritable, NullWritable>> output)
            throws IOException {
        Configuration configuration = new Configuration();
        configuration.set("mapreduce.framework.name", "local");
        configuration.setInt(Job.COMPLETION_POLL_INTERVAL_KEY, 20);
        configuration.set("hadoop.tmp.dir", folder.resolve("hadoop").toString());
        this.output = folder.resolve("output");
        this.job = Job.getInstance(configuration);
        job.setMapperClass(Mapper.class);
        job.setNumReduceTasks(0);
        job.setInputFormatClass(input);
        job.setOutputFormatClass(output);
        job.setOutputKeyClass(BytesWritable.class);
        job.setOutputValueClass(NullWritable.class);
        FileInputFormat.addInputPath(job, path(folder.resolve("input")));
        FileOutputFormat.setOutputPath(job, path(this.output));
    }

    static org.apache.hadoop.fs.Path path(Path path) {
        return new org.apache.hadoop.fs.Path(path.toUri());
    }

    LocalJob set(String name, String value) {
        job.getConfiguration().set(name, value);
        return this;
    }

    LocalJob splitBytes(long bytes) {
        FileInputFormat.setMaxInputSplitSize(job, bytes);
        return this;
    }

    boolean run() throws IOException, InterruptedException, ClassNotFoundException {
        return job.waitForCompletion(false);
    }

    long count(String counter) throws IOException {
        return job.getCounters().findCounter("Riffle", counter).getValue();
    }

    /** Returns the names of the published files, without checksum files. */
    List<String> published() throws IOException {
        if (!Files.exists(output)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(output)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> output.relativize(file).toString())
                    .filter(name -> !name.endsWith(".crc"))
                    .sorted()
                    .toList();
        }
    }

    /** Returns the records of all published files in order. */
    List<Bytes> records() throws IOException {
        List<Bytes> records = new ArrayList<>();
        for (String name : published()) {
            if (!name.equals("_SUCCESS")) {
                try (RecordReader reader = RecordReader.open(output.resolve(name))) {
                    reader.forEach(records::add);
                }
            }
        }
        return records;
    }

    /** Reads a split of TFRecord files as a task does. Returns the number of records. */
    static long read(InputSplit split, Job job) throws IOException, InterruptedException {
        TaskAttemptContextImpl context = new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID());
        long records = 0;
        try (org.apache.hadoop.mapreduce.RecordReader<BytesWritable, NullWritable> reader =
                new TFRecordInputFormat().createRecordReader(split, context)) {
            reader.initialize(split, context);
            while (reader.nextKeyValue()) {
                records++;
            }
        }
        return records;
    }
}
