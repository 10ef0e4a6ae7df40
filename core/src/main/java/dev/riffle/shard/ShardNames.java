package dev.riffle.shard;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the files of a set are called: {@code train.tfrecord-00000-of-00010}, with both numbers in as many digits as the
 * count has and at least five, as TensorFlow's and its data sets' names are.
 *
 * @param prefix what comes before the numbers; may begin with directories
 * @param count how many files there are, from 1 to 10 million
 * @param suffix what comes behind the numbers, such as {@code .gz}; may be empty
 */
public record ShardNames(String prefix, int count, String suffix) {

    private static final int FEWEST_DIGITS = 5;
    static final int MOST_SHARDS = 10_000_000;

    private static final Pattern NAME = Pattern.compile("(.*)-(\\d{5,10})-of-(\\d{5,10})([^/\\\\]*)", Pattern.DOTALL);

    /**
     * Checks the parts.
     *
     * @throws IllegalArgumentException if {@code count} is out of its range, or the suffix holds a directory, begins with a
     *     digit or has numbers of its own
     */
    public ShardNames {
        if (count < 1 || count > MOST_SHARDS) {
            throw new IllegalArgumentException("count must be at least 1 and at most " + MOST_SHARDS + ": " + count);
        }
        if (suffix.contains("/") || suffix.contains("\\")) {
            throw new IllegalArgumentException("suffix must not hold a directory: " + suffix);
        }
        if (!suffix.isEmpty() && Character.isDigit(suffix.charAt(0))
                || NAME.matcher(suffix).matches()) {
            throw new IllegalArgumentException("suffix must not be taken for the numbers of a shard: " + suffix);
        }
    }

    /** Names without a suffix. */
    public static ShardNames of(String prefix, int count) {
        return new ShardNames(prefix, count, "");
    }

    /**
     * A name taken apart.
     *
     * @param names the set that the name belongs to
     * @param shard which of its files it is, from 0 on
     */
    public record Member(ShardNames names, int shard) {}

    /**
     * Takes a name apart.
     *
     * @param name a file's name or path
     * @throws IllegalArgumentException if it is not that of a shard
     */
    public static Member parse(String name) {
        Matcher matcher = NAME.matcher(name);
        if (!matcher.matches() || matcher.group(2).length() != matcher.group(3).length()) {
            throw new IllegalArgumentException("name must end like -00000-of-00010: " + name);
        }
        long shard = Long.parseLong(matcher.group(2));
        long count = Long.parseLong(matcher.group(3));
        if (count < 1 || count > MOST_SHARDS || shard >= count) {
            throw new IllegalArgumentException("shard must be below the count of shards: " + name);
        }
        ShardNames names = new ShardNames(matcher.group(1), (int) count, matcher.group(4));
        if (!names.name((int) shard).equals(name)) {
            throw new IllegalArgumentException("numbers must have " + names.digits() + " digits: " + name);
        }
        return new Member(names, (int) shard);
    }

    /**
     * The set that these files are, given in any order.
     *
     * @throws IllegalArgumentException if they are not one whole set; the message lists what is missing, doubled or of
     *     another set
     */
    public static ShardNames ofSet(List<Path> paths) {
        return ShardSet.check(paths.stream().map(Path::toString).toList());
    }

    /** The name of one file. */
    public String name(int shard) {
        if (shard < 0 || shard >= count) {
            throw new IllegalArgumentException("shard must be at least 0 and below " + count + ": " + shard);
        }
        String number = "%0" + digits() + "d";
        return prefix + String.format(Locale.ROOT, "-" + number + "-of-" + number, shard, count) + suffix;
    }

    /** All names, in order. */
    public List<String> all() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            names.add(name(i));
        }
        return names;
    }

    /** All names as paths of the default file system, in order. */
    public List<Path> paths() {
        return all().stream().map(Path::of).toList();
    }

    private int digits() {
        return Math.max(FEWEST_DIGITS, Integer.toString(count).length());
    }
}
