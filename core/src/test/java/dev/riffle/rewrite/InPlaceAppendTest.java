package dev.riffle.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordFormat;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.io.ByteSource;
import dev.riffle.shard.RecordInput;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests appends in place. */
class InPlaceAppendTest {

    private static final RecordWriterOptions OPTIONS =
            RecordWriterOptions.defaults().withoutSync();

    @TempDir
    Path directory;

    private Path log = Path.of("");

    @BeforeEach
    void writeLog() throws IOException {
        log = directory.resolve("log");
        // Writes more bytes than the buffer of a writer holds.
        RecordWriter.write(log, OPTIONS, writer -> {
            for (int i = 0; i < 2000; i++) {
                writer.write(new byte[1000]);
            }
        });
    }

    @Test
    void rejectsAppendingAFileToItself() throws IOException {
        byte[] before = Files.readAllBytes(log);
        Path link = Files.createLink(directory.resolve("link"), log);
        Path symbolic = Files.createSymbolicLink(directory.resolve("symbolic"), log);
        for (Path name : List.of(log, link, symbolic)) {
            RecordRewrite rewrite = RecordRewrite.of(
                    RecordInput.of(List.of(ByteSource.of(name))).progress(progress -> {
                        if (progress.bytes() > 10 * before.length) {
                            throw new IllegalStateException("it does not end");
                        }
                    }));
            assertThatThrownBy(() -> rewrite.appendInPlace(log))
                    .isInstanceOf(FileSystemException.class)
                    .hasMessageContaining(name + ": cannot append a file to itself in place; append a copy of it,"
                            + " or do not append in place");
            assertThat(log).hasBinaryContent(before);
        }
    }

    @Test
    void rejectsAStreamOfTheOtherFormat() throws IOException {
        byte[] before = Files.readAllBytes(log);
        Path other = directory.resolve("other.ofrecord");
        RecordWriter.write(other, OPTIONS.format(RecordFormat.OFRECORD), writer -> writer.write(new byte[] {10, 0}));
        RecordRewrite rewrite =
                RecordRewrite.of(List.of(ByteSource.of(new ByteArrayInputStream(Files.readAllBytes(other)), "stream")));
        assertThatThrownBy(() -> rewrite.appendInPlace(log))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("one file cannot contain both formats");
        assertThat(log).hasBinaryContent(before);
    }

    @Test
    void doesNotReportAConcurrentWriteAsDamage() throws IOException {
        Path more = directory.resolve("more");
        RecordWriter.write(more, OPTIONS, writer -> writer.write("more"));
        RecordRewrite rewrite = RecordRewrite.of(List.of(ByteSource.of(more)));
        try (FileChannel other = FileChannel.open(log, StandardOpenOption.WRITE)) {
            other.lock();
            // Writes the first part of a frame.
            other.write(ByteBuffer.wrap(new byte[5]), other.size());
            assertThatThrownBy(() -> rewrite.appendInPlace(log))
                    .hasMessageContaining("another program is appending to this file; wait until it finishes");
            assertThatThrownBy(() -> RecordWriter.append(log))
                    .hasMessageContaining("another program is appending to this file; wait until it finishes");
        }
        assertThatThrownBy(() -> RecordWriter.append(log)).hasMessageContaining("truncated");
    }
}
