package dev.riffle.internal.file;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds and removes leftovers: hidden files that stay because their process was killed before it removed them.
 *
 * <p>This class removes a file only under three conditions. First, the name of the file has the form of {@link
 * HiddenName}. Second, the file that its output locks (see {@link WritingLock}) exists, and this process can lock it.
 * Third, the file system is local, so that the operating system with the locks knows all writers. On other file systems
 * the state is unknown, and also for files of other users that cannot be opened. Such files stay.
 */
public final class Leftovers {

    /** The file systems whose locks belong to one machine, by their names on Linux and macOS. */
    private static final Set<String> LOCAL = Set.of(
            "apfs",
            "bcachefs",
            "btrfs",
            "ext2",
            "ext3",
            "ext4",
            "f2fs",
            "hfs",
            "jfs",
            "overlay",
            "reiserfs",
            "tmpfs",
            "ufs",
            "xfs",
            "zfs");

    private static final int MOST_DIRECTORIES = 1000;

    /**
     * The divisor that limits the cost of large directories. A directory of n entries is listed for one of n/8
     * single-file outputs.
     */
    private static final int ENTRIES_A_WRITING = 8;

    private static final Map<Path, Visited> VISITED = new ConcurrentHashMap<>();

    /**
     * Open files that this process has locked through another class loader. On POSIX systems, closing any channel of
     * such a file releases its lock. So each file stays open until the lock is free. Guarded by its own
     * monitor.
     */
    private static final Map<Path, LockedFile> LOCKED_ELSEWHERE = new HashMap<>();

    /**
     * The state of a directory. It records whether the locks are local, the number of outputs until the next listing,
     * and the names with hidden files at the last listing. An output with one of these names always lists the
     * directory.
     */
    private static final class Visited {
        private final boolean local;
        private int passes;
        private Set<String> names = Set.of();

        Visited(boolean local) {
            this.local = local;
        }

        synchronized boolean isDue(String cutName) {
            return passes-- <= 0 || names.contains(cutName);
        }

        synchronized void listed(int entries, Set<String> hidden) {
            passes = entries / ENTRIES_A_WRITING;
            names = hidden;
        }
    }

    /**
     * A file that a killed process left.
     *
     * @param file the path
     * @param bytes the size in bytes
     * @param isCertain whether certainly no process writes the file. If false, the state is unknown
     */
    public record Leftover(Path file, long bytes, boolean isCertain) {}

    private enum Life {
        ACTIVE,
        ENDED,
        UNKNOWN
    }

    private record Found(Path file, HiddenName name) {}

    private Leftovers() {}

    /** Returns whether the locks in a directory belong to one machine. */
    public static boolean isLocal(Path directory) {
        return visited(directory).local;
    }

    /**
     * Removes leftovers of a single file. In a large directory, only some calls list the directory.
     *
     * @return whether files stay because each of them may be the only copy of an older file
     */
    public static boolean remove(Path place) {
        Path directory = directoryOf(place);
        if (directory.getFileSystem().equals(FileSystems.getDefault())) {
            String name = place.getFileName().toString();
            Visited visited = visited(directory);
            if (visited.local && visited.isDue(HiddenName.cut(name))) {
                return remove(Set.of(directory), Set.of(name), Set.of());
            }
        }
        return false;
    }

    /**
     * Removes leftovers of files and sets with these names, except files that may be the only copy of an older file.
     */
    public static void remove(Collection<Path> places, Collection<String> names) {
        remove(directories(places), names, Set.of());
    }

    /**
     * Like {@link #remove(Collection, Collection)}, but also removes kept files of the places that this output has
     * published or retired. The name of the lock is not a sufficient sign, because a file can have the common name of
     * other shards.
     */
    public static void removeReplaced(Collection<Path> replaced, Collection<String> names) {
        Set<Path> cut = new HashSet<>();
        for (Path place : replaced) {
            String name = HiddenName.cut(place.getFileName().toString());
            // A shortened name may also belong to another file, which this output did not replace.
            if (name.length() < HiddenName.LONGEST - 1) {
                cut.add(directoryOf(place).resolve(name));
            }
        }
        remove(directories(replaced), names, cut);
    }

    /** Returns the leftovers in a directory, in the order of their names. */
    public static List<Leftover> find(Path directory) throws IOException {
        List<Leftover> left = new ArrayList<>();
        for (List<Found> writing : writings(Set.of(directory)).values()) {
            try (Grip grip = new Grip(writing)) {
                for (Found found : writing) {
                    if (grip.life(found) != Life.ACTIVE && Files.isRegularFile(found.file, LinkOption.NOFOLLOW_LINKS)) {
                        left.add(new Leftover(found.file, Files.size(found.file), grip.life(found) == Life.ENDED));
                    }
                }
            }
        }
        left.sort((one, other) -> one.file.compareTo(other.file));
        return left;
    }

    private static Path directoryOf(Path place) {
        Path parent = place.toAbsolutePath().getParent();
        return parent == null ? place.toAbsolutePath() : parent;
    }

    private static Set<Path> directories(Collection<Path> places) {
        Set<Path> directories = new LinkedHashSet<>();
        places.forEach(place -> directories.add(directoryOf(place)));
        return directories;
    }

    private static Visited visited(Path directory) {
        if (VISITED.size() > MOST_DIRECTORIES) {
            VISITED.clear();
        }
        Visited known = VISITED.computeIfAbsent(directory.toAbsolutePath(), Leftovers::look);
        return known == null ? new Visited(false) : known;
    }

    /**
     * Returns the state of a directory. Returns null if the directory cannot be examined now, for example because it
     * does not exist yet.
     */
    private static @Nullable Visited look(Path directory) {
        try {
            return new Visited(directory.getFileSystem().equals(FileSystems.getDefault())
                    && LOCAL.contains(Files.getFileStore(directory).type().toLowerCase(Locale.ROOT)));
        } catch (IOException | SecurityException unknown) {
            return null;
        }
    }

    private static boolean remove(Set<Path> directories, Collection<String> names, Set<Path> replaced) {
        boolean keeps = false;
        Set<String> cut = new HashSet<>();
        names.forEach(name -> cut.add(HiddenName.cut(name)));
        try {
            for (List<Found> writing : writings(directories).values()) {
                if (isOf(writing, cut)) {
                    keeps |= !isRemoved(writing, replaced);
                }
            }
        } catch (IOException e) {
            // The directory cannot be listed, but the output does not need the listing.
        }
        return keeps;
    }

    /**
     * Returns whether the output has one of the names. A lock file has the name of the set. An output without a lock
     * file is a single file.
     */
    private static boolean isOf(List<Found> writing, Set<String> names) {
        return locks(writing).isEmpty()
                ? writing.stream().anyMatch(found -> names.contains(found.name.name()))
                : locks(writing).stream().anyMatch(found -> names.contains(found.name.name()));
    }

    private static List<Found> locks(List<Found> writing) {
        return writing.stream().filter(found -> found.name.isLock()).toList();
    }

    private static boolean isRemoved(List<Found> writing, Set<Path> replaced) throws IOException {
        boolean allGone = true;
        try (Grip grip = new Grip(writing)) {
            for (Found found : writing) {
                if (found.name.isLock() || grip.life(found) != Life.ENDED) {
                    continue;
                }
                if (found.name.isKept() && !replaced.contains(found.file.resolveSibling(found.name.name()))) {
                    allGone = false;
                } else {
                    allGone &= isDeleted(found.file);
                }
            }
            // This method deletes the lock file last, because the state of the other files would be unknown without it.
            for (Found lock : locks(writing)) {
                if (allGone && grip.life(lock) == Life.ENDED) {
                    isDeleted(lock.file);
                }
            }
        }
        return allGone;
    }

    private static boolean isDeleted(Path file) {
        try {
            // A directory or a link with such a name is not a file of Riffle.
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                return Files.notExists(file, LinkOption.NOFOLLOW_LINKS);
            }
            Files.deleteIfExists(file);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the hidden files in some directories, grouped by the numbers of their outputs. */
    private static Map<String, List<Found>> writings(Set<Path> directories) throws IOException {
        Map<String, List<Found>> writings = new LinkedHashMap<>();
        for (Path directory : directories) {
            int entries = 0;
            Set<String> names = new HashSet<>();
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
                for (Path file : files) {
                    entries++;
                    HiddenName.parse(file.getFileName().toString())
                            .filter(name -> !WritingLock.isActive(name.number()))
                            .ifPresent(name -> {
                                names.add(name.name());
                                writings.computeIfAbsent(name.number(), none -> new ArrayList<>())
                                        .add(new Found(file, name));
                            });
                }
            } catch (DirectoryIteratorException e) {
                throw e.getCause();
            }
            visited(directory).listed(entries, names);
        }
        return writings;
    }

    /** Holds the locks of an output that has ended, so that two processes do not remove the same files. */
    private static final class Grip implements AutoCloseable {

        private final Map<Path, Life> lives = new LinkedHashMap<>();
        private final List<LockedFile> held = new ArrayList<>();
        private final boolean hasLock;
        private Life ofLocks = Life.ENDED;

        Grip(List<Found> writing) {
            this.hasLock = !locks(writing).isEmpty();
            for (Found found : writing) {
                if (hasLock ? found.name.isLock() : found.name.ending().equals(HiddenName.SINGLE)) {
                    Life life = probe(found.file);
                    lives.put(found.file, life);
                    ofLocks = Collections.max(List.of(ofLocks, life), Grip::compare);
                }
            }
        }

        /**
         * Combines two states. An output is in progress if one of its locks is held, and has ended only if all its
         * locks are free.
         */
        private static int compare(Life one, Life other) {
            List<Life> order = List.of(Life.ENDED, Life.UNKNOWN, Life.ACTIVE);
            return Integer.compare(order.indexOf(one), order.indexOf(other));
        }

        Life life(Found found) {
            if (hasLock) {
                return ofLocks;
            }
            return lives.getOrDefault(found.file, Life.UNKNOWN);
        }

        private Life probe(Path file) {
            if (!isLocal(directoryOf(file)) || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                return Life.UNKNOWN;
            }
            synchronized (LOCKED_ELSEWHERE) {
                LOCKED_ELSEWHERE.values().removeIf(Grip::isClosed);
                if (LOCKED_ELSEWHERE.containsKey(file)) {
                    return Life.ACTIVE;
                }
                LockedFile opened;
                try {
                    opened = LockedFile.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
                } catch (IOException | UnsupportedOperationException unknown) {
                    return Life.UNKNOWN;
                }
                if (opened.owner() == LockedFile.Owner.THIS_PROCESS) {
                    LOCKED_ELSEWHERE.put(file, opened);
                } else {
                    held.add(opened);
                }
                return switch (opened.owner()) {
                    case SELF -> Life.ENDED;
                    case THIS_PROCESS, OTHER_PROCESS -> Life.ACTIVE;
                    case UNKNOWN -> Life.UNKNOWN;
                };
            }
        }

        /** Closes a file unless this process may still have its lock. */
        private static boolean isClosed(LockedFile file) {
            LockedFile.Owner owner = file.lock(true);
            if (owner == LockedFile.Owner.THIS_PROCESS || owner == LockedFile.Owner.UNKNOWN) {
                return false;
            }
            try {
                file.close();
                return true;
            } catch (IOException e) {
                return false;
            }
        }

        @Override
        public void close() throws IOException {
            IOException failure = null;
            for (LockedFile file : held) {
                try {
                    file.close();
                } catch (IOException e) {
                    failure = e;
                }
            }
            if (failure != null) {
                throw failure;
            }
        }
    }
}
