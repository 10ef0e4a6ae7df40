package dev.riffle.io.internal.resume;

import dev.riffle.io.ByteSource;
import java.io.IOException;
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
