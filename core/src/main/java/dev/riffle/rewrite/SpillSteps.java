package dev.riffle.rewrite;

import dev.riffle.internal.file.WritingLock;
import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** Performs the operations on temporary files. Tests replace single operations with failing ones. */
class SpillSteps {

    /** Creates a file that only its owner can read, because the records may be confidential. */
    void create(Path file) throws IOException {
        WritingLock.createPrivate(file);
    }

    /** Opens a file for appending. */
    WritableByteChannel append(Path file) throws IOException {
        return Files.newByteChannel(
                file, Set.of(StandardOpenOption.WRITE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS));
    }

    ReadableByteChannel read(Path file) throws IOException {
        return Files.newByteChannel(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
    }

    /** Returns the free space of the disk of a directory, in bytes; a large number if the system does not report it. */
    long freeBytes(Path directory) throws IOException {
        FileStore store = Files.getFileStore(directory);
        return store.getTotalSpace() == 0 ? Long.MAX_VALUE : store.getUsableSpace();
    }

    void delete(Path file) throws IOException {
        Files.deleteIfExists(file);
    }
}
