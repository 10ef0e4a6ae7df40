package dev.riffle.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.CorruptRecordException;
import dev.riffle.Progress;
import dev.riffle.RecordFiles;
import dev.riffle.RecordWriterOptions;
import dev.riffle.Rounds;
import dev.riffle.internal.JsonValue;
import dev.riffle.internal.MaskedCrc32c;
import dev.riffle.io.ByteSink;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.io.WrappedOutput;
import dev.riffle.scan.SparseFiles;
import dev.riffle.shard.RecordOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the report of a repair, and repairs while the file changes, on a full disk, or with an interrupt. */
class RecordRepairFailureTest {

    private static final int LARGE = 1100 << 20;

    @TempDir
    Path directory;

    private static byte[] file(int records, int size, long seed) {
        Random random = new Random(seed);
        byte[][] payloads = new byte[records][];
        for (int i = 0; i < records; i++) {
            payloads[i] = new byte[size == 0 ? random.nextInt(60) : size];
            random.nextBytes(payloads[i]);
        }
        return RecordFiles.tfRecords(payloads);
    }

    private Path write(byte[] content) throws IOException {
        return Files.write(directory.resolve("in.tfrecord"), content);
    }

    private void assertOnlyInput() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactly(directory.resolve("in.tfrecord"));
        }
    }

    private RecordOutput out() {
        return RecordOutput.file(
                directory.resolve("out.tfrecord"),
                RecordWriterOptions.defaults().withoutSync());
    }

    /** A file on a disk of limited capacity in bytes. */
    private record SmallDisk(ByteSink file, long capacity) implements ByteSink {

        @Override
        public String name() {
            return file.name();
        }

        @Override
        public Output create() throws IOException {
            return new WrappedOutput(file.create()) {
                private long left = capacity;

                @Override
                public int write(ByteBuffer source) throws IOException {
                    if (source.remaining() > left) {
                        throw new IOException("No space left on device");
                    }
                    left -= source.remaining();
                    return super.write(source);
                }
            };
        }
    }

    @AfterEach
    void endMappings() {
        SparseFiles.endMappings();
    }

    @Test
    void leavesNoOutputOnAFullDisk() throws IOException {
        byte[] content = file(3000, 500, 1);
        content[1000] ^= 1;
        Path in = write(content);
        for (long capacity : new long[] {0, 1, 511, 65_536, 1_000_000, content.length - 517}) {
            ByteSink disk = new SmallDisk(ByteSink.of(directory.resolve("out.tfrecord")), capacity);
            assertThatThrownBy(() -> RecordRepair.of(ByteSource.of(in))
                            .copyTo(RecordOutput.sink(disk, RecordWriterOptions.defaults())))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("No space left");
            assertOnlyInput();
            assertThat(in).hasBinaryContent(content);
        }
    }

    @Test
    void failsWhenTheFileShrinksMeanwhile() throws IOException {
        byte[] content = file(60_000, 100, 2);
        Path in = write(content);
        Consumer<Progress> shrinking = progress -> {
            try (FileChannel channel = FileChannel.open(in, StandardOpenOption.WRITE)) {
                channel.truncate(100_000);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        };
        assertThatThrownBy(() ->
                        RecordRepair.of(ByteSource.of(in)).progress(shrinking).copyTo(out()))
                .isInstanceOfSatisfying(
                        CorruptRecordException.class,
                        e -> assertThat(e.reason()).isEqualTo(CorruptRecordException.Reason.SOURCE_SHRANK));
        assertOnlyInput();
    }

    @Test
    void ignoresBytesThatAreAppendedMeanwhile() throws IOException {
        byte[] content = file(60_000, 100, 3);
        Path in = write(content);
        boolean[] grown = {false};
        Consumer<Progress> growing = progress -> {
            if (!grown[0]) {
                grown[0] = true;
                try {
                    Files.write(in, file(10, 100, 4), StandardOpenOption.APPEND);
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }
        };
        LossReport report = RecordRepair.of(ByteSource.of(in)).progress(growing).copyTo(out());
        assertThat(report.isComplete()).as(report.text()).isTrue();
        assertThat(report.records()).isBetween(60_000L, 60_010L);
        assertThat(directory.resolve("out.tfrecord")).hasSize(report.records() * 116);
    }

    @Test
    void leavesNoOutputWhenInterrupted() throws IOException {
        Path in = write(file(60_000, 100, 5));
        Consumer<Progress> interrupting = progress -> Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> RecordRepair.of(ByteSource.of(in))
                            .progress(interrupting)
                            .copyTo(out()))
                    .isInstanceOf(IOException.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertOnlyInput();
    }

    /**
     * Checks regions beyond 4 GiB without checksums. Other tests verify checksums of payloads of this size, which takes
     * a long time.
     */
    @Test
    void reportsRegionsBeyondFourGigabytes() throws IOException {
        Path file = directory.resolve("far");
        byte[] small = file(1, 20, 6);
        byte[] damaged = small.clone();
        damaged[9] ^= 1;
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW, StandardOpenOption.SPARSE)) {
            for (int i = 0; i < 4; i++) {
                ByteBuffer header = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
                channel.write(header.putLong(LARGE)
                        .putInt(MaskedCrc32c.ofLength(LARGE))
                        .flip());
                channel.position(channel.position() + LARGE);
                channel.write(header.clear().putInt(0).flip());
            }
            channel.write(ByteBuffer.wrap(damaged));
            channel.write(ByteBuffer.wrap(small));
        }
        LossReport report = RecordRepair.of(ByteSource.of(file))
                .reading(RecordFiles.tfRecord(Compression.NONE).ignorePayloadChecksums())
                .examine();
        assertThat(report.records()).isEqualTo(5);
        assertThat(report.regions()).singleElement().satisfies(region -> {
            assertThat(region.offset()).isEqualTo(4 * (LARGE + 16L));
            assertThat(region.length()).hasValue(36);
            assertThat(region.estimatedRecords()).isEqualTo(1);
        });
    }

    @Test
    void coversTheFileWithRecordsAndRegions() throws IOException {
        long seed = Rounds.seed("repair failure");
        Random random = new Random(seed);
        for (int round = 0; round < Rounds.count(1500); round++) {
            byte[] content = damaged(file(40, 0, random.nextLong()), random);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            LossReport report = RecordRepair.of(RecordFiles.source(content))
                    .reading(RecordFiles.tfRecord(Compression.NONE))
                    .copyTo(RecordOutput.sink(ByteSink.of(out, "out"), RecordWriterOptions.defaults()));
            String what = "seed " + seed + ", round " + round + ": " + report.text();
            assertThat(intact(content, report)).as(what).isEqualTo(out.toByteArray());
            assertThat(out.size() + report.lostBytes()).as(what).isEqualTo(content.length);
            assertThat(report.end()).as(what).isEmpty();
            assertThat(report.json())
                    .contains("\"records\":" + report.records(), "\"lost_bytes\":" + report.lostBytes());
            assertThat(JsonValue.parse(report.json())).isInstanceOf(JsonValue.Members.class);
        }
    }

    /** Returns the bytes between the regions; each region must begin after the end of the previous one. */
    private static byte[] intact(byte[] content, LossReport report) {
        ByteArrayOutputStream intact = new ByteArrayOutputStream();
        int end = 0;
        for (LossReport.Region region : report.regions()) {
            int offset = (int) region.offset();
            int length = (int) region.length().orElseThrow();
            assertThat(offset).isGreaterThanOrEqualTo(end);
            assertThat(length).isPositive();
            assertThat(region.estimatedRecords()).isBetween(1L, (long) content.length);
            assertThat(region.beginning()).isEqualTo(Bytes.copyOf(content, offset, Math.min(16, length)));
            intact.write(content, end, offset - end);
            end = offset + length;
        }
        intact.write(content, end, content.length - end);
        return intact.toByteArray();
    }

    /** Damages a file: flips, zeroes, removes, inserts or repeats bytes. */
    private static byte[] damaged(byte[] file, Random random) {
        byte[] content = file;
        for (int i = random.nextInt(4); i >= 0; i--) {
            int at = random.nextInt(content.length - 50);
            int to = at + 1 + random.nextInt(49);
            List<byte[]> parts = new ArrayList<>(List.of(Arrays.copyOf(content, at)));
            byte[] middle = Arrays.copyOfRange(content, at, to);
            switch (random.nextInt(5)) {
                case 0 -> {
                    middle[0] ^= 1;
                    parts.add(middle);
                }
                case 1 -> parts.add(new byte[middle.length]);
                case 2 -> {
                    // Removes these bytes.
                }
                case 3 -> {
                    random.nextBytes(middle);
                    parts.add(middle);
                    parts.add(Arrays.copyOfRange(content, at, to));
                }
                default -> {
                    parts.add(middle);
                    parts.add(middle);
                }
            }
            parts.add(Arrays.copyOfRange(content, to, content.length));
            ByteArrayOutputStream joined = new ByteArrayOutputStream();
            parts.forEach(joined::writeBytes);
            content = joined.toByteArray();
        }
        return content;
    }
}
