package dev.riffle.shard;

import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** What is done to temporary files, each step of which can fail. */
class SpillSteps {

    /** Makes a file that nobody else can read, since it holds what perhaps not everybody may see. */
    void create(Path file) throws IOException {
        FileAttribute<?>[] owners =
                file.getFileSystem().supportedFileAttributeViews().contains("posix")
                        ? new FileAttribute<?>[] {
                            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                        }
                        : new FileAttribute<?>[0];
        Files.createFile(file, owners);
    }

    /** Opens the end of a file. */
    WritableByteChannel append(Path file) throws IOException {
        return Files.newByteChannel(file, Set.of(StandardOpenOption.WRITE, StandardOpenOption.APPEND));
    }

    ReadableByteChannel read(Path file) throws IOException {
        return Files.newByteChannel(file, StandardOpenOption.READ);
    }

    void delete(Path file) throws IOException {
        Files.deleteIfExists(file);
    }
}
