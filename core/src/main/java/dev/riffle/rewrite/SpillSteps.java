package dev.riffle.rewrite;

import dev.riffle.internal.WritingLock;
import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** What is done to temporary files, each step of which can fail. */
class SpillSteps {

    /** Makes a file that nobody else can read, since it holds what perhaps not everybody may see. */
    void create(Path file) throws IOException {
        WritingLock.createPrivate(file);
    }

    /** Opens the end of a file. */
    WritableByteChannel append(Path file) throws IOException {
        return Files.newByteChannel(
                file, Set.of(StandardOpenOption.WRITE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS));
    }

    ReadableByteChannel read(Path file) throws IOException {
        return Files.newByteChannel(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
    }

    void delete(Path file) throws IOException {
        Files.deleteIfExists(file);
    }
}
