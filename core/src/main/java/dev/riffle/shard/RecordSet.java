package dev.riffle.shard;

import dev.riffle.OfRecordParts;
import dev.riffle.internal.Argument;
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
 * Lists record files that belong together, in order: the shards of a set, or any files that a caller names.
 *
 * <pre>{@code
 * RecordSet set = RecordSet.find(Path.of("data"), "train.tfrecord@10");
 * }</pre>
 *
 * <p>A caller names a set by {@code train.tfrecord@10} (a known number of shards), {@code train.tfrecord@*} (any
 * number), a pattern, a directory or a list. If the files have names of shards, such as {@code -00000-of-00010}, the
 * set must be complete. No shard may be missing or occur twice, even in another directory or with another compression.
 * The files must not include shards of another count or files that are not shards.
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
     * @throws IllegalArgumentException if some files have names of shards and are not complete sets; the message lists
     *     missing, duplicate and foreign files
     */
    public static RecordSet of(List<Path> files) {
        return ofPartial(files).complete("");
    }

    /** Returns the set of all files with these names. */
    public static RecordSet of(ShardNames names) {
        return of(Argument.present(names, "names").paths());
    }

    /** Like {@link #of(List)}, but also accepts incomplete sets; {@link #problems()} lists the defects. */
    public static RecordSet ofPartial(List<Path> files) {
        Argument.allPresent(files, "files");
        ShardGroups groups = new ShardGroups(files, Path::toString);
        return new RecordSet(
                files,
                groups.ordered().filter(set -> set.files().equals(files)).flatMap(ShardGroups.Ordered::names),
                groups.problems());
    }

    /**
     * Returns the files that a word names. The word is one of these:
     *
     * <ul>
     * <li>{@code name@10} or {@code name@*}, optionally followed by the suffix of all names, as in {@code data@12.gz};
     * <li>a pattern, in which {@code *} and {@code ?} stay within a directory and {@code [a-c]} is one of several
     *     characters;
     * <li>a directory: its record files or OneFlow's part files, except hidden files and files whose names begin with
     * {@code _};
     * <li>the name of one file.
     * </ul>
     *
     * <p>An existing file of exactly that name takes precedence. For the name of one file, the method returns only that
     * file, even if the file is a shard. In all other cases, shards must form complete sets.
     *
     * @param directory the directory for relative names
     * @throws java.nio.file.NoSuchFileException if no such file exists
     * @throws IllegalArgumentException if a set is not complete; the message lists missing, duplicate and foreign files
     * @throws IOException if a directory cannot be read
     */
    public static RecordSet find(Path directory, String word) throws IOException {
        return findPartial(directory, word).complete(word + ": ");
    }

    /** Like {@link #find}, but also accepts incomplete sets; {@link #problems()} lists the defects. */
    public static RecordSet findPartial(Path directory, String word) throws IOException {
        Argument.present(directory, "directory");
        Argument.present(word, "word");
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

    private RecordSet complete(String what) {
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(what + "incomplete set: " + String.join("; ", problems));
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
     * Returns the names of the shards if the files are one complete set in one directory with one suffix; otherwise
     * empty.
     */
    public Optional<ShardNames> names() {
        return names;
    }

    /**
     * Returns a line for each kind of defect, with the missing, duplicate or foreign files; empty if the set is
     * complete or the files are not shards.
     */
    public List<String> problems() {
        return problems;
    }

    /**
     * Returns the manifest of the set; empty if none exists.
     *
     * @throws IOException if the manifest exists and is not valid
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

    /** Returns the first file, the number of other files, and all problems, as text. */
    @Override
    public String toString() {
        return "RecordSet["
                + (files.isEmpty() ? "no files" : files.get(0))
                + (files.size() > 1 ? " and " + (files.size() - 1) + " more" : "")
                + (problems.isEmpty() ? "" : "; incomplete: " + String.join("; ", problems))
                + "]";
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
