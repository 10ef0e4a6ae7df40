package dev.riffle.shard;

import dev.riffle.internal.Argument;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Recommends a number of files for a dataset.
 *
 * <p>TensorFlow recommends ten files for each reading host, if each file has at least 10 MB, preferably 100 MB. Then
 * all hosts can read at the same time, readers can shuffle the files, and the cost of opening a file is small. Smaller
 * datasets get fewer files. The rules come from TensorFlow's tutorial {@code load_data/tfrecord}.
 *
 * <p>Immutable and safe for use by several threads.
 *
 * @param bytes the size of the dataset in bytes
 * @param hosts number of hosts that read the dataset at the same time
 * @param shards the recommended number of files
 * @param bound the rule that determined the number
 * @since 0.1
 */
public record ShardPlan(long bytes, int hosts, int shards, Bound bound) {

    /** The recommended number of files for each reading host. */
    public static final int FILES_PER_HOST = 10;

    /** The smallest recommended file size, in bytes. */
    public static final long LEAST_BYTES = 10_000_000;

    /** The preferred file size, in bytes. */
    public static final long GOOD_BYTES = 100_000_000;

    private static final int MAX_HOSTS = 1_000_000;

    /**
     * Creates a plan from its parts.
     *
     * @throws IllegalArgumentException if {@code bytes} is negative, {@code hosts} is not from 1 to 1 million, or
     *     {@code shards} is not positive
     */
    public ShardPlan {
        Argument.present(bound, "bound");
        check(bytes, hosts);
        Argument.positive(shards, "shards");
    }

    /**
     * Lists the rules that determine the number of files.
     *
     * @since 0.1
     */
    public enum Bound {
        /** Ten files for each host are large enough. */
        HOSTS,
        /** Ten files for each host would be too small. */
        LEAST_SIZE
    }

    /**
     * Returns the plan for a dataset of this size.
     *
     * @throws IllegalArgumentException if {@code bytes} is negative, or {@code hosts} is not from 1 to 1 million
     */
    public static ShardPlan of(long bytes, int hosts) {
        check(bytes, hosts);
        long max = Math.max(bytes / LEAST_BYTES, 1);
        int wanted = FILES_PER_HOST * hosts;
        return wanted <= max
                ? new ShardPlan(bytes, hosts, wanted, Bound.HOSTS)
                : new ShardPlan(bytes, hosts, (int) max, Bound.LEAST_SIZE);
    }

    private static void check(long bytes, int hosts) {
        if (bytes < 0) {
            throw new IllegalArgumentException("bytes must not be negative: " + bytes);
        }
        if (hosts < 1 || hosts > MAX_HOSTS) {
            throw new IllegalArgumentException("hosts must be at least 1 and at most " + MAX_HOSTS + ": " + hosts);
        }
    }

    /** Returns the average file size of this plan, in bytes, rounded. */
    public long shardBytes() {
        return bytes / shards + (bytes % shards + shards / 2 >= shards ? 1 : 0);
    }

    /** Returns the reasons for the plan as sentences. */
    public List<String> explanation() {
        List<String> sentences = new ArrayList<>();
        long wanted = (long) FILES_PER_HOST * hosts;
        String guidance = FILES_PER_HOST + " files for "
                + (hosts == 1 ? "one reading host" : "each of " + hosts + " reading hosts");
        if (bound == Bound.LEAST_SIZE) {
            sentences.add(guidance + " would have less than " + size(LEAST_BYTES) + " each, so the plan has "
                    + (shards == 1 ? "one file." : "one file for every " + size(LEAST_BYTES) + "."));
            return sentences;
        }
        sentences.add(guidance + ".");
        if (shardBytes() < GOOD_BYTES) {
            sentences.add("Each file has at least " + size(LEAST_BYTES) + ", but less than the preferred "
                    + size(GOOD_BYTES) + ".");
        } else if (bytes / GOOD_BYTES > wanted) {
            sentences.add("Up to "
                    + String.format(Locale.ROOT, "%,d", bytes / GOOD_BYTES) + " files are as good: each still has "
                    + size(GOOD_BYTES) + ".");
        }
        return sentences;
    }

    /**
     * Returns the differences between an existing dataset and the guidance.
     *
     * @param sizes the sizes of its files, in bytes
     * @return a sentence for each difference; empty without differences
     */
    public List<String> differences(List<Long> sizes) {
        Argument.allPresent(sizes, "sizes");
        List<String> sentences = new ArrayList<>();
        long small = sizes.stream().filter(size -> size < LEAST_BYTES).count();
        if (sizes.size() < shards) {
            sentences.add(
                    "The dataset has fewer files than recommended: " + sizes.size() + " instead of " + shards + ".");
        }
        if (small > 0 && sizes.size() > shards) {
            sentences.add(
                    "Some files have less than " + size(LEAST_BYTES) + ": " + small + " of " + sizes.size() + ".");
        }
        long largest = sizes.stream().mapToLong(size -> size).max().orElse(0);
        if (sizes.size() > 1 && (double) largest * sizes.size() > 2.0 * bytes) {
            sentences.add("The files are uneven: the largest has " + size(largest) + ", more than twice the mean.");
        }
        return sentences;
    }

    private static String size(long bytes) {
        String[] units = {"bytes", "kB", "MB", "GB", "TB", "PB", "EB"};
        double value = bytes;
        int unit = 0;
        while (value >= 999.5 && unit < units.length - 1) {
            value /= 1000;
            unit++;
        }
        boolean fine = unit > 0 && value < 9.95;
        return String.format(Locale.ROOT, fine ? "%.1f %s" : "%.0f %s", value, units[unit]);
    }
}
