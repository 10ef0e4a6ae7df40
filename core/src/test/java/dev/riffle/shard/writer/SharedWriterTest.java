package dev.riffle.shard.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.io.BlockingSink;
import dev.riffle.io.ByteSink;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.shard.internal.FileStorage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A writer that several threads share by mistake reports this, and publishes nothing. */
class SharedWriterTest {

    private static final RecordWriterOptions OPTIONS = RecordWriterOptions.defaults();
    private static final byte[] LARGE = new byte[1 << 20];

    @TempDir
    private Path directory;

    private final BlockingSink blocking = new BlockingSink();

    @Test
    void writesOfTwoThreadsOverlap() throws Exception {
        RecordWriter writer = RecordWriter.create(blocking.sink(), OPTIONS);
        blocking.during(
                () -> writer.write(LARGE),
                () -> assertThatThrownBy(() -> writer.write("second"))
                        .isInstanceOf(ConcurrentModificationException.class)
                        .hasMessage("blocking: calls of the writer overlap; one thread at a time may use a writer"));

        assertThatThrownBy(() -> writer.write("third"))
                .isInstanceOf(IllegalStateException.class)
                .hasCauseInstanceOf(ConcurrentModificationException.class);
        assertThatThrownBy(writer::flush).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(writer::commit)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("blocking: an earlier write or commit failed, so the output is incomplete; write it again")
                .hasCauseInstanceOf(ConcurrentModificationException.class);
        assertThatThrownBy(writer::close).hasMessageEndingWith("its 1 record was discarded");
    }

    @Test
    void aCommitDuringAWriteFails() throws Exception {
        RecordWriter writer = RecordWriter.create(blocking.sink(), OPTIONS);
        blocking.during(
                () -> writer.write(LARGE),
                () -> assertThatThrownBy(writer::commit).isInstanceOf(ConcurrentModificationException.class));

        assertThatThrownBy(writer::commit).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(writer::close).hasMessageContaining("closed without commit()");
    }

    @Test
    void aWriteDuringACommitIsNoPartOfTheFile() throws Exception {
        RecordWriter writer = RecordWriter.create(blocking.sink(), OPTIONS);
        writer.write("first".repeat(500));
        blocking.during(
                writer::commit,
                () -> assertThatThrownBy(() -> writer.write("second"))
                        .isInstanceOf(ConcurrentModificationException.class));
        writer.close();

        ByteSource content = ByteSource.of(Bytes.copyOf(blocking.content()), "content");
        try (RecordReader reader = RecordReader.open(content)) {
            assertThat(reader.next()).isTrue();
            assertThat(reader.payloadBytes()).asString().isEqualTo("first".repeat(500));
            assertThat(reader.next()).isFalse();
        }
    }

    @Test
    void aCloseDuringAWriteTakesEffectAfterIt() throws Exception {
        Path file = directory.resolve("closed.tfrecord");
        ByteSink.Output output = ByteSink.of(file).create();
        ByteSink.Output waiting = blocking.sink().create();
        RecordWriter writer = RecordWriter.create(new Both(output, waiting), OPTIONS);
        blocking.during(
                () -> writer.write(LARGE),
                () -> assertThatThrownBy(writer::close).isInstanceOf(ConcurrentModificationException.class));

        assertThat(output.isOpen()).isFalse();
        assertThatThrownBy(() -> writer.write("second")).hasMessageEndingWith("the writer is closed");
        writer.close();
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void anExceptionOfTheSourceOfAPayloadLeavesTheWriterUsable() throws Exception {
        blocking.release();
        try (RecordWriter writer = RecordWriter.create(blocking.sink(), OPTIONS)) {
            assertThatThrownBy(() -> writer.writeAll(Stream.generate(() -> {
                        throw new IllegalStateException("no payload");
                    })))
                    .hasMessage("no payload");
            writer.write("one");
            writer.commit();
        }
    }

    @Test
    void writesToShardsOverlap() throws Exception {
        List<Path> names = List.of(directory.resolve("a"), directory.resolve("b"));
        ShardedRecordWriter writer = ShardedRecordWriter.create(names, OPTIONS, new FileStorage() {
            @Override
            public ByteSink stage(Path hidden, Path place) throws IOException {
                return new Both(
                        super.stage(hidden, place).create(), blocking.sink().create());
            }
        });
        blocking.during(() -> writer.writeToShard(0, Bytes.copyOf(new byte[32 << 20])), () -> {
            assertThatThrownBy(() -> writer.write(LARGE)).isInstanceOf(ConcurrentModificationException.class);
            assertThatThrownBy(writer::commit).isInstanceOf(ConcurrentModificationException.class);
        });

        assertThat(writer.count()).isEqualTo(1);
        assertThatThrownBy(() -> writer.write(LARGE)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(writer::commit)
                .isInstanceOf(IllegalStateException.class)
                .hasCauseInstanceOf(ConcurrentModificationException.class);
        assertThatThrownBy(writer::close).hasMessageEndingWith("its 1 record was discarded");
        assertThat(names).allMatch(Files::notExists);
    }

    /** Writes to a file, and waits at each write. */
    private record Both(ByteSink.Output file, ByteSink.Output waiting) implements ByteSink, ByteSink.Output {

        @Override
        public String name() {
            return "both";
        }

        @Override
        public ByteSink.Output create() {
            return this;
        }

        @Override
        public int write(ByteBuffer source) throws IOException {
            waiting.write(source.duplicate());
            return file.write(source);
        }

        @Override
        public void sync() throws IOException {
            file.sync();
        }

        @Override
        public void commit() throws IOException {
            file.commit();
        }

        @Override
        public boolean isOpen() {
            return file.isOpen();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
