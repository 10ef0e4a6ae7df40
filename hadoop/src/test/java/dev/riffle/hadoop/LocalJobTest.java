package dev.riffle.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that Hadoop works in the test environment: its local file system, and a job in this process. */
class LocalJobTest {

    @Test
    void copiesLinesInOneProcess(@TempDir Path folder)
            throws IOException, InterruptedException, ClassNotFoundException {
        Path input = Files.writeString(folder.resolve("lines.txt"), "first\nsecond\n");
        Path output = folder.resolve("output");
        Configuration configuration = new Configuration();
        configuration.set("mapreduce.framework.name", "local");
        configuration.setInt(Job.COMPLETION_POLL_INTERVAL_KEY, 20);
        configuration.set("hadoop.tmp.dir", folder.resolve("hadoop").toString());
        Job job = Job.getInstance(configuration);
        job.setNumReduceTasks(0);
        job.setOutputKeyClass(LongWritable.class);
        job.setOutputValueClass(Text.class);
        FileInputFormat.addInputPath(job, new org.apache.hadoop.fs.Path(input.toUri()));
        FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(output.toUri()));

        assertThat(job.waitForCompletion(false)).isTrue();
        assertThat(output.resolve("_SUCCESS")).exists();
        assertThat(output.resolve("part-m-00000")).hasContent("0\tfirst\n6\tsecond\n");
    }

    @Test
    void opensTheLocalFileSystem(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "abc");
        org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(file.toUri());

        try (FileSystem files = FileSystem.newInstance(path.toUri(), new Configuration())) {
            assertThat(files.getFileStatus(path).getLen()).isEqualTo(3);
        }
    }
}
