package dev.riffle.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Defines the contract of sinks that are files, on any file system. */
abstract class FileSinkContract extends ByteSinkContract {

    /** Returns an empty directory. */
    abstract Path directory();

    /** Returns a sink that writes to this path. */
    abstract ByteSink sink(Path path);

    final Path path() {
        return directory().resolve("part-0.tfrecord");
    }

    @Override
    protected final String name() {
        return path().toString();
    }

    @Override
    protected ByteSink sink() throws IOException {
        return sink(path());
    }

    @Override
    protected byte[] content() throws IOException {
        assertThat(names()).containsExactly(path().getFileName().toString());
        return Files.readAllBytes(path());
    }

    /** Returns the names of all files in the directory, including temporary files. */
    final List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(directory())) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    /** Asserts that the directory has the same content as before the write. */
    void assertUntouched() throws IOException {
        assertThat(names()).isEmpty();
    }

    @Test
    void leavesNoFileWithoutACommit() throws IOException {
        try (ByteSink.Output output = sink().create()) {
            write(output, SampleBytes.random(100_000, 1));
            output.sync();
        }

        assertUntouched();
    }

    @Test
    void leavesNoFileWhenTheBodyFails() throws IOException {
        ByteSink sink = sink();
        assertThatThrownBy(() -> {
                    try (ByteSink.Output output = sink.create()) {
                        write(output, new byte[100]);
                        throw new IllegalStateException("the body fails");
                    }
                })
                .hasMessage("the body fails")
                .hasNoSuppressedExceptions();

        assertUntouched();
    }

    @Test
    void namesAMissingDirectory() throws IOException {
        Path path = directory().resolve("missing").resolve("file");

        assertThatThrownBy(() -> sink(path).create())
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageStartingWith(path + ": ");
        assertThat(names()).isEmpty();
    }

    @Test
    void namesADirectoryInItsPlace() throws IOException {
        Path path = Files.createDirectory(directory().resolve("taken"));

        assertThatThrownBy(() -> sink(path).create())
                .isInstanceOf(FileSystemException.class)
                .hasMessage(path + ": is a directory; name a file in it");
        assertThat(names()).containsExactly("taken");
    }

    @Test
    void namesAFileInPlaceOfTheDirectory() throws IOException {
        Path file = Files.createFile(directory().resolve("file"));
        Path path = file.resolve("in-it");

        assertThatThrownBy(() -> sink(path).create())
                .isInstanceOf(FileSystemException.class)
                .hasMessageStartingWith(path + ": ");
        assertThat(names()).containsExactly("file");
    }

    @Test
    void reportsAMissingPermission() throws IOException {
        ByteSink sink = sink();
        assumeThat(directory().getFileSystem()).isEqualTo(FileSystems.getDefault());
        Files.setPosixFilePermissions(directory(), PosixFilePermissions.fromString("r-x------"));
        if (Files.exists(path())) {
            Files.setPosixFilePermissions(path(), PosixFilePermissions.fromString("r--------"));
        }
        try {
            assumeThat(Files.isWritable(directory()))
                    .as("a user who may write everywhere")
                    .isFalse();
            assertThatThrownBy(sink::create)
                    .isInstanceOf(AccessDeniedException.class)
                    .hasMessage(path() + ": permission denied; check its owner and mode");
        } finally {
            Files.setPosixFilePermissions(directory(), PosixFilePermissions.fromString("rwx------"));
        }
    }

    @Test
    void rejectsACommitAfterAnInterruptedWrite() throws IOException {
        try (ByteSink.Output output = sink().create()) {
            write(output, new byte[] {1});
            Thread.currentThread().interrupt();
            try {
                assumeThat(output.write(ByteBuffer.wrap(new byte[] {2}))).isNegative();
            } catch (ClosedByInterruptException e) {
                assertThat(Thread.interrupted()).isTrue();
                assertThatThrownBy(output::commit)
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageEndingWith(
                                "an earlier write or commit failed, so the output is incomplete; write it again")
                        .hasCause(e);
            }
        } finally {
            boolean unused = Thread.interrupted();
        }
        assertThat(Files.exists(path()) ? Files.readAllBytes(path()) : contentBefore())
                .isEqualTo(contentBefore());
    }
}
