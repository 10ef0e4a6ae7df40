package dev.riffle.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.index.RecordIndex;
import dev.riffle.io.ByteSource;
import dev.riffle.io.ByteSourceContract;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.io.SampleBytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counts the requests and bytes of reads from an object store. */
class ObjectStoreReadsTest extends ByteSourceContract {

    private static final int FILE_BYTES = 39 << 20;
    private static final long SPLIT_BYTES = 8 << 20;

    @TempDir
    Path folder;

    @BeforeEach
    void forgetRequests() {
        ObjectStoreFileSystem.reset();
    }

    private static Configuration configuration() {
        return ObjectStoreFileSystem.addTo(new Configuration());
    }

    @Override
    protected ByteSource source(byte[] content) throws IOException {
        Files.write(folder.resolve("file"), content);
        return HadoopSource.of(ObjectStoreFileSystem.path(folder.resolve("file")), configuration());
    }

    @Override
    protected String name() {
        return ObjectStoreFileSystem.path(folder.resolve("file")).toString();
    }

    /** Writes a file of about this size. Returns the number of records. */
    private int write(Path file, int fileBytes, int payloadBytes, Compression compression) throws IOException {
        int count = fileBytes / payloadBytes;
        try (RecordWriter writer =
                RecordWriter.create(file, RecordWriterOptions.defaults().compression(compression))) {
            for (int i = 0; i < count; i++) {
                writer.write(SampleBytes.random(payloadBytes, i));
            }
            writer.commit();
        }
        return count;
    }

    private Job job() throws IOException {
        Job job = Job.getInstance(configuration());
        FileInputFormat.addInputPath(job, ObjectStoreFileSystem.path(folder));
        FileInputFormat.setMaxInputSplitSize(job, SPLIT_BYTES);
        return job;
    }

    @ParameterizedTest
    @ValueSource(ints = {1000, 100_000})
    void aSplitReceivesItsBytesInTwoRequests(int payloadBytes) throws IOException, InterruptedException {
        int count = write(folder.resolve("some.tfrecord"), FILE_BYTES, payloadBytes, Compression.NONE);

        assertFewRequests(count, 5);
    }

    @Test
    void aSplitOfMembersReceivesItsBytesInTwoRequests() throws IOException, InterruptedException {
        int count = write(folder.resolve("some.tfrecord.gz"), FILE_BYTES, 1000, Compression.GZIP.cutMembers(128 << 10));

        assertFewRequests(count, 3);
    }

    private void assertFewRequests(int records, int splits) throws IOException, InterruptedException {
        Job job = job();
        TFRecordInputFormat format = new TFRecordInputFormat();
        List<InputSplit> planned = format.getSplits(job);
        assertThat(planned).hasSizeGreaterThanOrEqualTo(splits);
        assertThat(ObjectStoreFileSystem.gets()).isLessThanOrEqualTo(2);

        long read = 0;
        long bytes = 0;
        long received = 0;
        for (InputSplit split : planned) {
            ObjectStoreFileSystem.reset();
            read += LocalJob.read(split, job);

            assertThat(ObjectStoreFileSystem.gets()).as("%s", split).isLessThanOrEqualTo(2);
            assertThat(ObjectStoreFileSystem.heads()).as("%s", split).isZero();
            bytes += ((FileSplit) split).getLength();
            received += ObjectStoreFileSystem.received();
        }
        assertThat(read).isEqualTo(records);
        assertThat((double) received / bytes).isBetween(1.0, 1.15);
    }

    /** The names do not show that the file has one compressed stream, so all tasks except the first read few bytes. */
    @Test
    void otherSplitsOfAnUndividedFileReceiveFewBytes() throws IOException, InterruptedException {
        int count = write(folder.resolve("zlib.tfrecord"), 10 << 20, 1000, Compression.ZLIB);
        Job job = job();
        TFRecordInputFormat format = new TFRecordInputFormat();
        long read = 0;
        for (InputSplit split : format.getSplits(job)) {
            ObjectStoreFileSystem.reset();
            read += LocalJob.read(split, job);

            boolean first = ((FileSplit) split).getStart() == 0;
            assertThat(ObjectStoreFileSystem.gets()).isLessThanOrEqualTo(first ? 2 : 1);
            assertThat(ObjectStoreFileSystem.received())
                    .isLessThanOrEqualTo(first ? Files.size(folder.resolve("zlib.tfrecord")) : 64 << 10);
        }
        assertThat(read).isEqualTo(count);
    }

    @Test
    void aReaderOfAFileNeedsTwoRequests() throws IOException {
        Path file = folder.resolve("some.tfrecord");
        int count = write(file, 10 << 20, 10_000, Compression.NONE);

        try (RecordReader reader =
                RecordReader.open(HadoopSource.of(ObjectStoreFileSystem.path(file), configuration()))) {
            assertThat(reader.stream()).hasSize(count);
        }

        assertThat(ObjectStoreFileSystem.gets()).isEqualTo(2);
        assertThat(ObjectStoreFileSystem.received()).isEqualTo(Files.size(file));
    }

    @Test
    void theFirstRecordsAreOneRequest() throws IOException {
        Path file = folder.resolve("some.tfrecord");
        write(file, 1 << 20, 1000, Compression.NONE);

        try (RecordReader reader =
                RecordReader.open(HadoopSource.of(ObjectStoreFileSystem.path(file), configuration()))) {
            for (int i = 0; i < 60; i++) {
                assertThat(reader.next()).isTrue();
            }
        }

        assertThat(ObjectStoreFileSystem.gets()).isEqualTo(1);
        assertThat(ObjectStoreFileSystem.received()).isEqualTo(64 << 10);
    }

    @Test
    void anIndexReadsTheFileOnceAndThenSingleRecords() throws IOException {
        Path file = folder.resolve("some.tfrecord");
        int payload = 10_000;
        int count = write(file, 10 << 20, payload, Compression.NONE);
        HadoopSource source = HadoopSource.of(ObjectStoreFileSystem.path(file), configuration());
        try (RecordIndex index = RecordIndex.openSources(List.of(source))) {
            assertThat(ObjectStoreFileSystem.gets()).isLessThanOrEqualTo(3);
            assertThat(ObjectStoreFileSystem.received()).isLessThan(Files.size(file) + (128 << 10));

            ObjectStoreFileSystem.reset();
            Bytes record = index.get(777);
            assertThat(ObjectStoreFileSystem.gets()).isEqualTo(1);
            assertThat(ObjectStoreFileSystem.received()).isEqualTo(payload + 16);

            ObjectStoreFileSystem.reset();
            long[] every50th =
                    LongStream.range(0, count / 50).map(i -> i * 50 + 27).toArray();
            List<Bytes> records = index.getAll(every50th);
            assertThat(records.get(15)).isEqualTo(record);
            assertThat(ObjectStoreFileSystem.gets()).isEqualTo(every50th.length);
            assertThat(ObjectStoreFileSystem.received()).isEqualTo(every50th.length * (payload + 16L));

            ObjectStoreFileSystem.reset();
            assertThat(index.range(700, 800)).hasSize(100).contains(record);
            assertThat(ObjectStoreFileSystem.gets()).isEqualTo(1);
            assertThat(ObjectStoreFileSystem.received()).isEqualTo(100 * (payload + 16L));
        }
    }
}
