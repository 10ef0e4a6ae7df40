package dev.riffle.shard;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Checks that paths form one complete set. */
final class ShardSet {

    private static final int MAX_LISTED = 10;

    private ShardSet() {}

    static ShardNames check(List<Path> paths) {
        if (paths.isEmpty()) {
            throw new IllegalArgumentException("a set of shards must have at least one file: no path given");
        }
        Map<ShardNames, Integer> sizes = new HashMap<>();
        List<Path> foreign = new ArrayList<>();
        ShardNames names = null;
        int max = 0;
        for (Path path : paths) {
            ShardNames set = setOf(path);
            if (set != null && sizes.merge(set, 1, Integer::sum) > max) {
                max++;
                names = set;
            }
        }
        if (names == null) {
            throw new IllegalArgumentException("not shards, whose names end like -00000-of-00010: " + listed(paths));
        }
        int[] times = new int[names.count()];
        for (Path path : paths) {
            if (names.equals(setOf(path))) {
                times[ShardNames.parse(path).shard()]++;
            } else {
                foreign.add(path);
            }
        }
        String problems = shards("missing", names, times, 0, 0)
                + shards("duplicate", names, times, 2, Integer.MAX_VALUE)
                + (foreign.isEmpty() ? "" : "; foreign: " + listed(foreign));
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(
                    "not one complete set: " + names.prefix() + "@" + names.count() + names.suffix() + problems);
        }
        return names;
    }

    private static @Nullable ShardNames setOf(Path path) {
        try {
            return ShardNames.parse(path).names();
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /**
     * Lists the shards that occur from {@code from} to {@code to} times. A set may have millions of shards, so the
     * method computes only the names of the listed shards.
     */
    private static String shards(String what, ShardNames names, int[] times, int from, int to) {
        List<Path> first = new ArrayList<>();
        int count = 0;
        for (int i = 0; i < times.length; i++) {
            if (times[i] >= from && times[i] <= to && count++ < MAX_LISTED) {
                first.add(names.path(i));
            }
        }
        return count == 0 ? "" : "; " + what + ": " + listed(first, count);
    }

    private static String listed(List<Path> names) {
        return listed(names.subList(0, Math.min(names.size(), MAX_LISTED)), names.size());
    }

    private static String listed(List<Path> first, int count) {
        return first.stream().map(Path::toString).collect(Collectors.joining(", "))
                + (count == first.size() ? "" : " and " + (count - first.size()) + " more");
    }
}
