package dev.riffle.index;

import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The data file of an index file. Immutable.
 *
 * @param source the bytes of the data file
 * @param path the path of a file; null for another source, which has no modification time
 */
record DataFile(ByteSource source, @Nullable Path path) {

    private static final int STAMP_BYTES = 20;

    /** What attributes say about a data file whose size, time and samples are those of its index file. */
    enum Evidence {
        /** The change time and the inode, or the version, are equal. */
        UNCHANGED,
        /** The data file has no such attributes. */
        NONE,
        /** The change time or the inode differs: a program changed the content, permissions or links, or copied it. */
        MAY_HAVE_CHANGED
    }

    /**
     * The state of a data file at one moment.
     *
     * @param time the modification time of a file; 1970-01-01T00:00:00Z for another source
     * @param stamp the {@link DataFile#stamp}
     */
    record State(long size, Instant time, Optional<Object> fileKey, Optional<String> version, Optional<Bytes> stamp) {

        boolean hasSameContent(State other) {
            return size == other.size && time.equals(other.time) && version.equals(other.version);
        }
    }

    /** Returns the current state. Throws {@link IllegalArgumentException} if the source is a stream. */
    State state() throws IOException {
        requireStored();
        if (path == null) {
            return new State(
                    source.size().orElseThrow(), Instant.EPOCH, source.fileKey(), source.version(), Optional.empty());
        }
        Optional<Bytes> stamp = stamp();
        BasicFileAttributes attributes = FileFingerprint.attributes(path);
        return new State(
                attributes.size(),
                attributes.lastModifiedTime().toInstant(),
                Optional.ofNullable(attributes.fileKey()),
                Optional.empty(),
                stamp);
    }

    /**
     * Returns the change time and the inode of the file. Programs cannot set the change time. Every write changes it,
     * but also a copy, a new link or new permissions. Empty for another source, and in a file system without these
     * attributes.
     */
    Optional<Bytes> stamp() throws IOException {
        if (path == null) {
            return Optional.empty();
        }
        Map<String, Object> attributes;
        try {
            attributes = Files.readAttributes(path, "unix:ctime,ino");
        } catch (UnsupportedOperationException | IllegalArgumentException e) {
            return Optional.empty();
        } catch (NoSuchFileException e) {
            throw FileFingerprint.missing(path);
        }
        if (!(attributes.get("ctime") instanceof FileTime time) || !(attributes.get("ino") instanceof Number inode)) {
            return Optional.empty();
        }
        Instant changed = time.toInstant();
        ByteBuffer stamp = ByteBuffer.allocate(STAMP_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        stamp.putLong(changed.getEpochSecond()).putInt(changed.getNano()).putLong(inode.longValue());
        return Optional.of(Bytes.ofOwned(stamp.array()));
    }

    /** Returns whether the change time, the inode or the version show that the data file has not changed. */
    Evidence evidence(Optional<Bytes> indexedStamp) throws IOException {
        if (path == null) {
            return source.version().isPresent() ? Evidence.UNCHANGED : Evidence.NONE;
        }
        Optional<Bytes> now = stamp();
        if (now.isEmpty()) {
            return Evidence.NONE;
        }
        return now.equals(indexedStamp) ? Evidence.UNCHANGED : Evidence.MAY_HAVE_CHANGED;
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
