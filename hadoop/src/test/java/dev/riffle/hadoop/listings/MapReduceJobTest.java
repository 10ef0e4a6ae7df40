package dev.riffle.hadoop.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.Example;
import dev.riffle.hadoop.TFRecordInputFormat;
import dev.riffle.hadoop.TFRecordOutputFormat;
import dev.riffle.io.Bytes;
import java.nio.file.Files;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MapReduceJobTest {

    @Test
    void run(@TempDir java.nio.file.Path folder) throws Exception {
        java.nio.file.Path animals = Files.createDirectory(folder.resolve("animals"));
        RecordWriter.write(animals.resolve("a.tfrecord"), RecordWriterOptions.defaults(), records -> {
            records.write(animal("cat", 4));
            records.write(animal("fish", 0));
            records.write(animal("bird", 2));
        });
        Path input = new Path(animals.toUri());
        Path output = new Path(folder.resolve("walking").toUri());
        Configuration configuration = new Configuration();
        configuration.set("mapreduce.framework.name", "local");
        configuration.setInt(Job.COMPLETION_POLL_INTERVAL_KEY, 20);
        configuration.set("hadoop.tmp.dir", folder.resolve("hadoop").toString());
        // listing
        configuration.set("riffle.damage", "skip");
        configuration.set("riffle.compression", "gzip");
        Job job = Job.getInstance(configuration, "animals that walk");
        job.setJarByClass(WithLegs.class);
        job.setMapperClass(WithLegs.class);
        job.setNumReduceTasks(0);
        job.setInputFormatClass(TFRecordInputFormat.class);
        job.setOutputFormatClass(TFRecordOutputFormat.class);
        job.setOutputKeyClass(BytesWritable.class);
        job.setOutputValueClass(NullWritable.class);
        FileInputFormat.addInputPath(job, input);
        FileOutputFormat.setOutputPath(job, output);
        boolean succeeded = job.waitForCompletion(false);
        long skipped = job.getCounters()
                .findCounter("Riffle", "Damaged regions skipped")
                .getValue();
        // end
        assertThat(succeeded).isTrue();
        assertThat(skipped).isZero();
        try (RecordReader records = RecordReader.open(folder.resolve("walking/part-m-00000.tfrecord.gz"));
                Stream<Example> walking = records.stream(Example::parse)) {
            assertThat(walking.map(animal -> animal.feature("name").utf8Value()))
                    .containsExactly("cat", "bird");
        }
    }

    private static Bytes animal(String name, long legs) {
        return Example.builder().put("name", name).put("legs", legs).build().toBytes();
    }
}
