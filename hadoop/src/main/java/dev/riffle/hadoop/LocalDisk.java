package dev.riffle.hadoop;

import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** Which of Hadoop's files are files of this machine. */
final class LocalDisk {

    private LocalDisk() {}

    /** The file as Java knows it. Empty for every other file system, one that only is derived from the local one too. */
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
