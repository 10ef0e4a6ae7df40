package dev.riffle.shard;

import dev.riffle.internal.Argument;
import dev.riffle.internal.file.FileEnding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;

/**
 * Computes and parses the file names of a set, such as {@code train.tfrecord-00000-of-00010}. Both numbers have as many
 * digits as the count, and at least five, like the names that TensorFlow writes.
 *
 * <p>All names are paths of the file system of the prefix. Immutable and safe for use by several threads.
 *
 * @param prefix the part of the paths before the numbers
 * @param count number of files, from 1 to 10 million
 * @param suffix the part of the names after the numbers, such as {@code .gz}; may be empty
 * @since 0.1
 */
public record ShardNames(Path prefix, int count, String suffix) {

    private static final int MIN_DIGITS = 5;
    private static final int MAX_LISTED = 10;
    static final int MAX_SHARDS = 10_000_000;

    /**
     * Creates names and checks their parts.
     *
     * @throws IllegalArgumentException if the prefix has no file name, {@code count} is out of its range, or the suffix
     *     contains a directory, begins with a digit or contains the numbers of a shard
     */
    public ShardNames {
        Argument.present(prefix, "prefix");
        Argument.present(suffix, "suffix");
        if (prefix.getFileName() == null) {
            throw new IllegalArgumentException("prefix must have a file name: " + prefix);
        }
        if (count < 1 || count > MAX_SHARDS) {
            throw new IllegalArgumentException("count must be at least 1 and at most " + MAX_SHARDS + ": " + count);
        }
        if (suffix.contains("/") || suffix.contains("\\")) {
            throw new IllegalArgumentException("suffix must not contain a directory: " + suffix);
        }
        if (!suffix.isEmpty() && Character.isDigit(suffix.charAt(0))
                || FileEnding.SHARD.matcher(suffix).matches()) {
            throw new IllegalArgumentException(
                    "suffix must not begin with a digit or contain shard numbers: " + suffix);
        }
        Argument.path(prefix, suffix, "suffix", "the end of a file name");
    }

    /** Returns names without a suffix. */
    public static ShardNames of(Path prefix, int count) {
        return new ShardNames(prefix, count, "");
    }

    /**
     * Holds the parts of one shard's name. Immutable.
     *
     * @param names the set of the shard
     * @param shard the number of the shard, from 0
     * @since 0.1
     */
    public record Member(ShardNames names, int shard) {

        /** Creates the place of a shard in its set. Throws {@link IllegalArgumentException} if an argument is null. */
        public Member {
            Argument.present(names, "names");
        }
    }

    /**
     * Parses the name of a shard.
     *
     * @param path the path of the shard
     * @throws IllegalArgumentException if the file name is not the name of a shard
     */
    public static Member parse(Path path) {
        return find(path)
                .orElseThrow(() -> new IllegalArgumentException("name must end with the numbers of a shard, like"
                        + " -00000-of-00010, and begin with other text; the first number must be below the second, and"
                        + " have as many digits, five unless the second needs more: " + path));
    }

    /** Like {@link #parse}, but returns empty if the file name is not the name of a shard. */
    public static Optional<Member> find(Path path) {
        Argument.present(path, "path");
        Path name = path.getFileName();
        Matcher matcher = FileEnding.SHARD.matcher(name == null ? "" : name.toString());
        if (!matcher.matches() || (matcher.group(1).isEmpty() && path.getParent() != null)) {
            return Optional.empty();
        }
        long shard = Long.parseLong(matcher.group(2));
        long count = Long.parseLong(matcher.group(3));
        if (count < 1 || count > MAX_SHARDS || shard >= count) {
            return Optional.empty();
        }
        ShardNames names = new ShardNames(path.resolveSibling(matcher.group(1)), (int) count, matcher.group(4));
        return Optional.of(new Member(names, (int) shard))
                .filter(member -> names.path(member.shard()).equals(path));
    }

    /**
     * Returns the names of the set that consists of these files, in any order.
     *
     * @throws IllegalArgumentException if the files are not one complete set; the message lists missing, duplicate and
     *     foreign files
     */
    public static ShardNames ofSet(List<Path> paths) {
        Argument.allPresent(paths, "paths");
        ShardGroups groups = new ShardGroups(paths, Path::toString);
        return groups.ordered()
                .flatMap(ShardGroups.Ordered::names)
                .orElseThrow(
                        () -> new IllegalArgumentException("not one complete set: " + shown(groups.problems(), paths)));
    }

    private static String shown(List<String> problems, List<Path> paths) {
        if (!problems.isEmpty()) {
            return String.join("; ", problems);
        }
        return paths.isEmpty()
                ? "no path given"
                : "not all names are of one set and end like -00000-of-00010: "
                        + paths.stream().limit(MAX_LISTED).toList();
    }

    /**
     * Returns the path of one file.
     *
     * @param shard the number of the file, from 0
     * @throws IllegalArgumentException if {@code shard} is negative or not below {@link #count()}
     */
    public Path path(int shard) {
        if (shard < 0 || shard >= count) {
            throw new IllegalArgumentException("shard must be at least 0 and below " + count + ": " + shard);
        }
        String number = "%0" + digits() + "d";
        String numbers = String.format(Locale.ROOT, "-" + number + "-of-" + number, shard, count);
        return prefix.resolveSibling(prefix.getFileName() + numbers + suffix);
    }

    /** Returns the paths of all files, in order. */
    public List<Path> paths() {
        List<Path> paths = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            paths.add(path(i));
        }
        return paths;
    }

    private int digits() {
        return Math.max(MIN_DIGITS, Integer.toString(count).length());
    }
}
