package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.riffle.io.ByteSink;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The writer publishes only complete files, and its failures name a remedy. */
class RecordWriterTest {

    private static final RecordWriterOptions DEFAULTS = RecordWriterOptions.defaults();

    @TempDir
    Path directory;

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private List<String> read(Path file) throws IOException {
        try (Stream<String> records = RecordReader.open(file).stream(Bytes::utf8)) {
            return records.toList();
        }
    }

    @Test
    void writesPayloadsOfEveryKind() throws IOException {
        Path file = directory.resolve("kinds");
        ByteBuffer direct =
                ByteBuffer.allocateDirect(8).put("xdirectx".getBytes()).flip();
        direct.position(1).limit(7);
        ByteBuffer readOnly = ByteBuffer.wrap("read-only".getBytes()).asReadOnlyBuffer();
        RecordWriter.write(file, DEFAULTS, writer -> {
            writer.write("text \u00e9\u4e2d\ud83d\ude00");
            writer.write("bytes".getBytes());
            writer.write("xpartx".getBytes(), 1, 4);
            writer.write(Bytes.ofUtf8("Bytes"));
            writer.write(direct);
            writer.write(readOnly);
        });
        assertThat(direct.hasRemaining()).isFalse();
        assertThat(read(file))
                .containsExactly("text \u00e9\u4e2d\ud83d\ude00", "bytes", "part", "Bytes", "direct", "read-only");
    }

    @Test
    void writesAStreamInItsOrder() throws IOException {
        Path file = directory.resolve("stream");
        RecordWriter.write(file, DEFAULTS, writer -> {
            writer.writeAll(Stream.of("a", "b").map(Bytes::ofUtf8));
            writer.writeAll(Stream.empty());
            writer.writeAll(Stream.iterate(0, i -> i + 1).parallel().limit(100).map(i -> Bytes.ofUtf8("" + i)));
            assertThat(writer.count()).isEqualTo(102);
        });
        assertThat(read(file)).hasSize(102).startsWith("a", "b", "0", "1", "2").endsWith("98", "99");
    }

    @Test
    void leavesNoFileIfAStreamFails() throws IOException {
        Path file = directory.resolve("failing");
        List<String> made = new ArrayList<>();
        assertThatThrownBy(() -> RecordWriter.write(
                        file,
                        DEFAULTS,
                        writer -> writer.writeAll(Stream.of("a", "b", "c").map(text -> {
                            made.add(text);
                            assertThat(writer.count()).isEqualTo(made.size() - 1L);
                            if (text.equals("b")) {
                                throw new IllegalStateException("no b");
                            }
                            return Bytes.ofUtf8(text);
                        }))))
                .hasMessage("no b");
        assertThat(made).containsExactly("a", "b");
        assertThat(names()).isEmpty();
    }

    @Test
    void publishesTheFileOnlyAtTheCommit() throws IOException {
        Path file = directory.resolve("data");
        try (RecordWriter writer = RecordWriter.create(file)) {
            writer.write("one");
            writer.flush();
            assertThat(file).doesNotExist();
            writer.commit();
            assertThat(file).exists();
        }
        assertThat(names()).containsExactly("data");
        assertThat(read(file)).containsExactly("one");
    }

    @Test
    void closingWithoutACommitDeletesTheFileAndThrows() throws IOException {
        Path file = directory.resolve("data");
        RecordWriter writer = RecordWriter.create(file);
        writer.write("one");
        assertThatThrownBy(writer::close)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(file + ": closed without commit(); its 1 record was discarded");
        writer.close();
        assertThat(names()).isEmpty();
    }

    @Test
    void publishesNothingIfTheBodyThrows() throws IOException {
        Path file = directory.resolve("data");
        Files.write(file, RecordFiles.tfRecords("old".getBytes()));
        assertThatThrownBy(() -> RecordWriter.write(file, DEFAULTS.overwrite(), writer -> {
                    writer.write("new");
                    throw new InterruptedIOException("the body's own");
                }))
                .isInstanceOf(InterruptedIOException.class)
                .satisfies(thrown ->
                        assertThat(thrown.getSuppressed()).singleElement().isInstanceOf(IllegalStateException.class));
        assertThat(names()).containsExactly("data");
        assertThat(read(file)).containsExactly("old");
    }

    @Test
    void keepsAnExistingFileUnlessOverwriting() throws IOException {
        Path file = directory.resolve("data");
        Files.writeString(file, "precious");
        assertThatThrownBy(() -> RecordWriter.create(file))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("exists already");
        assertThatThrownBy(() -> RecordWriter.create(file, DEFAULTS.inPlace()))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(file).hasContent("precious");
        RecordWriter.write(file, DEFAULTS.overwrite(), writer -> writer.write("new"));
        assertThat(read(file)).containsExactly("new");
    }

    @Test
    void keepsAFileThatAppearsDuringTheWrite() throws IOException {
        Path file = directory.resolve("data");
        try (RecordWriter writer = RecordWriter.create(file)) {
            writer.write("mine");
            Files.writeString(file, "theirs");
            assertThatThrownBy(writer::commit).isInstanceOf(FileAlreadyExistsException.class);
            assertThatThrownBy(writer::close).isInstanceOf(IllegalStateException.class);
        }
        assertThat(file).hasContent("theirs");
        assertThat(names()).containsExactly("data");
    }

    @Test
    void namesPlacesThatCannotBeWritten() throws IOException {
        Path missing = directory.resolve("no/such/data");
        assertThatThrownBy(() -> RecordWriter.create(missing))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining(missing.toString())
                .hasMessageContaining("create it first");
        assertThatThrownBy(() -> RecordWriter.create(directory, DEFAULTS.overwrite()))
                .hasMessageContaining("is a directory");
        Path plain = Files.writeString(directory.resolve("plain"), "");
        assertThatThrownBy(() -> RecordWriter.create(plain.resolve("data"))).hasMessageContaining("is not a directory");
    }

    @Test
    void rejectsWritesAfterCloseAndInvalidOptions() throws IOException {
        RecordWriter writer = RecordWriter.create(directory.resolve("data"));
        writer.commit();
        assertThatThrownBy(() -> writer.write("late")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(writer::commit).isInstanceOf(IllegalStateException.class);
        writer.close();
        assertThatThrownBy(writer::flush).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> RecordWriter.create(
                        new ByteArrayOutputStream(),
                        "memory",
                        DEFAULTS.format(RecordFormat.OFRECORD).compression(Compression.SNAPPY)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("uncompressed or GZIP");
    }

    /** A stream that fails after a fixed number of bytes, like a full disk. */
    private static final class FullStream extends OutputStream {
        private int left;

        FullStream(int left) {
            this.left = left;
        }

        @Override
        public void write(int b) throws IOException {
            if (left-- == 0) {
                throw new IOException("no space left");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100_000, 300_000})
    void rejectsACommitAfterAFailedWrite(int room) throws IOException {
        for (Compression compression : Compression.builtIn()) {
            RecordWriter writer =
                    RecordWriter.create(ByteSink.of(new FullStream(room), "full"), DEFAULTS.compression(compression));
            byte[] payload = new byte[10_000];
            Random random = new Random(1);
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 100; i++) {
                            random.nextBytes(payload);
                            writer.write(payload);
                        }
                        writer.commit();
                    })
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("no space left");
            assertThatThrownBy(writer::commit)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("earlier write or commit failed")
                    .hasCauseInstanceOf(IOException.class);
            assertThatThrownBy(writer::close).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void flushedRecordsCanBeRead() throws IOException {
        for (Compression compression : Compression.builtIn()) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (RecordWriter writer = RecordWriter.create(out, "memory", DEFAULTS.compression(compression))) {
                writer.write("one");
                writer.write("two");
                writer.flush();
                RecordFiles.Outcome soFar = RecordFiles.read(
                        RecordFiles.source(out.toByteArray()),
                        RecordFiles.tfRecord(compression).damage(DamagePolicy.STOP_AT_TORN_TAIL));
                assertThat(soFar.records()).extracting(Bytes::utf8).containsExactly("one", "two");
                writer.write("three");
                writer.commit();
            }
            assertThat(RecordFiles.read(RecordFiles.source(out.toByteArray()), RecordReaderOptions.defaults())
                            .records())
                    .hasSize(3);
        }
    }

    @Test
    void countsRecordsAndBytes() throws IOException {
        try (RecordWriter writer = RecordWriter.create(new ByteArrayOutputStream(), "memory", DEFAULTS)) {
            writer.write("abc");
            writer.write("");
            assertThat(writer.count()).isEqualTo(2);
            assertThat(writer.uncompressedSize()).isEqualTo(35);
            writer.sync();
            assertThat(writer.uncompressedSize()).isEqualTo(35);
            writer.commit();
        }
    }

    @Test
    void overwritesInPlace() throws IOException {
        Path file = directory.resolve("data");
        Files.writeString(file, "old");
        for (RecordWriterOptions options :
                List.of(DEFAULTS.overwrite().inPlace(), DEFAULTS.inPlace().overwrite())) {
            try (RecordWriter writer = RecordWriter.create(file, options)) {
                writer.write("new");
                assertThat(names()).containsExactly("data");
                writer.commit();
            }
            assertThat(read(file)).containsExactly("new");
        }
    }

    @Test
    void rejectsTextWithoutAUtf8Form() throws IOException {
        try (RecordWriter writer = RecordWriter.create(directory.resolve("data"))) {
            assertThatThrownBy(() -> writer.write("half \ud83d")).isInstanceOf(IllegalArgumentException.class);
            writer.write("whole");
            writer.commit();
        }
    }

    @Test
    void writesFilesWithLongNames() throws IOException {
        Path file = directory.resolve("n".repeat(250));
        RecordWriter.write(file, DEFAULTS, writer -> writer.write("one"));
        assertThat(read(file)).containsExactly("one");
    }

    @Test
    void replacingKeepsPermissions() throws IOException {
        Path file = directory.resolve("data");
        Files.writeString(file, "secret");
        assumeThat(file.getFileSystem().supportedFileAttributeViews()).contains("posix");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        RecordWriter.write(file, DEFAULTS.overwrite(), writer -> writer.write("one"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void doesNotReplaceDevices() {
        Path device = Path.of("/dev/null");
        assumeThat(device).exists();
        assertThatThrownBy(() -> RecordWriter.create(device, DEFAULTS.overwrite()))
                .hasMessageContaining("not a regular file");
        assertThat(Files.isRegularFile(device)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "gzip"})
    void leavesWholeRecordsInAStreamWithoutACommit(String compression) throws IOException {
        RecordWriterOptions options = compression.equals("gzip") ? DEFAULTS.compression(Compression.GZIP) : DEFAULTS;
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        RecordWriter writer = RecordWriter.create(ByteSink.of(stream, "stream"), options);
        for (int i = 0; i < 5000; i++) {
            writer.write("record " + i + " of 5000, so that the end of a block is inside of a record");
        }
        assertThatThrownBy(writer::close).isInstanceOf(IllegalStateException.class);
        int records = 0;
        try (RecordReader reader = RecordReader.open(ByteSource.of(Bytes.copyOf(stream.toByteArray()), "received"))) {
            while (records < 5000 && reader.next()) {
                records++;
            }
        }
        assertThat(records).isEqualTo(5000);
    }

    @Test
    void reportsAMissingCommitToABrokenStream() throws IOException {
        IOException broken = new IOException("Broken pipe");
        OutputStream pipe = new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                throw broken;
            }
        };
        RecordWriter writer = RecordWriter.create(pipe, "pipe", DEFAULTS);
        writer.write("one");
        assertThatThrownBy(writer::close)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("pipe: closed without commit(); its 1 record was discarded")
                .hasSuppressedException(broken);
    }

    @Test
    void writesNothingToAFileThatItDeletes() throws IOException {
        LateSink sink = new LateSink();
        RecordWriter writer = RecordWriter.create(sink, DEFAULTS);
        writer.write("one");
        assertThatThrownBy(writer::close).isInstanceOf(IllegalStateException.class);
        assertThat(sink.written.size()).isZero();
    }
}
