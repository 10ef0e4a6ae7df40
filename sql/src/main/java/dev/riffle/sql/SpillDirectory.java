package dev.riffle.sql;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** The directory for the temporary files of one session. Only the owner can read the directory. */
record SpillDirectory(Path path) implements AutoCloseable {

    static SpillDirectory in(Path parent) throws IOException {
        return new SpillDirectory(
                Files.createTempDirectory(parent, "riffle-sql-").toAbsolutePath());
    }

    /** Deletes the directory and its content. Does not follow links. */
    @Override
    public void close() throws IOException {
        Files.walkFileTree(path, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
                    throws IOException {
                Files.deleteIfExists(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
