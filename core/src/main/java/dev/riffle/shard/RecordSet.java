package dev.riffle.shard;

import dev.riffle.OfRecordParts;
import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Record files that belong together, in order: the shards of a set, or any files that a caller names.
 *
 * <pre>{@code
 * RecordSet set = RecordSet.find(Path.of("data"), "train.tfrecord@10");
 * }</pre>
 *
 * <p>A set is named {@code train.tfrecord@10} (a known number of shards), {@code train.tfrecord@*} (any number), by a
 * pattern, a directory or a list. If names are those of shards, such as {@code -00000-of-00010}, the set must be
 * complete. No shard may be missing, and none may be there twice, even in another directory or with another
 * compression. No file of another count or outside a set may be among them.
 *
 * <p>Immutable and safe for use by several threads.
 *
 * @since 0.1
 */
public final class RecordSet {

    private final List<Path> files;
    private final Optional<ShardNames> names;
    private final List<String> problems;

    private RecordSet(List<Path> files, Optional<ShardNames> names, List<String> problems) {
        this.files = List.copyOf(files);
        this.names = names;
        this.problems = List.copyOf(problems);
    }

    /**
     * Returns a set of these files, in this order.
     *
     * @throws IllegalArgumentException if some are named as shards and are not complete sets; the message lists
     *     missing, duplicate and foreign files
     */
    public static RecordSet of(List<Path> files) {
        return ofPartial(files).whole("");
    }

    /** Like {@link #of}, but also takes incomplete sets; {@link #problems()} lists the defects. */
    public static RecordSet ofPartial(List<Path> files) {
        ShardGroups groups = new ShardGroups(files, Path::toString);
        return new RecordSet(
                files,
                groups.ordered().filter(set -> set.files().equals(files)).flatMap(ShardGroups.Ordered::names),
                groups.problems());
    }

    /**
     * Returns the set of files that a word means. The word is one of these:
     *
     * <ul>
     * <li>{@code name@10} or {@code name@*}, optionally with a suffix of all names after it, as in {@code data@12.gz};
     * <li>a pattern, in which {@code *} and {@code ?} stay within a directory and {@code [a-c]} is one of several
     *     characters;
     * <li>a directory: its record files, except hidden ones and those whose names begin with {@code _}, or OneFlow's
     *     part files;
     * <li>the name of one file.
     * </ul>
     *
     * <p>An existing file of exactly that name takes precedence. One file that is named directly is not a set, whatever
     * its name. If the files are named as shards, they must be complete sets.
     *
     * @param directory the directory in which relative names begin
     * @throws java.nio.file.NoSuchFileException if no such file exists
     * @throws IllegalArgumentException if a set is not complete; the message lists missing, duplicate and foreign files
     * @throws IOException if a directory cannot be read
     */
    public static RecordSet find(Path directory, String word) throws IOException {
        return findPartial(directory, word).whole(word + ": ");
    }

    /** Like {@link #find}, but also takes incomplete sets; {@link #problems()} lists the defects. */
    public static RecordSet findPartial(Path directory, String word) throws IOException {
        List<Path> files = ShardSpecParser.files(directory, word);
        if (files.size() == 1 && files.get(0).equals(directory.resolve(word))) {
            return new RecordSet(files, Optional.empty(), List.of());
        }
        Function<Path, String> shown = path -> directory.toString().isEmpty() || !path.startsWith(directory)
                ? path.toString()
                : directory.relativize(path).toString();
        ShardGroups groups = new ShardGroups(files, shown);
        Optional<ShardGroups.Ordered> ordered = groups.ordered();
        return new RecordSet(
                ordered.map(ShardGroups.Ordered::files).orElse(files),
                ordered.flatMap(ShardGroups.Ordered::names),
                groups.problems());
    }

    private RecordSet whole(String what) {
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(what + "is not whole: " + String.join("; ", problems));
        }
        return this;
    }

    /** Returns the files, in the order of their records. */
    public List<Path> files() {
        return files;
    }

    /**
     * Returns the files as sources; a directory with OneFlow's parts is one source.
     *
     * @throws UncheckedIOException if a part of such a directory is missing, or the directory cannot be read
     */
    public List<ByteSource> sources() {
        return files.stream().map(RecordSet::source).toList();
    }

    private static ByteSource source(Path file) {
        try {
            return Files.isDirectory(file) ? OfRecordParts.in(file).source() : ByteSource.of(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the names of the set, if the files are one complete set of shards in one directory and all names have the
     * same suffix.
     */
    public Optional<ShardNames> names() {
        return names;
    }

    /**
     * Returns one line for each missing, duplicate or foreign file; empty if the set is complete or the files are not
     * shards.
     */
    public List<String> problems() {
        return problems;
    }

    /**
     * Returns the manifest of the set, if it exists.
     *
     * @throws IOException if the manifest exists and cannot be used
     */
    public Optional<SetManifest> manifest() throws IOException {
        if (names.isEmpty()) {
            return Optional.empty();
        }
        Path path = ManifestName.beside(files.get(0), names.get());
        try {
            return Optional.of(SetManifest.read(path));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        }
    }

    /**
     * Returns the total size of all files on disk, in bytes.
     *
     * @throws IOException if a file no longer exists
     */
    public long totalBytes() throws IOException {
        long total = 0;
        for (ByteSource source : sources()) {
            total = Math.addExact(total, source.size().orElse(0));
        }
        return total;
    }
}
