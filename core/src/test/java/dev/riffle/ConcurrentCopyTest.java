package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.riffle.CorruptRecordException.Reason;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Copies records while a background thread writes earlier ranges and the reader verifies the next records. */
class ConcurrentCopyTest {

    private static final long ALL = Long.MAX_VALUE;
    private static final RecordWriterOptions UNSYNCED =
            RecordWriterOptions.defaults().withoutSync();

    @TempDir
    Path directory;

    private static byte[][] payloads(int size, int bytes, Random random) {
        byte[][] payloads = new byte[bytes / (size + 16)][size];
        for (byte[] payload : payloads) {
            random.nextBytes(payload);
        }
        return payloads;
    }

    private Path file(byte[]... payloads) throws IOException {
        return Files.write(directory.resolve("file"), RecordFiles.tfRecords(payloads));
    }

    @ParameterizedTest
    @ValueSource(ints = {300, 70_000, 3_000_000})
    void doesNotReadTheMappingAfterTheCall(int size) throws IOException {
        Random random = new Random(Rounds.seed("late"));
        byte[][] payloads = payloads(size, 10_000_000, random);
        LateSink sink = new LateSink();
        try (RecordReader reader = RecordReader.open(file(payloads));
                RecordWriter writer = RecordWriter.create(sink, UNSYNCED)) {
            long copied = reader.copyTo(writer, payloads.length / 2, ALL);
            while (copied < payloads.length) {
                if (random.nextBoolean()) {
                    assertThat(reader.next()).isTrue();
                    writer.write(reader.payload());
                    copied++;
                } else {
                    copied += reader.copyTo(writer, 1 + random.nextInt(payloads.length), ALL);
                }
                assertThat(sink.waiting).isEmpty();
                assertThat(writer.count()).isEqualTo(copied);
            }
            writer.commit();
        }
        assertThat(sink.ranges).isPositive();
        assertThat(sink.written.toByteArray()).isEqualTo(RecordFiles.tfRecords(payloads));
    }

    @Test
    void writesAllEarlierRecordsBeforeTheListener() throws IOException {
        byte[][] payloads = payloads(200, 3_000_000, new Random(1));
        Path file = file(payloads);
        int wrong = 9_000;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[] {1, 2, 3, 4}), wrong * 216L + 50);
        }
        LateSink sink = new LateSink();
        try (RecordWriter writer = RecordWriter.create(sink, UNSYNCED)) {
            DamagePolicy marking = DamagePolicy.skip(region -> {
                assertThat(sink.waiting).isEmpty();
                try {
                    writer.write("lost");
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            try (RecordReader reader = RecordReader.open(
                    file, RecordFiles.tfRecord(Compression.NONE).damage(marking))) {
                reader.copyTo(writer, ALL, ALL);
            }
            writer.commit();
        }
        payloads[wrong] = "lost".getBytes(StandardCharsets.UTF_8);
        assertThat(sink.written.toByteArray()).isEqualTo(RecordFiles.tfRecords(payloads));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 4096, 1_000_001, 4_990_000})
    void rejectsACommitIfTheFileShrinksWhileRangesWait(long length) throws IOException {
        Path file = file(payloads(500, 5_000_000, new Random(2)));
        for (int range = 0; range < 8; range++) {
            byte[] content = Files.readAllBytes(file);
            LateSink sink = new LateSink();
            int[] left = {range};
            sink.beforeRange = () -> {
                if (left[0]-- == 0) {
                    truncate(file, length);
                    // The system fails with this message when a page of the file is gone.
                    throw new IOException("Bad address");
                }
            };
            Throwable found;
            try (RecordReader reader = RecordReader.open(file)) {
                RecordWriter writer = RecordWriter.create(sink, UNSYNCED);
                found = catchThrowable(() -> reader.copyTo(writer, ALL, ALL));
                assertThat(sink.waiting.size()).isLessThan(8 - range + 2);
                assertThatIllegalStateException().isThrownBy(writer::commit);
                assertThatIllegalStateException().isThrownBy(writer::close);
                assertThat(catchThrowable(reader::next)).isSameAs(found);
            }
            assertThat(found)
                    .isInstanceOfSatisfying(
                            CorruptRecordException.class,
                            damage -> assertThat(damage.reason()).isEqualTo(Reason.SOURCE_SHRANK))
                    .hasSuppressedException(found.getSuppressed()[0]);
            assertThat(sink.committed).isFalse();
            Files.write(file, content);
        }
    }

    /** Truncates a file so late that only the check after the last write can detect it. */
    @Test
    void checksTheSizeAfterTheLastRange() throws IOException {
        Path file = file(payloads(500, 5_000_000, new Random(3)));
        LateSink sink = new LateSink();
        sink.beforeRange = () -> truncate(file, 5_000_000 - 20_000);
        try (RecordReader reader = RecordReader.open(file)) {
            RecordWriter writer = RecordWriter.create(sink, UNSYNCED);
            // Without the check, the sink would write zeros for the rest of the last page.
            Throwable found = catchThrowable(() -> reader.copyTo(writer, ALL, ALL));
            assertThat(found)
                    .isInstanceOfSatisfying(
                            CorruptRecordException.class,
                            damage -> assertThat(damage.reason()).isEqualTo(Reason.SOURCE_SHRANK));
            assertThatIllegalStateException().isThrownBy(writer::close);
        }
        assertThat(sink.committed).isFalse();
    }

    private static void truncate(Path file, long length) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(length);
        }
    }

    @Test
    void throwsLateWriteFailuresFromTheCall() throws IOException {
        Path file = file(payloads(500, 5_000_000, new Random(4)));
        for (Throwable thrown : List.of(
                new FileSystemException("late", null, "disk full"),
                new IllegalArgumentException("sink"),
                new OutOfMemoryError("sink"))) {
            LateSink sink = new LateSink();
            sink.beforeRange = () -> {
                if (thrown instanceof IOException e) {
                    throw e;
                }
                if (thrown instanceof RuntimeException e) {
                    throw e;
                }
                throw (Error) thrown;
            };
            try (RecordReader reader = RecordReader.open(file)) {
                RecordWriter writer = RecordWriter.create(sink, UNSYNCED);
                assertThat(catchThrowable(() -> reader.copyTo(writer, ALL, ALL)))
                        .isSameAs(thrown);
                assertThatIllegalStateException().isThrownBy(writer::commit);
                assertThatIllegalStateException().isThrownBy(writer::close);
            }
            assertThat(sink.committed).isFalse();
        }
    }

    @Test
    void writesTheRecordsBeforeASourceFailure() throws IOException {
        byte[][] payloads = payloads(500, 5_000_000, new Random(5));
        byte[] content = RecordFiles.tfRecords(payloads);
        int wrong = payloads.length - 5;
        content[wrong * 516 + 100] ^= 1;
        Path file = Files.write(directory.resolve("file"), content);
        LateSink sink = new LateSink();
        try (RecordReader reader = RecordReader.open(file);
                RecordWriter writer = RecordWriter.create(sink, UNSYNCED)) {
            assertThat(catchThrowable(() -> reader.copyTo(writer, ALL, ALL)))
                    .isInstanceOf(CorruptRecordException.class);
            assertThat(sink.waiting).isEmpty();
            assertThat(writer.count()).isEqualTo(wrong);
            writer.commit();
        }
        assertThat(sink.written.size()).isEqualTo(wrong * 516);
    }

    @Test
    void copiesLargeFilesUnchanged() throws IOException {
        Random random = new Random(Rounds.seed("large copies"));
        byte[][] payloads = payloads(900, 30_000_000, random);
        Path file = file(payloads);
        Path target = directory.resolve("target");
        try (RecordReader reader = RecordReader.open(file);
                RecordWriter writer = RecordWriter.create(target, UNSYNCED)) {
            for (long left = payloads.length; left > 0; ) {
                left -= reader.copyTo(writer, 1 + random.nextInt(payloads.length / 3), ALL);
            }
            writer.commit();
        }
        assertThat(Files.mismatch(file, target)).isEqualTo(-1);
    }

    @Test
    void leavesNoFileAfterAnInterrupt() throws IOException {
        byte[][] payloads = payloads(900, 20_000_000, new Random(6));
        Path file = file(payloads);
        Path target = directory.resolve("target");
        ByteSource source = ByteSource.of(file);
        int[] asked = {0};
        // The thread of the caller checks the size of the source after each range.
        ByteSource interrupting = new Delegating(source, () -> {
            if (asked[0]++ == 25) {
                Thread.currentThread().interrupt();
            }
        });
        Throwable found;
        try (RecordReader reader = RecordReader.open(interrupting)) {
            RecordWriter writer = RecordWriter.create(target, UNSYNCED);
            found = catchThrowable(() -> reader.copyTo(writer, ALL, ALL));
            assertThatIllegalStateException().isThrownBy(writer::commit);
            assertThatIllegalStateException().isThrownBy(writer::close);
        }
        assertThat(Thread.interrupted()).isTrue();
        assertThat(found).isInstanceOf(ClosedByInterruptException.class);
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).containsExactly(file);
        }
    }

    private record Delegating(ByteSource source, Runnable step) implements ByteSource {

        @Override
        public String name() {
            return source.name();
        }

        @Override
        public OptionalLong size() throws IOException {
            step.run();
            return source.size();
        }

        @Override
        public ReadableByteChannel open(long offset) throws IOException {
            return source.open(offset);
        }

        @Override
        public Optional<ByteBuffer> view(long offset, int length) throws IOException {
            return source.view(offset, length);
        }
    }
}
