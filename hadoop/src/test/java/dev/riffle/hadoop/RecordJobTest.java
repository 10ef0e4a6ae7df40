package dev.riffle.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.CorruptRecordException;
import dev.riffle.RecordFiles;
import dev.riffle.RecordFormat;
import dev.riffle.RecordWriterOptions;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.compress.BZip2Codec;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.hadoop.io.compress.GzipCodec;
import org.apache.hadoop.io.compress.SnappyCodec;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests jobs that read and write record files in this process. */
class RecordJobTest {

    private static final int COUNT = 3000;

    private static final List<Bytes> PAYLOADS = payloads();

    @TempDir
    Path folder;

    private Path input;

    @BeforeEach
    void makeInput() throws IOException {
        input = Files.createDirectory(folder.resolve("input"));
    }

    private static List<Bytes> payloads() {
        Random random = new Random(1);
        return random.ints(COUNT, 0, 200)
                .mapToObj(size -> {
                    byte[] payload = new byte[size];
                    random.nextBytes(payload);
                    return Bytes.copyOf(payload);
                })
                .toList();
    }

    private static byte[] file(RecordWriterOptions options) {
        return RecordFiles.write(
                options, PAYLOADS.stream().map(Bytes::toByteArray).toArray(byte[][]::new));
    }

    private static byte[] file() {
        return file(RecordWriterOptions.defaults());
    }

    private LocalJob copying() throws IOException {
        return new LocalJob(folder, TFRecordInputFormat.class, TFRecordOutputFormat.class);
    }

    private static long bytes(List<Bytes> payloads) {
        return payloads.stream().mapToLong(Bytes::size).sum();
    }

    @Test
    void copiesOneFileInSeveralTasks() throws Exception {
        byte[] file = file();
        Files.write(input.resolve("a.tfrecord"), file);
        LocalJob job = copying().splitBytes(file.length / 4);

        assertThat(job.run()).isTrue();
        assertThat(job.published())
                .containsExactly(
                        "_SUCCESS",
                        "part-m-00000.tfrecord",
                        "part-m-00001.tfrecord",
                        "part-m-00002.tfrecord",
                        "part-m-00003.tfrecord");
        assertThat(job.records()).isEqualTo(PAYLOADS);
        assertThat(job.count("Records read")).isEqualTo(COUNT);
        assertThat(job.count("Payload bytes read")).isEqualTo(bytes(PAYLOADS));
        assertThat(job.count("Records written")).isEqualTo(COUNT);
        assertThat(job.count("Payload bytes written")).isEqualTo(bytes(PAYLOADS));
        assertThat(job.count("Damaged regions skipped")).isZero();
    }

    @Test
    void readsAGzipFileWithMembersInSeveralTasks() throws Exception {
        byte[] file = file(RecordWriterOptions.defaults().compression(Compression.GZIP.cutMembers(16 << 10)));
        Files.write(input.resolve("a.tfrecord.gz"), file);
        LocalJob job = copying().splitBytes(file.length / 3 + 1).set("riffle.compression", "gzip");

        assertThat(job.run()).isTrue();
        assertThat(job.published())
                .containsExactly(
                        "_SUCCESS", "part-m-00000.tfrecord.gz", "part-m-00001.tfrecord.gz", "part-m-00002.tfrecord.gz");
        assertThat(job.records()).isEqualTo(PAYLOADS);
        assertThat(folder.resolve("output/part-m-00001.tfrecord.gz")).isNotEmptyFile();
    }

    @Test
    void readsUnsplittableFilesInOneTask() throws Exception {
        Files.write(
                input.resolve("a.tfrecord.gz"),
                file(RecordWriterOptions.defaults().compression(Compression.GZIP)));
        Files.write(
                input.resolve("b.tfrecord"), file(RecordWriterOptions.defaults().compression(Compression.ZLIB)));
        Files.write(input.resolve("c.tfrecord"), new byte[0]);
        LocalJob job = copying().splitBytes(50_000);

        assertThat(job.run()).isTrue();
        assertThat(job.records()).hasSize(2 * COUNT).containsAll(PAYLOADS);
        assertThat(job.count("Records read")).isEqualTo(2 * COUNT);
    }

    @Test
    void readsNothingFromAnEmptyFolder() throws Exception {
        LocalJob job = copying();

        assertThat(job.run()).isTrue();
        assertThat(job.published()).containsExactly("_SUCCESS");
    }

    private void writeDamaged() throws IOException {
        byte[] file = file();
        file[file.length / 2] ^= 1;
        Files.write(input.resolve("a.tfrecord"), file);
    }

    /**
     * Runs a job with one damaged file. Successful tasks publish their files immediately, as Hadoop's committer does by
     * default. The failed task publishes no file.
     */
    @Test
    void failsTheJobAtDamage() throws Exception {
        writeDamaged();
        LocalJob job = copying().splitBytes(file().length / 4);

        assertThat(job.run()).isFalse();
        assertThat(job.published()).doesNotContain("_SUCCESS", "part-m-00001.tfrecord");
        assertThat(PAYLOADS).containsAll(job.records());
    }

    @Test
    void skipsAndCountsDamageOnRequest() throws Exception {
        writeDamaged();
        LocalJob job = copying().splitBytes(file().length / 4).set("riffle.damage", "skip");

        assertThat(job.run()).isTrue();
        assertThat(job.records()).hasSize(COUNT - 1);
        assertThat(job.count("Records read")).isEqualTo(COUNT - 1);
        assertThat(job.count("Damaged regions skipped")).isEqualTo(1);
        assertThat(job.count("Damaged bytes skipped")).isBetween(16L, 216L);
        assertThat(PAYLOADS).containsAll(job.records());
    }

    @Test
    void omitsAndCountsATornTail() throws Exception {
        byte[] file = file();
        Files.write(input.resolve("a.tfrecord"), Arrays.copyOf(file, file.length - 1));
        LocalJob job = copying().splitBytes(file.length / 4).set("riffle.damage", "stop-at-torn-tail");

        assertThat(job.run()).isTrue();
        assertThat(job.records()).isEqualTo(PAYLOADS.subList(0, COUNT - 1));
        assertThat(job.count("Torn tails omitted")).isEqualTo(1);
    }

    /** Fails at its hundredth record. */
    static final class Failing extends Mapper<BytesWritable, NullWritable, BytesWritable, NullWritable> {

        private int records;

        @Override
        protected void map(BytesWritable key, NullWritable value, Context context)
                throws IOException, InterruptedException {
            if (records++ == 100) {
                throw new IOException("the mapper failed");
            }
            context.write(key, value);
        }
    }

    @Test
    void leavesNoOutputAfterAFailedTask() throws Exception {
        byte[] file = file();
        Files.write(input.resolve("a.tfrecord"), file);
        LocalJob job = copying().splitBytes(file.length / 2 + 1);
        job.job.setMapperClass(Failing.class);

        assertThat(job.run()).isFalse();
        assertThat(job.published()).isEmpty();
    }

    @Test
    void copiesOfRecordsKeepTheirContent() throws Exception {
        List<Bytes> messages = List.of(Bytes.ofUtf8("\n\0"), Bytes.ofUtf8("\n\3\n\1a"), Bytes.ofUtf8("\n\3\n\1b"));
        Files.write(
                input.resolve("a.ofrecord"),
                RecordFiles.write(
                        RecordWriterOptions.defaults().format(RecordFormat.OFRECORD),
                        messages.stream().map(Bytes::toByteArray).toArray(byte[][]::new)));
        LocalJob job = new LocalJob(folder, OFRecordInputFormat.class, OFRecordOutputFormat.class)
                .splitBytes(1)
                .set("riffle.compression", "GZIP");

        assertThat(job.run()).isTrue();
        assertThat(job.published()).containsExactly("_SUCCESS", "part-m-00000.ofrecord.gz");
        assertThat(job.records()).isEqualTo(messages);
        assertThat(job.count("Records read")).isEqualTo(3);
    }

    @Test
    void usesTheCodecOfTheJobWithoutASetting() throws IOException {
        LocalJob job = copying();
        assertThat(compression(job)).isEqualTo("NONE");
        FileOutputFormat.setCompressOutput(job.job, true);
        assertThat(compression(job)).as("Hadoop's default codec").isEqualTo("ZLIB");
        FileOutputFormat.setOutputCompressorClass(job.job, GzipCodec.class);
        assertThat(compression(job)).isEqualTo("GZIP");
        FileOutputFormat.setOutputCompressorClass(job.job, DefaultCodec.class);
        assertThat(compression(job)).isEqualTo("ZLIB");
        FileOutputFormat.setOutputCompressorClass(job.job, SnappyCodec.class);
        assertThat(compression(job)).isEqualTo("SNAPPY");
        job.set("riffle.compression", "none");
        assertThat(compression(job)).isEqualTo("NONE");
    }

    private static String compression(LocalJob job) {
        return JobSettings.compression(job.job, RecordFormat.TFRECORD).name();
    }

    @Test
    void rejectsInvalidSettingsBeforeTheJobStarts() throws Exception {
        Files.write(input.resolve("a.tfrecord"), file());

        assertRejected(
                copying().set("riffle.damage", "ignore"),
                "riffle.damage: expected fail, skip or stop-at-torn-tail, found ignore");
        assertRejected(
                copying().set("riffle.splittable", "maybe"), "riffle.splittable: expected true or false, found maybe");
        assertRejected(
                copying().set("riffle.compression", "lzo"),
                "riffle.compression: expected none, gzip, zlib or snappy, found lzo");
        LocalJob bzip2 = copying();
        FileOutputFormat.setCompressOutput(bzip2.job, true);
        FileOutputFormat.setOutputCompressorClass(bzip2.job, BZip2Codec.class);
        assertRejected(bzip2, "BZip2Codec is not supported for record files");
        assertRejected(
                new LocalJob(folder, OFRecordInputFormat.class, OFRecordOutputFormat.class)
                        .set("riffle.damage", "skip"),
                "is not supported for OFRecord");
        assertRejected(
                new LocalJob(folder, TFRecordInputFormat.class, OFRecordOutputFormat.class)
                        .set("riffle.compression", "snappy"),
                "OFRecord files cannot be compressed with");
    }

    private void assertRejected(LocalJob job, String message) throws IOException {
        assertThatIllegalArgumentException().isThrownBy(job::run).withMessageContaining(message);
        assertThat(folder.resolve("output")).doesNotExist();
    }

    @Test
    void readsEachFileInOneTaskOnRequest() throws Exception {
        byte[] file = file();
        Files.write(input.resolve("a.tfrecord"), file);
        LocalJob job = copying().splitBytes(1000).set("riffle.splittable", "false");

        assertThat(new TFRecordInputFormat().getSplits(job.job)).hasSize(1);
        assertThat(job.run()).isTrue();
        assertThat(job.records()).isEqualTo(PAYLOADS);
    }

    @Test
    void unsplitFilesBelongToTheSplitAtTheirBeginning() throws Exception {
        byte[] file = file();
        Path path = Files.write(input.resolve("a.tfrecord"), file);
        Configuration configuration = new Configuration();
        configuration.set("riffle.splittable", "false");
        TaskAttemptContext task = new TaskAttemptContextImpl(configuration, new TaskAttemptID());
        List<Bytes> records = new ArrayList<>();
        for (long start = 0; start < file.length; start += 30_000) {
            FileSplit split = new FileSplit(LocalJob.path(path), start, 30_000, new String[0]);
            try (RecordReader<BytesWritable, NullWritable> reader =
                    new TFRecordInputFormat().createRecordReader(split, task)) {
                reader.initialize(split, task);
                while (reader.nextKeyValue()) {
                    records.add(Bytes.copyOf(reader.getCurrentKey().copyBytes()));
                }
            }
        }

        assertThat(records).isEqualTo(PAYLOADS);
    }

    /**
     * Plans splits in a file system whose first read fails. Planning therefore succeeds only if it does not open the
     * file.
     */
    @Test
    void opensOnlyGzipFilesLargerThanASplit() throws Exception {
        byte[] file = file(RecordWriterOptions.defaults().compression(Compression.GZIP.cutMembers(16 << 10)));
        Path path = Files.write(input.resolve("a.tfrecord.gz"), file);
        Job job = Job.getInstance(PoorFileSystem.configuration(997, 0, -1));
        FileInputFormat.addInputPath(job, PoorFileSystem.path(path));

        FileInputFormat.setMaxInputSplitSize(job, file.length);
        assertThat(new TFRecordInputFormat().getSplits(job)).hasSize(1);
        FileInputFormat.setMaxInputSplitSize(job, file.length - 1);
        assertThatThrownBy(() -> new TFRecordInputFormat().getSplits(job))
                .hasMessageContainingAll("a.tfrecord.gz", "cannot open the file to check whether it can be split");
    }

    /** Reads a damaged compressed stream, in which no record after the damage can be found. */
    @Test
    void failsAtADamagedCompressedStreamWithAnySetting() throws Exception {
        byte[] file = file(RecordWriterOptions.defaults().compression(Compression.GZIP.cutMembers(16 << 10)));
        file[file.length / 2] ^= 1;
        Files.write(input.resolve("a.tfrecord.gz"), file);

        assertThat(copying().set("riffle.damage", "skip").run()).isFalse();
    }

    /**
     * Checks the message for a damaged record. It states the file, the place, the expected and found values, and the
     * remedy.
     */
    @Test
    void reportsDamageWithARemedy() throws Exception {
        byte[] file = file();
        file[file.length - 1] ^= 1;
        Files.write(input.resolve("a.tfrecord"), file);
        JobContext job = copying().splitBytes(file.length / 2 + 1).job;
        TFRecordInputFormat format = new TFRecordInputFormat();
        List<InputSplit> splits = format.getSplits(job);
        TaskAttemptContext context = new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID());

        try (RecordReader<BytesWritable, NullWritable> reader = format.createRecordReader(splits.get(1), context)) {
            reader.initialize(splits.get(1), context);
            assertThat(reader.nextKeyValue()).isTrue();
            assertThat(reader.getProgress()).isBetween(0f, 0.1f);
            assertThatThrownBy(() -> {
                        while (reader.nextKeyValue()) {
                            assertThat(reader.getCurrentValue()).isSameAs(NullWritable.get());
                        }
                    })
                    .hasMessageContainingAll(
                            "a.tfrecord: record ",
                            " at offset ",
                            "payload checksum does not match: expected 0x",
                            "records are counted from the first in the split that begins at byte "
                                    + (file.length / 2 + 1),
                            "set riffle.damage = skip")
                    .hasCauseInstanceOf(CorruptRecordException.class);
            assertThat(reader.getProgress()).isBetween(0.9f, 1f);
        }
    }

    @Test
    void rejectsReadingWithoutASplit() throws IOException {
        try (SplitReader reader = new SplitReader(RecordFormat.TFRECORD)) {
            assertThatThrownBy(reader::nextKeyValue)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("initialize");
            assertThat(reader.getProgress()).isZero();
        }
    }

    @Test
    void readsFilesWithTheirSizeAtPlanning() throws Exception {
        byte[] file = file();
        Path growing = input.resolve("a.tfrecord");
        Files.write(growing, file);
        Job job = Job.getInstance(new Configuration());
        FileInputFormat.addInputPath(job, LocalJob.path(input));
        FileInputFormat.setMaxInputSplitSize(job, file.length / 3 + 1);
        TFRecordInputFormat format = new TFRecordInputFormat();
        List<InputSplit> splits = format.getSplits(job);
        Files.write(growing, Arrays.copyOf(file, 300), StandardOpenOption.APPEND);

        TaskAttemptContextImpl task = new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID());
        List<Bytes> records = new ArrayList<>();
        for (InputSplit split : splits) {
            DataOutputBuffer sent = new DataOutputBuffer();
            ((PlannedSplit) split).write(sent);
            DataInputBuffer received = new DataInputBuffer();
            received.reset(sent.getData(), sent.getLength());
            PlannedSplit planned = new PlannedSplit();
            planned.readFields(received);
            try (org.apache.hadoop.mapreduce.RecordReader<BytesWritable, NullWritable> reader =
                    format.createRecordReader(planned, task)) {
                reader.initialize(planned, task);
                while (reader.nextKeyValue()) {
                    records.add(Bytes.copyOf(reader.getCurrentKey().copyBytes()));
                }
            }
        }

        assertThat(splits).hasSize(3);
        assertThat(records).isEqualTo(PAYLOADS);
    }
}
