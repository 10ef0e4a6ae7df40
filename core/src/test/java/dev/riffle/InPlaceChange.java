package dev.riffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;

/** Changes a file in place and restores its modification time, like {@code rsync --inplace -t}. */
public final class InPlaceChange {

    private InPlaceChange() {}

    /**
     * Overwrites the bytes at an offset. The file keeps its size and modification time, but not its change time. Skips
     * the test in a file system without change times.
     */
    public static void write(Path file, long offset, byte[] bytes) throws IOException {
        assumeThat(file.getFileSystem().supportedFileAttributeViews())
                .as("the file system of " + file + " must have change times")
                .contains("unix");
        FileTime time = Files.getLastModifiedTime(file);
        FileTime changed = changeTime(file);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(bytes), offset);
        }
        Files.setLastModifiedTime(file, time);
        while (changeTime(file).equals(changed)) {
            // The clock of the file system advances in ticks of some milliseconds.
            assertThat(Instant.now()).isBefore(changed.toInstant().plusSeconds(10));
            Files.setLastModifiedTime(file, time);
        }
    }

    private static FileTime changeTime(Path file) throws IOException {
        return (FileTime) Files.getAttribute(file, "unix:ctime");
    }
}
