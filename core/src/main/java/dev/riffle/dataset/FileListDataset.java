package dev.riffle.dataset;

import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.SeedGenerator;
import dev.riffle.dataset.internal.shuffle.ShuffleNode;
import dev.riffle.dataset.internal.source.FileListNode;
import dev.riffle.dataset.internal.source.ListNode;
import dev.riffle.dataset.stage.Reshuffle;
import dev.riffle.dataset.stage.Seed;
import dev.riffle.internal.Argument;
import dev.riffle.internal.Glob;
import dev.riffle.internal.Utf8;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The files that match patterns: TensorFlow's {@code list_files}. Riffle lists the directories once, when it creates
 * the dataset. Each pass has another random order, unless the files are {@linkplain #sorted() sorted}.
 *
 * <p>In a pattern, {@code *} matches any text without a slash, and {@code ?} matches any character except a slash.
 * {@code [a-z]} and {@code [!a-z]} match one character, and a backslash escapes the next character. Braces have no
 * meaning, and {@code **} does not descend into directories. Wildcards match a leading dot like any character. A file
 * that matches two patterns appears twice. Immutable and safe for use by several threads.
 *
 * @since 0.1
 */
public final class FileListDataset extends Dataset<Path> {

    private final List<Path> files;

    private FileListDataset(List<Path> files, Node<Path> ordered) {
        super(new FileListNode(files, ordered));
        this.files = files;
    }

    /**
     * Returns the files that match one of the patterns, shuffled by a drawn seed.
     *
     * @param patterns paths of the default file system, with slashes between their parts
     * @throws IllegalArgumentException if no file matches, or if {@code patterns} is empty
     * @throws UncheckedIOException if a directory cannot be read
     */
    public static FileListDataset matching(String... patterns) {
        return in(Path.of(""), patterns);
    }

    /** Like {@link #matching(String...)}, with paths of one file system as patterns. */
    public static FileListDataset matching(Path... patterns) {
        Argument.allPresent(patterns, "patterns");
        Path directory =
                patterns.length == 0 ? Path.of("") : patterns[0].getFileSystem().getPath("");
        return in(directory, Arrays.stream(patterns).map(Path::toString).toArray(String[]::new));
    }

    /** Like {@link #matching(String...)}, with a list of patterns. */
    public static FileListDataset matching(List<String> patterns) {
        Argument.allPresent(patterns, "patterns");
        return matching(patterns.toArray(String[]::new));
    }

    /**
     * Returns the files below a directory, of any file system, that match one of the patterns, shuffled by a drawn
     * seed. The name of the directory itself may contain wildcard characters.
     *
     * @throws IllegalArgumentException if no file matches, or if {@code patterns} is empty
     * @throws UncheckedIOException if a directory cannot be read
     */
    public static FileListDataset in(Path directory, String... patterns) {
        Argument.present(directory, "directory");
        Argument.allPresent(patterns, "patterns");
        if (patterns.length == 0) {
            throw new IllegalArgumentException("patterns must not be empty");
        }
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < patterns.length; i++) {
            String pattern = patterns[i];
            boolean absolute = pattern.startsWith("/");
            try {
                files.addAll(Glob.expand(absolute ? directory.resolve("/") : directory, pattern));
            } catch (InvalidPathException e) {
                throw Argument.noPath(pattern, "patterns[" + i + "]", "a path or a pattern", e);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        if (files.isEmpty()) {
            throw new IllegalArgumentException("no files matched pattern: "
                    + Argument.shown(
                            String.join(", ", patterns) + (directory.toString().isEmpty() ? "" : " in " + directory)));
        }
        // TensorFlow compares the bytes of the names.
        files.sort(Comparator.comparing(Path::toString, Utf8::compare));
        return new FileListDataset(
                files, ShuffleNode.of(inOrder(files), files.size(), SeedGenerator.drawn(), Reshuffle.EACH_ITERATION));
    }

    private static Node<Path> inOrder(List<Path> files) {
        return new ListNode<>("listFiles", files);
    }

    /** Sets the seed of the shuffle to {@link Seed#of Seed.of(seed)}. Each pass has another order. */
    public FileListDataset seed(long seed) {
        return seed(Seed.of(seed));
    }

    /** Sets the seed of the shuffle. Each pass has another order. */
    public FileListDataset seed(Seed seed) {
        SeedGenerator generator = SeedGenerator.of(Argument.present(seed, "seed"));
        return new FileListDataset(
                files, ShuffleNode.of(inOrder(files), files.size(), generator, Reshuffle.EACH_ITERATION));
    }

    /** Sorts the files by the bytes of their names. */
    public FileListDataset sorted() {
        return new FileListDataset(files, inOrder(files));
    }
}
