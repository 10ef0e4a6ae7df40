package dev.riffle.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Defines the contract of the sink that appends to the existing content. */
abstract class AppendingSinkContract extends FileSinkContract {

    private static final byte[] BEFORE = SampleBytes.text(500);

    @Override
    ByteSink sink(Path path) {
        return ByteSink.appending(path);
    }

    @Override
    protected ByteSink sink() throws IOException {
        Files.write(path(), BEFORE);
        return sink(path());
    }

    @Override
    protected byte[] contentBefore() {
        return BEFORE;
    }

    @Override
    void assertUntouched() throws IOException {
        assertThat(content()).isEqualTo(BEFORE);
    }

    @Test
    void rejectsAMissingFile() throws IOException {
        assertThatThrownBy(() -> sink(path()).create())
                .isInstanceOf(NoSuchFileException.class)
                .hasMessage(path() + ": no such file to append to; create it instead");
        assertThat(names()).isEmpty();
    }

    @Test
    void appendsRepeatedly() throws IOException {
        ByteSink sink = sink();
        for (byte i = 0; i < 3; i++) {
            try (ByteSink.Output output = sink.create()) {
                write(output, new byte[] {i});
                output.commit();
            }
        }

        assertThat(content()).isEqualTo(contentWith(new byte[] {0, 1, 2}));
    }

    @Test
    void followsALink() throws IOException {
        sink();
        Path link = Files.createSymbolicLink(directory().resolve("link"), path());
        try (ByteSink.Output output = sink(link).create()) {
            write(output, new byte[] {1});
            output.commit();
        }

        assertThat(Files.isSymbolicLink(link)).isTrue();
        assertThat(path()).hasBinaryContent(contentWith(new byte[] {1}));
    }

    @Test
    void truncatesTheFileAfterAnInterrupt() throws IOException {
        ByteSink sink = sink();
        try (ByteSink.Output output = sink.create()) {
            write(output, new byte[] {1, 2, 3});
            Thread.currentThread().interrupt();
            try {
                write(output, new byte[] {4});
            } catch (IOException closedByTheInterruption) {
                assertThat(output.isOpen()).isFalse();
            }
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }

        assertUntouched();
    }
}
