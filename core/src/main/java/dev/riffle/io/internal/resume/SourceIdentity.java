package dev.riffle.io.internal.resume;

import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Distinguishes the current file of a source from another file or version with the same name.
 *
 * @param fileKey the {@link ByteSource#fileKey} of the source
 * @param version the {@link ByteSource#version} of the source
 */
public record SourceIdentity(Optional<Object> fileKey, Optional<String> version) {

    /** Returns the current identity of a source. */
    public static SourceIdentity of(ByteSource source) throws IOException {
        return new SourceIdentity(source.fileKey(), source.version());
    }

    /** Returns whether the source cannot distinguish files. */
    public boolean isUnknown() {
        return fileKey.isEmpty() && version.isEmpty();
    }

    /** Throws if the source now has another file or version, unless it cannot distinguish files. */
    void requireSame(ByteSource source) throws IOException {
        if (!isUnknown() && !of(source).equals(this)) {
            throw gone(source);
        }
    }

    /** Returns the exception for a source that has another file or version, or none. */
    public static FileSystemException gone(ByteSource source) {
        return new FileSystemException(
                source.name(), null, "the file was removed or replaced while it was read; read it again");
    }

    /**
     * Compares the components. The JDK builds the generated methods of a record at their first use, which slows the
     * start of a short command.
     */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SourceIdentity that && fileKey.equals(that.fileKey) && version.equals(that.version);
    }

    @Override
    public int hashCode() {
        return Objects.hash(fileKey, version);
    }
}
