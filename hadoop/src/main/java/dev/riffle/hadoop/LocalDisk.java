package dev.riffle.hadoop;

import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** Converts Hadoop's paths of the local disk to Java's paths. */
final class LocalDisk {

    private LocalDisk() {}

    /**
     * Returns Java's path of the file. Empty for every other file system, even if its class extends that of the local
     * file system.
     */
    static Optional<Path> file(FileSystem files, org.apache.hadoop.fs.Path path) {
        if (files.getClass() == LocalFileSystem.class) {
            return Optional.of(((LocalFileSystem) files).pathToFile(path).toPath());
        }
        if (files.getClass() == RawLocalFileSystem.class) {
            return Optional.of(((RawLocalFileSystem) files).pathToFile(path).toPath());
        }
        return Optional.empty();
    }
}
