package dev.riffle.shard;

import dev.riffle.RecordFormat;
import dev.riffle.internal.JsonSyntaxException;
import dev.riffle.scan.ProgressListener;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a set of shards consists of: a small JSON file beside it, written together with it, by which anybody can tell later
 * whether all of it is there and as it was written.
 *
 * <p>That of {@code train.tfrecord@10} is called {@code .train.tfrecord@10.manifest.json}. It is a hidden file, so that patterns
 * and directories of data do not take it for one of them. It is the last file of a set to appear, and the first to go when the
 * set is replaced; {@link #check} compares with what was written at one time, and where a process was killed between the two there
 * is none.
 *
 * @param format what the shards hold
 * @param compression how they are compressed: {@code NONE}, {@code GZIP} and so on
 * @param shards the files, in order
 * @param schema a fingerprint of what the records look like, if whoever wrote them knew
 */
public record SetManifest(RecordFormat format, String compression, List<Shard> shards, Optional<String> schema) {

    /** The version of the form that {@link #toJson()} gives. */
    public static final int VERSION = 1;

    /**
     * One file.
     *
     * @param name its name, without directories
     * @param records how many records it has
     * @param bytes its size in bytes, as it lies on the disk
     * @param crc32c the CRC-32C of all its bytes
     */
    public record Shard(String name, long records, long bytes, int crc32c) {}

    /**
     * Something about a set that is not as its manifest says.
     *
     * @param file the name of the file, without directories
     * @param kind what is different
     * @param expected what the manifest says
     * @param found what is there
     */
    public record Finding(String file, Kind kind, String expected, String found) {

        /** What can be different. */
        public enum Kind {
            /** A shard is not there. */
            MISSING,
            /** A file is there that is named as a shard of a set with another count. */
            EXTRA,
            /** A shard has more or fewer bytes. */
            SIZE,
            /** A shard has as many bytes, but others. */
            CHECKSUM,
            /** A shard has more or fewer records, or cannot be read to its end. */
            RECORDS
        }

        @Override
        public String toString() {
            return file + ": not as its manifest says: expected " + expected + ", found " + found;
        }
    }

    /** Keeps the list as it is. */
    public SetManifest {
        shards = List.copyOf(shards);
    }

    /** How many records all shards have. */
    public long records() {
        return shards.stream().mapToLong(Shard::records).reduce(0, Math::addExact);
    }

    /** How many bytes all shards have, as they lie on the disk. */
    public long bytes() {
        return shards.stream().mapToLong(Shard::bytes).reduce(0, Math::addExact);
    }

    /**
     * Reads a manifest.
     *
     * @throws IOException if it cannot be read or is no manifest of a version that is known; the message names file and reason
     */
    public static SetManifest read(Path path) throws IOException {
        return ManifestText.read(path);
    }

    /**
     * Reads the JSON form of a manifest.
     *
     * @throws IllegalArgumentException if it is no manifest of a version that is known; the message gives the reason
     */
    public static SetManifest ofJson(String json) {
        try {
            return ManifestText.parse(json);
        } catch (JsonSyntaxException | ArithmeticException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** Where the manifest of a set of the default file system is, whether there is one or not. */
    public static Path pathOf(ShardNames names) {
        return ManifestName.beside(Path.of(names.name(0)), names);
    }

    /**
     * Compares a set with its manifest; reads all of it.
     *
     * @param directory where the shards are
     * @return what is different, in the order of the shards; nothing if all is as it was written
     * @throws IOException if a file cannot be read
     */
    public List<Finding> check(Path directory) throws IOException {
        return check(directory, Map.of(), Runtime.getRuntime().availableProcessors(), ProgressListener.NONE);
    }

    /**
     * As {@link #check(Path)}, for who has counted the records already: then each file is read once, for its checksum.
     *
     * @param directory where the shards are
     * @param counted how many records files have, by their names without directories; those of other files are counted
     * @param threads how many threads read, positive
     * @param progress is told of the bytes that checksums were made of
     * @return one finding at most for each shard
     * @throws IOException if a file cannot be read
     * @throws IllegalArgumentException if {@code threads} is not positive
     */
    public List<Finding> check(Path directory, Map<String, Long> counted, int threads, ProgressListener progress)
            throws IOException {
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be positive: " + threads);
        }
        return new ManifestCheck(this, directory, Map.copyOf(counted), threads, progress).run();
    }

    /** The manifest as JSON, with a line for each shard. */
    public String toJson() {
        return ManifestText.write(this);
    }
}
