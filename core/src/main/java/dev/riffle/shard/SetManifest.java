package dev.riffle.shard;

import dev.riffle.Progress;
import dev.riffle.RecordFormat;
import dev.riffle.example.MalformedTextException;
import dev.riffle.internal.Argument;
import dev.riffle.internal.JsonSyntaxException;
import dev.riffle.internal.Threads;
import dev.riffle.scan.internal.OperationProgress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Lists the shards of a set with their record counts, sizes and checksums. A writer stores it with the set as a small
 * JSON file, so that a later check can find missing and changed files.
 *
 * <p>The manifest of {@code train.tfrecord@10} is the file {@code .train.tfrecord@10.manifest.json}. Its name is
 * hidden, so that patterns and directory listings do not include it as data. A commit lets the manifest appear after
 * all files of the set. A commit that replaces a set removes the old manifest first. If a process is killed before the
 * manifest appears, the set has no manifest. {@link #check} compares a set with its manifest.
 *
 * <p>A directory of files whose names are not those of shards also has a manifest, the file {@link
 * #NAME_IN_DIRECTORY}. It may also list files in subdirectories.
 *
 * <p>Immutable and safe for use by several threads.
 *
 * @param format the record format of the shards
 * @param compression the compression of the shards: {@code NONE}, {@code GZIP} and so on
 * @param shards the shards, in order
 * @param schema a fingerprint of the records' schema; empty if the writer did not know the schema
 * @param columns the records as a table, by column name: SQL types such as {@code BIGINT} or {@code ARRAY<FLOAT>}, in
 *     the order of the table; empty if the writer did not know the columns
 * @since 0.1
 */
public record SetManifest(
        RecordFormat format,
        String compression,
        List<Shard> shards,
        Optional<String> schema,
        Map<String, String> columns) {

    /** The version of the JSON form. */
    public static final int VERSION = 1;

    /** The name of the manifest of a directory. */
    public static final String NAME_IN_DIRECTORY = ".manifest.json";

    /**
     * Describes one shard in a manifest. Immutable.
     *
     * @param name the file name, without directories; in the manifest of a directory, a path relative to the directory,
     *     with slashes
     * @param records number of records
     * @param bytes the size on disk in bytes
     * @param crc32c the CRC-32C of all bytes of the file
     * @param version the tag that the storage gave to the content, such as the ETag of an object; empty if the storage
     *     has no such tags. Other bytes have another tag. Equal bytes can also have another tag
     * @since 0.1
     */
    public record Shard(String name, long records, long bytes, int crc32c, Optional<String> version) {

        /** Creates the entry of a shard. Throws {@link IllegalArgumentException} if an argument is null. */
        public Shard {
            Argument.present(name, "name");
            Argument.present(version, "version");
        }

        /** Creates the entry of a shard in a storage without versions, such as a file of the local disk. */
        public Shard(String name, long records, long bytes, int crc32c) {
            this(name, records, bytes, crc32c, Optional.empty());
        }
    }

    /**
     * Describes a difference between a set and its manifest. Immutable.
     *
     * @param file the file name, without directories
     * @param kind the kind of difference
     * @param expected the value in the manifest
     * @param found the value in the directory
     * @since 0.1
     */
    public record Finding(String file, Kind kind, String expected, String found) {

        /** Creates a finding. Throws {@link IllegalArgumentException} if an argument is null. */
        public Finding {
            Argument.present(file, "file");
            Argument.present(kind, "kind");
            Argument.present(expected, "expected");
            Argument.present(found, "found");
        }

        /**
         * Lists the kinds of differences.
         *
         * @since 0.1
         */
        public enum Kind {
            /** A shard is missing. */
            MISSING,
            /** A file has the name of a shard of a set with another count. */
            EXTRA,
            /** A shard has another size in bytes. */
            SIZE,
            /** A shard has the expected size, but different bytes. */
            CHECKSUM,
            /** A shard has another number of records, or is not readable to its end. */
            RECORDS
        }

        @Override
        public String toString() {
            return file + ": differs from the manifest: expected " + expected + ", found " + found;
        }
    }

    /**
     * Copies the list and the map. Throws {@link IllegalArgumentException} if the list is empty or an argument is null.
     */
    public SetManifest {
        Argument.present(format, "format");
        Argument.present(compression, "compression");
        Argument.allPresent(shards, "shards");
        Argument.present(schema, "schema");
        Argument.allPresent(columns, "columns");
        if (shards.isEmpty()) {
            throw new IllegalArgumentException("shards must have at least one element");
        }
        shards = List.copyOf(shards);
        columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
    }

    /** Returns the number of records in all shards. */
    public long records() {
        return shards.stream().mapToLong(Shard::records).reduce(0, Math::addExact);
    }

    /** Returns the total size of all shards on disk, in bytes. */
    public long bytes() {
        return shards.stream().mapToLong(Shard::bytes).reduce(0, Math::addExact);
    }

    /**
     * Reads a manifest file.
     *
     * @throws IOException if the file cannot be read, or is not a manifest of a known version; the message names file
     *     and reason
     */
    public static SetManifest read(Path path) throws IOException {
        Argument.present(path, "path");
        return ManifestText.read(path);
    }

    /**
     * Reads the JSON form of a manifest.
     *
     * @throws MalformedTextException if the text is not a manifest of a known version; the message contains the
     *     reason
     */
    public static SetManifest ofJson(String json) {
        Argument.present(json, "json");
        try {
            return ManifestText.parse(json);
        } catch (JsonSyntaxException | IllegalArgumentException | ArithmeticException e) {
            throw new MalformedTextException("invalid manifest: " + e.getMessage(), e);
        }
    }

    /** Returns the manifest path of a set. The manifest need not exist. */
    public static Path pathOf(ShardNames names) {
        Argument.present(names, "names");
        return ManifestName.beside(names.path(0), names);
    }

    /**
     * Reads all files of a set on the calling thread and compares them with the manifest.
     *
     * @param directory the directory of the shards
     * @return the differences, in the order of the shards; empty if the set is unchanged
     * @throws IOException if a file cannot be read
     */
    public List<Finding> check(Path directory) throws IOException {
        return check(directory, Map.of(), Threads.DEFAULT, OperationProgress.IGNORED);
    }

    /**
     * Like {@link #check(Path)}, with known record counts, a number of threads and a progress listener. The check reads
     * a file with a known count only once, for its checksum.
     *
     * @param directory the directory of the shards
     * @param counted record counts by file name, without directories; the check counts the records of other files
     * @param threads number of reading threads, or -1 for the number of processors; {@link #check(Path)} uses 1, the
     *     thread of the caller
     * @param progress receives the progress. The bytes of a file count twice if the check also counts its records. If a
     *     file differs, the check may end early, and then all bytes of the file count as done
     * @return at most one finding for each shard
     * @throws IOException if a file cannot be read
     * @throws IllegalArgumentException if {@code threads} is 0 or below -1
     */
    public List<Finding> check(
            Path directory, Map<String, Long> counted, int threads, Consumer<? super Progress> progress)
            throws IOException {
        Argument.present(directory, "directory");
        Argument.allPresent(counted, "counted");
        Argument.present(progress, "progress");
        return new ManifestCheck(this, directory, Map.copyOf(counted), Threads.checked(threads), progress).run();
    }

    /** Returns the JSON form of the manifest, with a line for each shard. */
    public String toJson() {
        return ManifestText.write(this);
    }
}
