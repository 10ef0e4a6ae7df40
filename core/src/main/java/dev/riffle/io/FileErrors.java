package dev.riffle.io;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Locale;

/** Converts file system errors to exceptions that name the path and a remedy. */
final class FileErrors {

    private FileErrors() {}

    /** Makes sure that {@code path} can be read as a file. */
    static void checkReadable(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            throw new FileSystemException(path.toString(), null, "is a directory; name a file in it");
        }
    }

    /** Makes sure that a file {@code path} can be created in its directory. */
    static void checkWritable(Path path) throws IOException {
        Path parent = path.toAbsolutePath().getParent();
        if (parent != null && !Files.exists(parent)) {
            throw new NoSuchFileException(
                    path.toString(), null, "directory not found: " + parent + "; create it first");
        }
        if (parent != null && !Files.isDirectory(parent)) {
            throw new NotDirectoryException(path + ": " + parent + " is not a directory; choose another place");
        }
        if (Files.isDirectory(path)) {
            throw new FileSystemException(path.toString(), null, "is a directory; name a file in it");
        }
    }

    static FileAlreadyExistsException alreadyExists(Path path) {
        return new FileAlreadyExistsException(
                path.toString(), null, "exists already; choose another name, or ask for it to be overwritten");
    }

    /** Returns the failure with the path and a remedy in its message. The original exception is the cause. */
    static IOException explain(Path path, IOException failure) {
        if (failure instanceof FileSystemException known
                && known.getReason() != null
                && path.toString().equals(known.getFile())
                && known.getReason().contains("; ")) {
            return failure;
        }
        String reason = failure instanceof FileSystemException system && system.getReason() != null
                ? system.getReason()
                : String.valueOf(failure.getMessage());
        FileSystemException explained;
        if (failure instanceof NoSuchFileException) {
            explained = new NoSuchFileException(path.toString(), null, "no such file; check the path");
        } else if (failure instanceof AccessDeniedException) {
            explained = new AccessDeniedException(path.toString(), null, "permission denied; check its owner and mode");
        } else if (failure instanceof FileAlreadyExistsException) {
            explained = alreadyExists(path);
        } else if (isFull(reason.toLowerCase(Locale.ROOT))) {
            explained = new FileSystemException(path.toString(), null, "disk full; free some space or write elsewhere");
        } else if (reason.toLowerCase(Locale.ROOT).contains("file too large")) {
            explained = new FileSystemException(
                    path.toString(),
                    null,
                    "file too large for its disk or for the limit of this process (ulimit -f); write elsewhere or to several files");
        } else if (reason.toLowerCase(Locale.ROOT).contains("read-only file system")) {
            explained = new FileSystemException(path.toString(), null, "read-only file system; write elsewhere");
        } else if (reason.toLowerCase(Locale.ROOT).contains("quota")) {
            explained = new FileSystemException(path.toString(), null, "disk quota exceeded; free some space");
        } else {
            explained = new FileSystemException(path.toString(), null, reason);
        }
        explained.initCause(failure);
        return explained;
    }

    /**
     * Returns whether the text reports a full disk, in the words of Linux, macOS, Windows or a file system in Java.
     */
    private static boolean isFull(String reason) {
        return reason.contains("no space left")
                || reason.contains("space on the disk")
                || reason.contains("disk space");
    }
}
