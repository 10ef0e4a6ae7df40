package dev.riffle;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;

/** Changes a file in place and restores its modification time, like {@code rsync --inplace -t}. */
public final class InPlaceChange {

    private InPlaceChange() {}

    /** Overwrites the bytes at an offset. The file keeps its size and modification time, but not its change time. */
    public static void write(Path file, long offset, byte[] bytes) throws IOException {
        FileTime time = Files.getLastModifiedTime(file);
        Object changed = Files.getAttribute(file, "unix:ctime");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(bytes), offset);
        }
        do {
            // The clock of the file system may not have advanced yet.
            Files.setLastModifiedTime(file, time);
        } while (Files.getAttribute(file, "unix:ctime").equals(changed));
    }
}
