package dev.riffle.internal.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockedFileTest {

    private static final Set<OpenOption> WRITE = Set.of(StandardOpenOption.WRITE);

    @TempDir
    Path directory;

    @Test
    void reportsTheOwnerOfALock() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        try (LockedFile first = LockedFile.open(file, WRITE);
                LockedFile second = LockedFile.open(file, WRITE)) {
            assertThat(first.owner()).isEqualTo(LockedFile.Owner.SELF);
            assertThat(first.isTaken()).isFalse();
            assertThat(second.owner()).isEqualTo(LockedFile.Owner.THIS_PROCESS);
            assertThat(second.isTaken()).isTrue();
            first.channel().close();
            assertThat(second.lock(false)).isEqualTo(LockedFile.Owner.SELF);
        }
    }

    @Test
    void reportsThatAnotherFileHasTheName() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        try (LockedFile locked = LockedFile.open(file, WRITE)) {
            assertThat(locked.isNamed()).isTrue();
            Path other = Files.createFile(directory.resolve("other"));
            Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
            assertThat(locked.isNamed()).isFalse();
            Files.delete(file);
            assertThat(locked.isNamed()).isFalse();
        }
    }

    @Test
    void trustsOnlyAFileThatItCreatedOrFound() throws IOException {
        Path file = directory.resolve("file");
        Set<OpenOption> create = Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE);
        try (LockedFile locked = LockedFile.open(file, create)) {
            assertThat(locked.isNamed())
                    .as("another process may have created it")
                    .isFalse();
        }
        try (LockedFile locked = LockedFile.open(file, create)) {
            assertThat(locked.isNamed()).isTrue();
            locked.delete();
        }
        assertThat(file).doesNotExist();
        Set<OpenOption> createNew = Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
        try (LockedFile locked = LockedFile.open(file, createNew)) {
            assertThat(locked.isNamed()).isTrue();
        }
    }

    @Test
    void locksTheTargetOfALinkForAnAppend() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), file);
        try (LockedFile locked = LockedFile.openToAppend(link, WRITE)) {
            assertThat(locked.owner()).isEqualTo(LockedFile.Owner.SELF);
            for (Path name : new Path[] {file, link}) {
                assertThatThrownBy(() -> LockedFile.openToAppend(name, WRITE))
                        .isInstanceOf(FileSystemException.class)
                        .hasMessage(name + ": another program is appending to this file; wait until it finishes");
            }
        }
        LockedFile.openToAppend(link, WRITE).close();
    }
}
