package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reads at offsets in an unmapped file open the file only once. Each opening of a zip entry loads the complete entry.
 */
class ReusedChannelTest {

    private static final int COUNT = 3000;
    private static final long FRAME = 1016;

    @TempDir
    Path directory;

    private FileSystem zip;
    private CountedSource source;

    /** A source that keeps all channels that it has opened. */
    private static final class CountedSource implements ByteSource {

        private final Path path;
        private final Queue<ReadableByteChannel> channels = new ConcurrentLinkedQueue<>();
        private Optional<Object> key = Optional.empty();

        CountedSource(Path path) {
            this.path = path;
        }

        @Override
        public String name() {
            return "entry";
        }

        @Override
        public OptionalLong size() throws IOException {
            return ByteSource.of(path).size();
        }

        @Override
        public Optional<Object> fileKey() {
            return key;
        }

        @Override
        public ReadableByteChannel open(long offset) throws IOException {
            ReadableByteChannel channel = ByteSource.of(path).open(offset);
            channels.add(channel);
            return channel;
        }

        long stillOpen() {
            return channels.stream().filter(ReadableByteChannel::isOpen).count();
        }
    }

    @BeforeEach
    void writeEntry() throws IOException {
        zip = FileSystems.newFileSystem(directory.resolve("data.zip"), Map.of("create", "true"));
        source = new CountedSource(write(zip.getPath("/data.tfrecord"), COUNT, 0));
    }

    @AfterEach
    void closeZip() throws IOException {
        zip.close();
    }

    private static Path write(Path path, int count, int first) throws IOException {
        byte[][] payloads = new byte[count][1000];
        for (int i = 0; i < count; i++) {
            payloads[i][0] = (byte) (first + i);
        }
        return Files.write(path, RecordFiles.tfRecords(payloads));
    }

    private static RecordFile open(ByteSource source) throws IOException {
        return RecordFile.open(source, RecordFormat.TFRECORD);
    }

    private static void check(RecordFile file, int record, int first) throws IOException {
        byte[] expected = new byte[1000];
        expected[0] = (byte) (first + record);
        assertThat(file.get(record * FRAME, record).toByteArray()).isEqualTo(expected);
    }

    @Test
    void opensAZipEntryOnceForManySeeks() throws IOException {
        try (RecordReader records = RecordReader.open(source)) {
            for (int i = COUNT - 1; i >= 0; i -= 300) {
                records.seek(i * FRAME, i);
                assertThat(records.next()).isTrue();
                assertThat(records.offset()).isEqualTo(i * FRAME);
                assertThat(records.payloadBytes()[0]).isEqualTo((byte) i);
            }
        }
        assertThat(source.channels).hasSize(1);
    }

    @Test
    void opensAZipEntryOnceForReadsByOffsetAndClosesIt() throws IOException {
        try (RecordFile file = open(source)) {
            for (int i = COUNT - 1; i >= 0; i -= 300) {
                check(file, i, 0);
            }
            assertThat(source.channels).hasSize(1);
            assertThat(source.stillOpen()).isEqualTo(1);
        }
        assertThat(source.stillOpen()).isZero();
    }

    @Test
    void opensAZipEntryAtMostOncePerThread() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        try (RecordFile file = open(source)) {
            List<Future<?>> readings = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                int from = thread;
                readings.add(pool.submit(() -> {
                    for (int i = from; i < COUNT; i += 7) {
                        check(file, i, 0);
                    }
                    return null;
                }));
            }
            for (Future<?> reading : readings) {
                reading.get();
            }
        } finally {
            pool.shutdownNow();
        }
        assertThat(source.channels).hasSizeBetween(1, 4);
        assertThat(source.stillOpen()).isZero();
    }

    @Test
    void opensAReplacedEntryAgain() throws IOException {
        try (RecordFile file = open(source)) {
            check(file, 5, 0);
            write(source.path, COUNT + 1, 50);
            check(file, 5, 50);
            check(file, 6, 50);
            assertThat(source.channels).hasSize(2);

            Files.delete(source.path);
            assertThatThrownBy(() -> check(file, 5, 50)).isInstanceOf(NoSuchFileException.class);
            write(source.path, COUNT, 90);
            check(file, 5, 90);
        }
        assertThat(source.stillOpen()).isZero();
    }

    @Test
    void reportsAReplacedFileOfTheSameSizeByItsKey() throws IOException {
        source.key = Optional.of("old");
        try (RecordFile file = open(source)) {
            check(file, 5, 0);
            write(source.path, COUNT, 50);
            source.key = Optional.of("new");
            check(file, 5, 50);
            check(file, 6, 50);
        }
        assertThat(source.channels).hasSize(3);
        assertThat(source.stillOpen()).isZero();
    }

    @Test
    void replacesAKeptChannelThatWasClosed() throws IOException {
        try (RecordFile file = open(source)) {
            check(file, 5, 0);
            source.channels.element().close();
            check(file, 6, 0);
        }
        assertThat(source.channels).hasSize(2);
    }

    @Test
    void verifiesDamageWithANewChannel() throws IOException {
        try (RecordFile file = open(source)) {
            check(file, 5, 0);
            assertThatThrownBy(() -> file.get(1, 5)).isInstanceOf(CorruptRecordException.class);
            check(file, 6, 0);
        }
        assertThat(source.channels).hasSize(3);
        assertThat(source.stillOpen()).isZero();
    }

    @Test
    void keepsFewChannelsOfAllFiles() throws IOException {
        List<RecordFile> files = new ArrayList<>();
        try {
            for (int i = 0; i < 50; i++) {
                RecordFile file = open(source);
                files.add(file);
                check(file, i, 0);
            }
            assertThat(source.stillOpen()).isBetween(1L, 16L);
        } finally {
            files.forEach(RecordFile::close);
        }
        assertThat(source.stillOpen()).isZero();
    }

    @Test
    void keepsTheFileReadableAfterAnInterrupt() throws Exception {
        for (CountedSource each :
                List.of(source, new CountedSource(write(directory.resolve("small.tfrecord"), 100, 0)))) {
            try (RecordFile file = open(each)) {
                check(file, 5, 0);
                Thread.currentThread().interrupt();
                try {
                    check(file, 6, 0);
                    assertThat(each).isSameAs(source);
                } catch (IOException e) {
                    assertThat(e).hasRootCauseInstanceOf(ClosedByInterruptException.class);
                    assertThat(each).isNotSameAs(source);
                } finally {
                    assertThat(Thread.interrupted()).isTrue();
                }
                check(file, 7, 0);
            }
            assertThat(each.stillOpen()).isZero();
        }
    }
}
