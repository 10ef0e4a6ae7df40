package dev.riffle.internal.frame;

import dev.riffle.io.ByteSource;
import dev.riffle.io.internal.resume.SourceIdentity;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;

/**
 * Detects whether a name still refers to the file that was opened. A removed or replaced file still exists for programs
 * that have it mapped or open. The name then refers to another file or to no file.
 */
final class SameFile {

    private final ByteSource source;

    /** The identity of the file. If it is unknown, all files with the same name count as the same file. */
    private final SourceIdentity identity;

    /**
     * Records the current file of a source. Call this constructor before opening the source, so that a change in
     * between is detected.
     */
    SameFile(ByteSource source) throws IOException {
        this.source = source;
        this.identity = SourceIdentity.of(source);
    }

    /**
     * Returns whether the name refers to another file or to no file. Must be called after the access that it checks.
     */
    boolean isGone() throws IOException {
        if (identity.isUnknown()) {
            return false;
        }
        try {
            return !SourceIdentity.of(source).equals(identity);
        } catch (NoSuchFileException | FileNotFoundException removed) {
            return true;
        }
    }

    /**
     * Returns the current size of the file, or a number larger than any offset if the size is unknown.
     *
     * @throws FileSystemException if the file was removed or replaced, so that its size is unknown
     */
    long size() throws IOException {
        return sizeIfPresent().orElseThrow(this::gone);
    }

    /** Returns whether the file has fewer bytes now. False if it is gone, because its size is unknown then. */
    boolean isShorterThan(long bytes) throws IOException {
        return sizeIfPresent().orElse(bytes) < bytes;
    }

    /** Like {@link #size()}, but empty if the file is gone. */
    private Optional<Long> sizeIfPresent() throws IOException {
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
     * Makes sure that the name still refers to the file.
     *
     * @throws FileSystemException if the name refers to another file or to no file
     */
    void checkUnchanged() throws IOException {
        if (isGone()) {
            throw gone();
        }
    }

    /**
     * Makes sure that the source still has the version that it had, if the source has versions.
     *
     * @throws FileSystemException if the source has another version or none
     */
    void checkVersion() throws IOException {
        if (hasOtherVersion()) {
            throw gone();
        }
    }

    /** Returns whether the source had a version before, and has another version or none now. */
    boolean hasOtherVersion() throws IOException {
        return identity.version().isPresent() && isGone();
    }

    FileSystemException gone() {
        return SourceIdentity.gone(source);
    }
}
