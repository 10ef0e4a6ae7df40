package dev.riffle.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordFiles;
import dev.riffle.RecordReader;
import dev.riffle.index.RecordIndex;
import dev.riffle.io.ByteSource;
import dev.riffle.io.ByteSourceContract;
import dev.riffle.io.Bytes;
import dev.riffle.io.SampleBytes;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads and writes objects through S3A and a server on this machine. */
class S3AReadsIT extends ByteSourceContract {

    private static final int COUNT = 39_000;
    private static final int PAYLOAD_BYTES = 1000;
    private static final long FILE_BYTES = COUNT * (PAYLOAD_BYTES + 16L);

    private static S3Server server;

    @TempDir
    java.nio.file.Path folder;

    @BeforeAll
    static void start() throws IOException {
        server = new S3Server();
        byte[][] payloads = new byte[COUNT][];
        for (int i = 0; i < COUNT; i++) {
            payloads[i] = SampleBytes.random(PAYLOAD_BYTES, i);
        }
        server.put("input/some.tfrecord", RecordFiles.tfRecords(payloads));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void forgetRequests() {
        server.reset();
    }

    private static Configuration configuration(String stream) {
        Configuration configuration = server.addTo(new Configuration());
        configuration.set("fs.s3a.input.stream.type", stream);
        configuration.setBoolean("fs.s3a.impl.disable.cache", true);
        configuration.set("mapreduce.framework.name", "local");
        configuration.setInt(Job.COMPLETION_POLL_INTERVAL_KEY, 20);
        return configuration;
    }

    @Override
    protected ByteSource source(byte[] content) throws IOException {
        server.put("file", content);
        return HadoopSource.of(new Path(name()), configuration("classic"));
    }

    @Override
    protected String name() {
        return S3Server.uri("file");
    }

    private Job job(String stream) throws IOException {
        Configuration configuration = configuration(stream);
        configuration.set("hadoop.tmp.dir", folder.toString());
        Job job = Job.getInstance(configuration);
        FileInputFormat.addInputPath(job, new Path(S3Server.uri("input")));
        FileInputFormat.setMaxInputSplitSize(job, 8 << 20);
        return job;
    }

    @Test
    void aSplitReceivesItsBytesInTwoRequests() throws IOException, InterruptedException {
        Job job = job("classic");
        TFRecordInputFormat format = new TFRecordInputFormat();
        List<InputSplit> splits = format.getSplits(job);
        assertThat(splits).hasSize(5);
        assertThat(server.gets()).isZero();

        long records = 0;
        long sent = 0;
        for (InputSplit split : splits) {
            server.reset();
            records += LocalJob.read(split, job);
            assertThat(server.gets()).as("%s", split).isLessThanOrEqualTo(2);
            assertThat(server.heads()).as("%s", split).isZero();
            sent += server.sent();
        }
        assertThat(records).isEqualTo(COUNT);
        assertThat((double) sent / FILE_BYTES).isBetween(1.0, 1.15);
    }

    /** The analytics stream requests bytes ahead on its own threads, so the number of its requests varies. */
    @Test
    void theAnalyticsStreamReadsEachRecordOnce() throws IOException, InterruptedException {
        Job job = job("analytics");
        TFRecordInputFormat format = new TFRecordInputFormat();
        long records = 0;
        for (InputSplit split : format.getSplits(job)) {
            records += LocalJob.read(split, job);
        }
        assertThat(records).isEqualTo(COUNT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "analytics"})
    void anIndexReadsSingleRecords(String stream) throws IOException {
        Path path = new Path(S3Server.uri("input/some.tfrecord"));
        Configuration configuration = configuration(stream);
        FileStatus status = path.getFileSystem(configuration).getFileStatus(path);
        for (HadoopSource source :
                List.of(HadoopSource.of(path, configuration), HadoopSource.of(status, configuration))) {
            try (RecordIndex index = RecordIndex.openSources(List.of(source))) {
                server.reset();
                assertThat(index.get(777)).isEqualTo(Bytes.ofOwned(SampleBytes.random(PAYLOAD_BYTES, 777)));
                if (stream.equals("classic")) {
                    assertThat(server.gets()).isEqualTo(1);
                    assertThat(server.sent()).isLessThanOrEqualTo(64 << 10);
                }

                server.reset();
                List<Bytes> some = index.getAll(new long[] {30_000, 5, 17_000});
                assertThat(some.get(0)).isEqualTo(Bytes.ofOwned(SampleBytes.random(PAYLOAD_BYTES, 30_000)));
                assertThat(some.get(1)).isEqualTo(Bytes.ofOwned(SampleBytes.random(PAYLOAD_BYTES, 5)));
                if (stream.equals("classic")) {
                    assertThat(server.gets()).isEqualTo(3);
                    assertThat(server.sent()).isEqualTo(3 * (PAYLOAD_BYTES + 16L));
                }
            }
        }
    }

    @Test
    void aReaderOfAListedFileNeedsTwoRequests() throws IOException {
        Path path = new Path(S3Server.uri("input/some.tfrecord"));
        Configuration configuration = configuration("classic");
        FileStatus status = path.getFileSystem(configuration).getFileStatus(path);
        server.reset();

        try (RecordReader reader = RecordReader.open(HadoopSource.of(status, configuration))) {
            assertThat(reader.stream()).hasSize(COUNT);
        }

        assertThat(server.gets()).isEqualTo(2);
        assertThat(server.sent()).isEqualTo(FILE_BYTES);
    }

    @Test
    void aReplacedObjectIsDetectedByItsTag() throws IOException {
        Path path = new Path(S3Server.uri("replaced"));
        Configuration configuration = configuration("classic");
        server.put("replaced", RecordFiles.tfRecords(new byte[100][10_000]));
        FileStatus status = path.getFileSystem(configuration).getFileStatus(path);
        HadoopSource source = HadoopSource.of(status, configuration);
        assertThat(source.version()).isPresent();
        try (RecordReader reader = RecordReader.open(source)) {
            assertThat(reader.next()).isTrue();
            server.put("replaced", RecordFiles.tfRecords(new byte[90][11_000]));

            assertThatThrownBy(() -> source.read(500_000, 1000)).hasMessageContaining("replaced");
        }
    }

    @Test
    void theMagicCommitterPublishesFilesWithoutCopies() throws Exception {
        Job job = job("classic");
        Configuration configuration = job.getConfiguration();
        configuration.set("fs.s3a.committer.name", "magic");
        configuration.set(
                "mapreduce.outputcommitter.factory.scheme.s3a", "org.apache.hadoop.fs.s3a.commit.S3ACommitterFactory");
        job.setMapperClass(Mapper.class);
        job.setNumReduceTasks(0);
        job.setInputFormatClass(TFRecordInputFormat.class);
        job.setOutputFormatClass(TFRecordOutputFormat.class);
        job.setOutputKeyClass(BytesWritable.class);
        job.setOutputValueClass(NullWritable.class);
        FileOutputFormat.setOutputPath(job, new Path(S3Server.uri("output")));

        assertThat(job.waitForCompletion(false)).isTrue();

        List<String> written = server.keys().stream()
                .filter(key -> key.startsWith("output/") && key.endsWith(".tfrecord"))
                .toList();
        assertThat(written).hasSize(5);
        assertThat(server.keys()).contains("output/_SUCCESS");
        assertThat(server.completedUploads()).isGreaterThanOrEqualTo(5);
        long records = 0;
        for (String key : written) {
            try (RecordReader reader = RecordReader.open(HadoopSource.of(new Path(S3Server.uri(key)), configuration))) {
                records += reader.stream().count();
            }
        }
        assertThat(records).isEqualTo(COUNT);
    }
}
