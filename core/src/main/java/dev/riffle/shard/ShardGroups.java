package dev.riffle.shard;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Finds the sets to which files belong, and the defects of these sets. */
final class ShardGroups {

    private static final int MAX_LISTED = 10;

    private final Function<Path, String> shown;
    private final List<String> problems = new ArrayList<>();
    private final List<Path> others = new ArrayList<>();

    /** The shards by the prefix of their names, in any directory. */
    private final Map<String, List<Shard>> groups = new LinkedHashMap<>();

    /** Describes a file with the name of a shard. */
    private record Shard(Path path, ShardNames names, int number) {}

    /** Groups files by their sets. {@code shown} returns the names of files for messages. */
    ShardGroups(List<Path> files, Function<Path, String> shown) {
        this.shown = shown;
        for (Path file : files) {
            shard(file)
                    .ifPresentOrElse(
                            shard -> groups.computeIfAbsent(
                                            shard.names().prefix().toString(), prefix -> new ArrayList<>())
                                    .add(shard),
                            () -> others.add(file));
        }
    }

    private static Optional<Shard> shard(Path file) {
        return Optional.ofNullable(file.getFileName())
                .flatMap(ShardNames::find)
                .map(member -> new Shard(file, member.names(), member.shard()));
    }

    static boolean isShard(Path file) {
        return shard(file).isPresent();
    }

    /**
     * Returns a line for each kind of missing, duplicate or foreign files of a set. Files that are not shards are
     * foreign only if other files are shards.
     */
    List<String> problems() {
        problems.clear();
        for (List<Shard> group : groups.values()) {
            check(group);
        }
        if (!groups.isEmpty() && !others.isEmpty()) {
            problem(
                    "foreign, not shards",
                    others.size(),
                    others.stream().map(shown).toList());
        }
        return List.copyOf(problems);
    }

    /** Returns the files in order, if they are one complete set. */
    Optional<Ordered> ordered() {
        if (groups.size() != 1 || !others.isEmpty() || !problems().isEmpty()) {
            return Optional.empty();
        }
        List<Shard> group = groups.values().iterator().next();
        Path[] files = new Path[group.size()];
        boolean uniform = true;
        for (Shard shard : group) {
            files[shard.number()] = shard.path();
            uniform &= parent(shard).equals(parent(group.get(0)))
                    && shard.names().equals(group.get(0).names());
        }
        ShardNames names = group.get(0).names();
        boolean isNamed = !names.prefix().toString().isEmpty();
        return Optional.of(new Ordered(
                List.of(files),
                uniform && isNamed
                        ? Optional.of(new ShardNames(
                                group.get(0).path().resolveSibling(names.prefix()), names.count(), names.suffix()))
                        : Optional.empty()));
    }

    /**
     * Describes a complete set.
     *
     * @param files the files in the order of the shards
     * @param names the names of the shards, if they are in one directory and have one suffix
     */
    record Ordered(List<Path> files, Optional<ShardNames> names) {}

    private static Optional<Path> parent(Shard shard) {
        return Optional.ofNullable(shard.path().getParent());
    }

    private void check(List<Shard> group) {
        ShardNames names = mostFrequent(group);
        String set = names.prefix() + "@" + names.count() + names.suffix();
        BitSet present = new BitSet();
        Map<Integer, Path> first = new LinkedHashMap<>();
        List<String> duplicates = new ArrayList<>();
        List<String> foreign = new ArrayList<>();
        for (Shard shard : group) {
            if (shard.names().count() != names.count()) {
                foreign.add(shown.apply(shard.path()));
                continue;
            }
            present.set(shard.number());
            Path before = first.putIfAbsent(shard.number(), shard.path());
            if (before != null) {
                duplicates.add(shown.apply(before) + " and " + shown.apply(shard.path()));
            }
        }
        List<String> missing = new ArrayList<>();
        for (int i = present.nextClearBit(0);
                i < names.count() && missing.size() < MAX_LISTED;
                i = present.nextClearBit(i + 1)) {
            missing.add(names.path(i).toString());
        }
        problem(set + ": missing", names.count() - present.cardinality(), missing);
        problem(set + ": duplicate", duplicates.size(), duplicates);
        problem(set + ": foreign, of another count", foreign.size(), foreign);
    }

    /** Returns the names of the set with the most files in the group; the first of several such sets. */
    private static ShardNames mostFrequent(List<Shard> group) {
        Map<ShardNames, Integer> times = new LinkedHashMap<>();
        for (Shard shard : group) {
            times.merge(shard.names(), 1, Integer::sum);
        }
        ShardNames names = group.get(0).names();
        for (Map.Entry<ShardNames, Integer> entry : times.entrySet()) {
            if (entry.getValue() > times.getOrDefault(names, 0)) {
                names = entry.getKey();
            }
        }
        return names;
    }

    private void problem(String what, int count, List<String> names) {
        if (count > 0) {
            List<String> listed = names.subList(0, Math.min(names.size(), MAX_LISTED));
            problems.add(what + ": " + String.join(", ", listed)
                    + (count == listed.size() ? "" : " and " + (count - listed.size()) + " more"));
        }
    }
}
