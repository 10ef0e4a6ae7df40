package dev.riffle.index;

import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The data file of an index file. Immutable.
 *
 * @param source the bytes of the data file
 * @param path the path of a file; null for another source, which has no modification time
 */
record DataFile(ByteSource source, @Nullable Path path) {

    /**
     * The state of a data file at one moment.
     *
     * @param time the modification time of a file; 1970-01-01T00:00:00Z for another source
     */
    record State(long size, Instant time, Optional<Object> fileKey, Optional<String> version) {

        boolean hasSameContent(State other) {
            return size == other.size && time.equals(other.time) && version.equals(other.version);
        }
    }

    /** Returns the current state. Throws {@link IllegalArgumentException} if the source is a stream. */
    State state() throws IOException {
        requireStored();
        if (path == null) {
            return new State(source.size().orElseThrow(), Instant.EPOCH, source.fileKey(), source.version());
        }
        BasicFileAttributes attributes = FileFingerprint.attributes(path);
        return new State(
                attributes.size(),
                attributes.lastModifiedTime().toInstant(),
                Optional.ofNullable(attributes.fileKey()),
                Optional.empty());
    }

    void requireStored() throws IOException {
        if (source.size().isEmpty()) {
            throw new IllegalArgumentException(
                    source.name() + ": a stream cannot be indexed; write it to a file first");
        }
    }

    FileFingerprint fingerprint(FrameSamples samples) throws IOException {
        return path == null ? FileFingerprint.of(source, samples) : FileFingerprint.of(path, samples);
    }

    /**
     * Returns the difference between the data file and the content of an index file, or null if they match. An equal
     * version proves an equal content.
     *
     * @param indexed the version of the source when it was indexed
     */
    @Nullable
    String difference(FileFingerprint fingerprint, Optional<String> indexed) throws IOException {
        if (path != null) {
            return fingerprint.difference(path);
        }
        Optional<String> version = source.version();
        if (!version.equals(indexed)) {
            return "the source has " + words(version) + ", and had " + words(indexed) + " when it was indexed";
        }
        return version.isPresent() && source.size().orElse(-1) == fingerprint.size()
                ? null
                : fingerprint.difference(source);
    }

    private static String words(Optional<String> version) {
        return version.map(tag -> "the version " + tag).orElse("no version");
    }
}
