package dev.riffle.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;

/** Defines the contract of sources that are files, on any file system. */
abstract class FileSourceContract extends ByteSourceContract {

    /** Returns an empty directory. */
    abstract Path directory();

    final Path path() {
        return directory().resolve("source.bin");
    }

    @Override
    protected ByteSource source(byte[] content) throws IOException {
        return ByteSource.of(Files.write(path(), content));
    }

    @Override
    protected String name() {
        return path().toString();
    }

    @Test
    void namesAMissingFile() {
        Path missing = directory().resolve("missing");
        ByteSource source = ByteSource.of(missing);

        assertThatThrownBy(() -> source.open(0))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessage(missing + ": no such file; check the path");
        assertThatThrownBy(source::size)
                .isInstanceOf(NoSuchFileException.class)
                .hasMessage(missing + ": no such file; check the path");
        assertThatThrownBy(() -> source.view(0, 10))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessage(missing + ": no such file; check the path");
    }

    @Test
    void namesADirectory() {
        ByteSource source = ByteSource.of(directory());

        assertThatThrownBy(() -> source.open(0))
                .isInstanceOf(FileSystemException.class)
                .hasMessage(directory() + ": is a directory; name a file in it");
    }

    @Test
    void reportsItsGrownSize() throws IOException {
        ByteSource source = source(content());
        assertThat(source.size()).hasValue(content().length);

        Files.write(path(), new byte[5], StandardOpenOption.APPEND);

        assertThat(source.size()).hasValue(content().length + 5L);
        try (ReadableByteChannel channel = source.open(content().length)) {
            assertThat(ReadOutcome.of(channel, 100).whole()).hasSize(5);
        }
    }

    @Test
    void followsASymbolicLink() throws IOException {
        source(content());
        Path link = Files.createSymbolicLink(directory().resolve("link"), path());

        ByteSource source = ByteSource.of(link);

        assertThat(source.name()).isEqualTo(link.toString());
        assertThat(source.size()).hasValue(content().length);
        try (ReadableByteChannel channel = source.open(0)) {
            assertThat(ReadOutcome.of(channel, 100).whole()).isEqualTo(content());
        }
    }
}
