package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** If a file is removed or replaced, its reader returns records of the opened file or reports the change. */
class ReplacedFileTest {

    private static final int COUNT = 4000;

    @TempDir
    Path directory;

    /** The changes to the file. */
    enum Happening {
        REMOVED,
        REPLACED_BY_A_SHORTER_ONE,
        REPLACED_BY_A_LONGER_ONE;

        void to(Path file, byte[] content) throws IOException {
            if (this == REMOVED) {
                Files.delete(file);
                return;
            }
            int length = this == REPLACED_BY_A_SHORTER_ONE ? 1000 : 2 * content.length;
            byte[] other = Arrays.copyOf(content, length);
            if (length > content.length) {
                System.arraycopy(content, 0, other, content.length, content.length);
            }
            Path next = Files.write(file.resolveSibling("next"), other);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /**
     * Returns a file of records that end with zeros. The missing bytes of a truncated file would also read as zeros.
     */
    private static byte[] content(RecordFormat format) {
        byte[] payload = format == RecordFormat.OFRECORD ? ofRecord() : new byte[128];
        byte[][] payloads = new byte[COUNT][];
        Arrays.fill(payloads, payload);
        return RecordFiles.write(RecordWriterOptions.defaults().format(format), payloads);
    }

    /** Returns an OFRecord with a feature {@code a} of 120 zeros. */
    private static byte[] ofRecord() {
        return HexFormat.of().parseHex("0a81010a0161127c0a7a0a78" + "00".repeat(120));
    }

    @ParameterizedTest
    @EnumSource
    void readsAMappedFileToItsEnd(Happening happening) throws IOException {
        byte[] content = content(RecordFormat.TFRECORD);
        Path file = Files.write(directory.resolve("file"), content);
        try (RecordReader reader = RecordReader.open(file)) {
            assertThat(reader.next()).isTrue();
            Bytes first = Bytes.copyOf(reader.payloadBytes());

            happening.to(file, content);

            int read = 1;
            while (reader.next()) {
                assertThat(Bytes.copyOf(reader.payloadBytes())).isEqualTo(first);
                read++;
            }
            assertThat(read).isEqualTo(COUNT);
        }
    }

    @ParameterizedTest
    @EnumSource
    void readsALargePayload(Happening happening) throws IOException {
        byte[] payload = new byte[3 << 20];
        byte[] content = RecordFiles.tfRecords(payload, payload);
        Path file = Files.write(directory.resolve("file"), content);
        try (RecordReader reader = RecordReader.open(file)) {
            assertThat(reader.next()).isTrue();

            happening.to(file, content);

            assertThat(reader.payload().remaining()).isEqualTo(payload.length);
            assertThat(reader.next()).isTrue();
            assertThat(reader.payloadBytes()).isEqualTo(payload);
            assertThat(reader.next()).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource
    void returnsRecordsByOffsetOfAMappedFile(Happening happening) throws IOException {
        byte[] content = content(RecordFormat.TFRECORD);
        Path path = Files.write(directory.resolve("file"), content);
        long stride = content.length / COUNT;
        try (RecordFile file = RecordFile.open(ByteSource.of(path), RecordFormat.TFRECORD)) {
            Bytes first = file.get(0, 0);

            happening.to(path, content);

            for (int i = 0; i < COUNT; i++) {
                assertThat(file.get(i * stride, i)).isEqualTo(first);
            }
        }
    }

    /** Without the size of the opened file, nothing proves that zeros at the end of an OFRecord are its content. */
    @ParameterizedTest
    @EnumSource
    void rejectsOfRecordsThatCannotBeVerified(Happening happening) throws IOException {
        byte[] content = content(RecordFormat.OFRECORD);
        Path path = Files.write(directory.resolve("file"), content);
        try (RecordFile file = RecordFile.open(ByteSource.of(path), RecordFormat.OFRECORD);
                RecordReader reader = RecordReader.open(path)) {
            assertThat(reader.next()).isTrue();

            happening.to(path, content);

            assertThatThrownBy(reader::payloadBytes).hasMessage(gone(path));
            assertThatThrownBy(() -> file.get(0, 0)).hasMessage(gone(path));
        }
    }

    @ParameterizedTest
    @MethodSource("dev.riffle.BuiltInFormats#all")
    void reportsAFileThatIsTruncatedFirst(RecordFormat format) throws IOException {
        byte[] content = content(format);
        long stride = content.length / COUNT;
        Path path = Files.write(directory.resolve("file"), content);
        try (RecordFile file = RecordFile.open(ByteSource.of(path), format);
                RecordReader reader = RecordReader.open(path)) {
            assertThat(reader.next()).isTrue();

            try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
                channel.truncate(stride - 20);
            }
            Files.delete(path);

            if (format == RecordFormat.TFRECORD) {
                // The reader copied the payload before it verified the payload.
                assertThat(reader.payloadBytes()).isEqualTo(new byte[128]);
            } else {
                assertThatThrownBy(reader::payloadBytes).hasMessage(gone(path));
            }
            assertThatThrownBy(() -> file.get(0, 0)).hasMessage(gone(path));
        }
    }

    @Test
    void reportsALargePayloadThatIsTruncatedFirst() throws IOException {
        byte[] content = RecordFiles.tfRecords(new byte[3 << 20]);
        Path path = Files.write(directory.resolve("file"), content);
        try (RecordReader reader = RecordReader.open(path)) {
            assertThat(reader.next()).isTrue();

            try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
                channel.truncate(1 << 20);
            }
            Files.delete(path);

            assertThatThrownBy(reader::payload).isInstanceOf(IOException.class);
        }
    }

    @Test
    void doesNotSeekInAReplacedFile() throws IOException {
        byte[] content = content(RecordFormat.TFRECORD);
        Path path = Files.write(directory.resolve("file"), content);
        try (RecordReader reader =
                RecordReader.open(path, RecordReaderOptions.defaults().withoutMapping())) {
            assertThat(reader.next()).isTrue();

            Happening.REPLACED_BY_A_LONGER_ONE.to(path, content);

            assertThatThrownBy(() -> reader.seek((COUNT - 1L) * (content.length / COUNT), COUNT - 1))
                    .hasMessage(gone(path));
        }
    }

    private static String gone(Path path) {
        return path + ": the file was removed or replaced while it was read; read it again";
    }

    /** Reads a source that is larger than one mapped window. */
    @Test
    void doesNotMapWindowsOfAReplacedFile() throws IOException {
        byte[] content = content(RecordFormat.TFRECORD);
        ReplacedSource source = new ReplacedSource(content);
        try (RecordReader reader = RecordReader.open(source)) {
            assertThat(reader.next()).isTrue();
            source.key = "another";
            AtomicInteger read = new AtomicInteger();

            assertThatThrownBy(() -> {
                        while (reader.next()) {
                            read.incrementAndGet();
                        }
                    })
                    .isExactlyInstanceOf(FileSystemException.class)
                    .hasMessage(gone(Path.of("memory")));
            assertThat(read).hasValue(10_000 / (content.length / COUNT) - 1);
        }
    }

    /** A source with views of 10,000 bytes. */
    private static final class ReplacedSource implements ByteSource {
        private final ByteSource content;
        private Object key = "opened";

        ReplacedSource(byte[] content) {
            this.content = RecordFiles.source(content);
        }

        @Override
        public String name() {
            return content.name();
        }

        @Override
        public OptionalLong size() throws IOException {
            return content.size();
        }

        @Override
        public ReadableByteChannel open(long offset) throws IOException {
            return content.open(offset);
        }

        @Override
        public Optional<ByteBuffer> view(long offset, int length) throws IOException {
            return content.view(offset, Math.min(length, 10_000));
        }

        @Override
        public Optional<Object> fileKey() {
            return Optional.of(key);
        }
    }

    /**
     * Returns a source with one key for each call; the last key repeats. The source has no views, so readers open it.
     */
    private static ByteSource withKeys(ByteSource content, AtomicInteger opened, Object... keys) {
        AtomicInteger calls = new AtomicInteger();
        return new ByteSource() {
            @Override
            public ReadableByteChannel open(long offset) throws IOException {
                opened.incrementAndGet();
                return content.open(offset);
            }

            @Override
            public OptionalLong size() throws IOException {
                return content.size();
            }

            @Override
            public Optional<Object> fileKey() {
                return Optional.of(keys[Math.min(calls.getAndIncrement(), keys.length - 1)]);
            }

            @Override
            public String name() {
                return content.name();
            }
        };
    }

    /** Replaces the file after the reader has read its key: the reader opens the new file. */
    @Test
    void opensAFileAgainThatWasReplacedWhileItWasOpened() throws IOException {
        ByteSource content = RecordFiles.source(content(RecordFormat.TFRECORD));
        AtomicInteger opened = new AtomicInteger();
        try (RecordReader reader = RecordReader.open(withKeys(content, opened, "old", "new"))) {
            assertThat(reader.stream().count()).isEqualTo(COUNT);
        }
        assertThat(opened).hasValue(2);
    }

    /** Returns another key at the end of the file, and then the first key again: the reader continues to the end. */
    @Test
    void readsToTheEndIfAKeyReturns() throws IOException {
        ByteSource content = RecordFiles.source(content(RecordFormat.TFRECORD));
        AtomicInteger opened = new AtomicInteger();
        try (RecordReader reader = RecordReader.open(withKeys(content, opened, "a", "a", "b", "a"))) {
            assertThat(reader.stream().count()).isEqualTo(COUNT);
        }
        assertThat(opened).hasValue(1);
    }
}
