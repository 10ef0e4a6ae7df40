package dev.riffle;

import dev.riffle.io.ByteSource;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/**
 * Detects whether a name still leads to the file that was opened by it. A removed or replaced file still exists for
 * programs that have it mapped or open. The name then refers to another file or to none.
 */
final class SameFile {

    private final ByteSource source;

    /** Empty if the file system has no file keys: then files of one name count as the same file. */
    private final Optional<Object> key;

    /**
     * Records the current file of a source. Must run before the source is opened: a change in between is then detected.
     */
    SameFile(ByteSource source) throws IOException {
        this.source = source;
        this.key = source.fileKey();
    }

    /** Returns whether the name leads to another file, or to none. Must be called after the access that it checks. */
    boolean isGone() throws IOException {
        if (key.isEmpty()) {
            return false;
        }
        try {
            return !source.fileKey().equals(key);
        } catch (NoSuchFileException | FileNotFoundException removed) {
            return true;
        }
    }

    /**
     * Returns the current size of the file; larger than any offset if it is unknown.
     *
     * @throws FileSystemException if the file is gone: its size is then unknown
     */
    long size() throws IOException {
        return sizeIfPresent().orElseThrow(this::gone);
    }

    /** Like {@link #size()}, but empty if the file is gone. */
    Optional<Long> sizeIfPresent() throws IOException {
        long size;
        try {
            size = source.size().orElse(Long.MAX_VALUE);
        } catch (IOException e) {
            if (isGone()) {
                return Optional.empty();
            }
            throw e;
        }
        return isGone() ? Optional.empty() : Optional.of(size);
    }

    /**
     * Makes sure that the name leads to the file.
     *
     * @throws FileSystemException if it does not
     */
    void checkUnchanged() throws IOException {
        if (isGone()) {
            throw gone();
        }
    }

    FileSystemException gone() {
        return new FileSystemException(
                source.name(), null, "the file was removed or replaced while it was read; read it again");
    }
}
