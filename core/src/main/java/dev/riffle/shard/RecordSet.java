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
 * Files whose records belong together, in order: the shards of a set, or whatever files somebody names.
 *
 * <p>A set is named {@code train.tfrecord@10} (just so many shards), {@code train.tfrecord@*} (however many there are), by a
 * pattern, a directory or a list. Where names are those of shards, {@code -00000-of-00010}, the set has to be whole: no shard
 * missing, none there twice, be it in another directory or compressed otherwise, and no file of another count or of no set among
 * them. Immutable.
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
     * These files, in this order.
     *
     * @throws IllegalArgumentException if some are named as shards and are not whole sets; the message lists what is missing,
     *     doubled or foreign
     */
    public static RecordSet of(List<Path> files) {
        return ofPartial(files).whole("");
    }

    /** As {@link #of}, but takes sets that are not whole; {@link #problems()} tells. */
    public static RecordSet ofPartial(List<Path> files) {
        ShardGroups groups = new ShardGroups(files, Path::toString);
        return new RecordSet(
                files,
                groups.ordered().filter(set -> set.files().equals(files)).flatMap(ShardGroups.Ordered::names),
                groups.problems());
    }

    /**
     * The files that a word means, which must be whole sets if they are named as shards: {@code name@10}, {@code name@*}, both
     * perhaps with a suffix of all names behind it, {@code data@12.gz}; a pattern, in which {@code *} and {@code ?} stay within
     * a directory and {@code [a-c]} is one of several characters; a directory, which stands for the record files in it that are
     * not hidden and whose names do not begin with {@code _}, or for OneFlow's part files; or one file. A file that really has
     * the name wins. One file named plainly is no set, whatever its name.
     *
     * @param directory where relative names begin
     * @throws java.nio.file.NoSuchFileException if there is no such file at all
     * @throws IllegalArgumentException if a set is not whole; the message lists what is missing, doubled or foreign
     * @throws IOException if a directory cannot be read
     */
    public static RecordSet find(Path directory, String word) throws IOException {
        return findPartial(directory, word).whole(word + ": ");
    }

    /** As {@link #find}, but takes sets that are not whole; {@link #problems()} tells. */
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

    /** The files, in the order of their records. */
    public List<Path> files() {
        return files;
    }

    /**
     * The files as sources; a directory with OneFlow's parts is one.
     *
     * @throws UncheckedIOException if a part of such a directory is missing, or it cannot be read
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

    /** What the files are called, if they are one whole set of shards in one directory and all names have the same suffix. */
    public Optional<ShardNames> names() {
        return names;
    }

    /** What is missing, doubled or foreign, a line for each; nothing if the set is whole or the files are none. */
    public List<String> problems() {
        return problems;
    }

    /**
     * The manifest of the set, if there is one.
     *
     * @throws IOException if it is there and cannot be used
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
     * How many bytes all files have together, as they lie on the disk.
     *
     * @throws IOException if a file is gone
     */
    public long totalBytes() throws IOException {
        long total = 0;
        for (ByteSource source : sources()) {
            total = Math.addExact(total, source.size().orElse(0));
        }
        return total;
    }
}
