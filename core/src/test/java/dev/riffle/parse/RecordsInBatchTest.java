package dev.riffle.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.riffle.CorruptRecordException;
import dev.riffle.DamagePolicy;
import dev.riffle.RecordFiles;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriterOptions;
import dev.riffle.Rounds;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A batch uses the arrays in which a reader verified its payloads, and never sees other bytes than these payloads. */
class RecordsInBatchTest {

    private static final int FRAME_BYTES = 16;

    /** A number of records of 100 bytes with which the reader maps a file. */
    private static final int LARGE_FILE = 20_000;

    @TempDir
    Path directory;

    @Test
    void usesTheVerifiedFramesWithoutACopy() throws IOException {
        byte[] file = RecordFiles.tfRecords(payloads(new Random(1), LARGE_FILE, 100));
        for (ByteSource source : List.of(ByteSource.of(write(file)), RecordFiles.source(file))) {
            try (RecordReader reader = RecordReader.open(source)) {
                PayloadBatch batch = new PayloadBatch();
                assertThat(batch.refill(reader, 20)).isEqualTo(20);
                for (int i = 1; i < 20; i++) {
                    assertThat(batch.array(i)).isSameAs(batch.array(0));
                    assertThat(batch.begin(i)).isEqualTo(batch.end(i - 1) + FRAME_BYTES);
                }
            }
        }
    }

    @Test
    void readsAFileIntoOneBatchWithoutNewMemory() throws IOException {
        int count = 8_000;
        Path file = write(RecordFiles.tfRecords(payloads(new Random(2), count, 1_000)));
        PayloadBatch batch = new PayloadBatch();
        // The first pass allocates the memory of the batch.
        assertThat(refillAll(file, batch)).isEqualTo(count);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
        assertThat(refillAll(file, batch)).isEqualTo(count);
        long allocated = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
        assertThat(allocated).isLessThan(count * 1_000 / 8);
    }

    private static long refillAll(Path file, PayloadBatch batch) throws IOException {
        long count = 0;
        try (RecordReader reader = RecordReader.open(file)) {
            while (batch.refill(reader, 300) > 0) {
                count += batch.size();
            }
        }
        return count;
    }

    @Test
    void holdsLittleMoreThanAFewChosenPayloads() throws IOException {
        Path file = write(RecordFiles.tfRecords(payloads(new Random(3), 20_000, 500)));
        PayloadBatch batch = new PayloadBatch();
        try (RecordReader reader = RecordReader.open(file)) {
            while (reader.next()) {
                if (reader.index() % 100 == 0) {
                    batch.addRecord(reader);
                }
            }
        }
        Set<byte[]> arrays = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int i = 0; i < batch.size(); i++) {
            arrays.add(batch.array(i));
        }
        assertThat(batch.size()).isEqualTo(200);
        // A hundred times as many bytes belong to the other payloads.
        assertThat(arrays.stream().mapToLong(array -> array.length).sum()).isLessThan(4 * batch.byteSize());
    }

    /** Several batches take records of one reader, in any order of calls. */
    @Test
    void keepsPayloadsWhileTheReaderContinues() throws Exception {
        Rounds.run("records in batches", 400, (random, name) -> {
            byte[][] payloads = payloads(random, 1 + random.nextInt(2_000), 1 << random.nextInt(10));
            if (random.nextInt(3) == 0) {
                // A record that needs an array or a view of its own.
                payloads[random.nextInt(payloads.length)] = bytes(random, 60_000 + random.nextInt(12_000));
                payloads[random.nextInt(payloads.length)] = bytes(random, 1 << (16 + random.nextInt(6)));
            }
            byte[] file = RecordFiles.tfRecords(payloads);
            int kind = random.nextInt(4);
            ByteSource source = kind == 0 ? RecordFiles.source(file) : ByteSource.of(write(file));
            RecordReaderOptions options = RecordReaderOptions.defaults();
            if (kind == 1) {
                options = options.withoutMapping();
            } else if (kind == 2) {
                source = ByteSource.of(write(
                        RecordFiles.write(RecordWriterOptions.defaults().compression(Compression.GZIP), payloads)));
            }
            try (RecordReader reader = RecordReader.open(source, options)) {
                readInto(reader, random, kind != 2, name);
            }
        });
    }

    private static void readInto(RecordReader reader, Random random, boolean seeks, String name) throws IOException {
        List<PayloadBatch> batches = List.of(new PayloadBatch(), new PayloadBatch(), new PayloadBatch());
        List<List<Bytes>> expected = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        int last = 0;
        int passes = 1 + random.nextInt(3);
        while (passes > 0) {
            if (!reader.next()) {
                passes--;
                if (!seeks || passes == 0) {
                    break;
                }
                reader.seek(0, 0);
                continue;
            }
            if (random.nextInt(40) == 0) {
                int cleared = random.nextInt(batches.size());
                batches.get(cleared).clear();
                expected.get(cleared).clear();
            }
            last = random.nextInt(10) == 0 ? random.nextInt(batches.size()) : last;
            Bytes view = random.nextBoolean() ? Bytes.copyOf(reader.payload()) : null;
            if (random.nextInt(8) > 0) {
                batches.get(last).addRecord(reader);
                expected.get(last).add(Bytes.ofOwned(reader.payloadBytes()));
            }
            if (view != null) {
                assertThat(Bytes.copyOf(reader.payload())).as(name).isEqualTo(view);
            }
        }
        for (int i = 0; i < batches.size(); i++) {
            assertThat(contents(batches.get(i))).as(name).isEqualTo(expected.get(i));
        }
    }

    /** A batch has the records that a reader returns from a damaged file, and the reader reports the same damage. */
    @Test
    void holdsNothingOfADamagedRecord() throws Exception {
        Rounds.run("damaged records in batches", 400, (random, name) -> {
            byte[] file = RecordFiles.tfRecords(payloads(random, 1 + random.nextInt(60), 1 << random.nextInt(13)));
            for (int flips = random.nextInt(4); flips > 0; flips--) {
                file[random.nextInt(file.length)] ^= (byte) (1 << random.nextInt(8));
            }
            byte[] cut = random.nextBoolean() ? file : Arrays.copyOf(file, random.nextInt(file.length + 1));
            Path path = write(cut);
            for (DamagePolicy policy :
                    List.of(DamagePolicy.FAIL, DamagePolicy.STOP_AT_TORN_TAIL, DamagePolicy.skip(region -> {}))) {
                RecordReaderOptions options =
                        RecordFiles.tfRecord(Compression.NONE).damage(policy).maxRecordSize(1 << 20);
                for (ByteSource source : List.of(ByteSource.of(path), RecordFiles.source(cut))) {
                    RecordFiles.Outcome read = RecordFiles.read(source, options);
                    assertThat(readInBatches(source, options)).as(name).isEqualTo(outcome(read));
                }
            }
        });
    }

    private static List<Object> outcome(RecordFiles.Outcome read) {
        List<Object> all = new ArrayList<>(read.records());
        read.damage().forEach(damage -> all.add(damage.getMessage()));
        return all;
    }

    private static List<Object> readInBatches(ByteSource source, RecordReaderOptions options) throws IOException {
        List<Object> all = new ArrayList<>();
        PayloadBatch batch = new PayloadBatch();
        try (RecordReader reader = RecordReader.open(source, options)) {
            while (batch.refill(reader, 7) > 0) {
                all.addAll(contents(batch));
            }
        } catch (CorruptRecordException e) {
            all.addAll(contents(batch));
            all.add(e.getMessage());
        }
        return all;
    }

    /** The payload is larger than the verified copies, so the batch copies it from the mapped file. */
    @Test
    void addsNoPayloadThatAnotherProgramTruncates() throws IOException {
        for (int size : new int[] {100_000, 3_000_000}) {
            Random random = new Random(4);
            byte[][] payloads = payloads(random, LARGE_FILE, 100);
            payloads[1] = bytes(random, size);
            Path file = write(RecordFiles.tfRecords(payloads));
            PayloadBatch batch = new PayloadBatch();
            try (RecordReader reader = RecordReader.open(file)) {
                assertThat(batch.addFrom(reader, 1)).isEqualTo(1);
                assertThat(reader.next()).isTrue();
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    channel.truncate(size / 2);
                }
                assertThatThrownBy(() -> batch.addRecord(reader)).isInstanceOf(CorruptRecordException.class);
            }
            assertThat(batch.size()).isEqualTo(1);
            assertThat(batch.payload(0)).isEqualTo(ByteBuffer.wrap(payloads[0]));
        }
    }

    /** A mapped file has the payload, so only the copy for the batch would exceed the limit. */
    @Test
    void addsNoPayloadAboveTheLimitOfTheReader() throws IOException {
        for (int size : new int[] {5_000, 100_000}) {
            byte[][] payloads = payloads(new Random(5), LARGE_FILE, 100);
            payloads[1] = bytes(new Random(6), size);
            ByteSource source = ByteSource.of(write(RecordFiles.tfRecords(payloads)));
            PayloadBatch batch = new PayloadBatch();
            try (RecordReader reader =
                    RecordReader.open(source, RecordReaderOptions.defaults().maxRecordSize(4_000))) {
                assertThat(batch.addFrom(reader, 1)).isEqualTo(1);
                assertThatThrownBy(() -> batch.addFrom(reader, 1))
                        .isInstanceOfSatisfying(
                                CorruptRecordException.class,
                                e -> assertThat(e.reason()).isEqualTo(CorruptRecordException.Reason.OVER_LIMIT));
                assertThat(batch.addFrom(reader, 1)).isEqualTo(1);
            }
            assertThat(contents(batch)).containsExactly(Bytes.copyOf(payloads[0]), Bytes.copyOf(payloads[2]));
        }
    }

    private static List<Bytes> contents(PayloadBatch batch) {
        List<Bytes> payloads = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            payloads.add(Bytes.copyOf(batch.payload(i)));
        }
        return payloads;
    }

    private static byte[][] payloads(Random random, int count, int size) {
        byte[][] payloads = new byte[count][];
        Arrays.setAll(payloads, i -> bytes(random, size));
        return payloads;
    }

    private static byte[] bytes(Random random, int size) {
        byte[] payload = new byte[size];
        random.nextBytes(payload);
        return payload;
    }

    private Path write(byte[] file) throws IOException {
        return Files.write(Files.createTempFile(directory, "records", ""), file);
    }
}
