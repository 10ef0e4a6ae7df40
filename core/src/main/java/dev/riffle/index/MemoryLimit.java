package dev.riffle.index;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/**
 * The memory that this process may use for its pages and for cached files: the memory of the machine, or less in a
 * container. Linux reports both in files. {@link Runtime#maxMemory} is the heap alone.
 */
final class MemoryLimit {

    private static final long KIB = 1024;

    /** The fields of a line of {@code /proc/self/cgroup}, after the number of the hierarchy. */
    private static final int CONTROLLERS = 1;

    private static final int GROUP = 2;

    private MemoryLimit() {}

    /** Returns the number of bytes. Empty on other systems than Linux. */
    static OptionalLong bytes() {
        return Asked.BYTES;
    }

    /** Reads the files once. */
    private static final class Asked {
        static final OptionalLong BYTES = of(Path.of("/"));
    }

    static OptionalLong of(Path root) {
        long least = Long.MAX_VALUE;
        for (String line : lines(root.resolve("proc/meminfo"))) {
            if (line.startsWith("MemTotal:")) {
                least = KIB * Math.min(number(line.replaceAll("\\D", "")), Long.MAX_VALUE / KIB);
            }
        }
        for (String line : lines(root.resolve("proc/self/cgroup"))) {
            String[] fields = line.split(":", GROUP + 1);
            if (fields.length > GROUP && fields[CONTROLLERS].isEmpty()) {
                least = Math.min(least, least(root.resolve("sys/fs/cgroup"), fields[GROUP], "memory.max"));
            } else if (fields.length > GROUP
                    && Arrays.asList(fields[CONTROLLERS].split(",")).contains("memory")) {
                Path groups = root.resolve("sys/fs/cgroup/memory");
                least = Math.min(least, least(groups, fields[GROUP], "memory.limit_in_bytes"));
            }
        }
        return least == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(least);
    }

    /** Returns the smallest limit of a group and the groups that contain it. A container may see only the last one. */
    private static long least(Path groups, String group, String file) {
        long least = Long.MAX_VALUE;
        Path inner = groups.resolve("." + group).normalize();
        Path at = inner.startsWith(groups) ? inner : groups;
        while (at != null && at.startsWith(groups)) {
            for (String line : lines(at.resolve(file))) {
                least = Math.min(least, number(line));
            }
            at = at.getParent();
        }
        return least;
    }

    /** Returns a number of bytes, or the largest number for the word that means no limit. */
    private static long number(String text) {
        try {
            return Long.parseLong(text.strip());
        } catch (NumberFormatException noLimit) {
            return Long.MAX_VALUE;
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException missing) {
            return List.of();
        }
    }
}
