package dev.riffle.shard.internal;

import dev.riffle.internal.HiddenName;
import dev.riffle.shard.ShardNames;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Excludes other writers, in this process and in others, while the files of a set get their names. All sets of the same
 * prefix and suffix in a directory have one lock. The lock is a hidden file that exists only during that time; the lock
 * file of a killed process locks nothing. If the file system has no locks, only writers in this process are excluded.
 */
public final class NameLock implements Closeable {

    /** The longest wait for another writer, whose commit takes milliseconds unless it is stopped. */
    static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static final long PAUSE_MILLIS = 5;

    /**
     * The locks of this process are system properties whose names begin like this. POSIX drops a lock when its process
     * closes any channel of the file. So nothing in the process may open a lock file that is held. The system
     * properties are one table for all class loaders that have loaded Riffle.
     */
    private static final String HELD = "dev.riffle.lock.";

    private final Path file;
    private final Properties table = System.getProperties();
    private final String entry;
    private final @Nullable FileChannel channel;

    private boolean closed;

    /** A lock that was taken; it has no channel if the file system has no locks. */
    private record Taken(@Nullable FileChannel channel) {}

    /**
     * Locks the names of the set of this place, and waits for another writer that has locked them.
     *
     * @throws FileSystemException if another writer has the lock for longer than {@code timeout}, or the current
     *     thread has it
     * @throws InterruptedIOException if the thread is interrupted while it waits
     */
    public NameLock(Path place, Duration timeout) throws IOException {
        Path real = AtomicCommit.real(place);
        this.file = real.resolveSibling(name(real.getFileName().toString()));
        // Files in two file systems may have equal paths.
        this.entry = HELD + System.identityHashCode(file.getFileSystem()) + "." + file;
        String self = "thread " + Thread.currentThread().getId();
        long until = System.nanoTime() + timeout.toNanos();
        while (true) {
            Object owner = table.putIfAbsent(entry, self);
            Taken taken = owner == null ? lockOrForget() : null;
            if (taken != null) {
                this.channel = taken.channel();
                return;
            }
            if (self.equals(owner) || System.nanoTime() - until > 0) {
                throw inUse(place);
            }
            pause(place);
        }
    }

    private @Nullable Taken lockOrForget() throws IOException {
        Taken taken = null;
        try {
            taken = lock();
            return taken;
        } finally {
            if (taken == null) {
                table.remove(entry);
            }
        }
    }

    private static void pause(Path place) throws InterruptedIOException {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted =
                    new InterruptedIOException(place + ": interrupted while somebody else wrote it");
            interrupted.initCause(e);
            throw interrupted;
        }
    }

    private static String name(String shard) {
        String group = group(shard);
        return "." + HiddenName.cut(group) + "." + HexFormat.of().toHexDigits(group.hashCode()) + ".lock.tmp";
    }

    /** Returns the common name of all shards of a prefix and a suffix; another name stays unchanged. */
    static String group(String name) {
        try {
            ShardNames names = ShardNames.parse(name).names();
            return names.prefix() + names.suffix();
        } catch (IllegalArgumentException noShard) {
            return name;
        }
    }

    /** Tries to take the lock; returns null if another process has it. */
    private @Nullable Taken lock() throws IOException {
        while (true) {
            FileChannel opened;
            checkRegular();
            try {
                opened = FileChannel.open(file, openOptions());
            } catch (UnsupportedOperationException noLocksHere) {
                return new Taken(null);
            } catch (AccessDeniedException e) {
                // A killed process of another user left it; or the directory is not writable, and the next step reports
                // that.
                if (deleted()) {
                    continue;
                }
                return new Taken(null);
            }
            try {
                Object before = key();
                FileLock lock = tryLock(opened);
                if (lock == null && before != null) {
                    opened.close();
                    return null;
                }
                // The previous owner may have deleted the file in the meantime.
                if (before != null && Objects.equals(before, key())) {
                    return new Taken(opened);
                }
            } catch (UnsupportedOperationException noLocksHere) {
                return new Taken(opened);
            } catch (Throwable e) {
                try (opened) {
                    throw e;
                }
            }
            opened.close();
        }
    }

    /** Checks that the lock file is a regular file: a planted link must not be followed, and a pipe would block. */
    private void checkRegular() throws FileSystemException {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileSystemException(
                    file.toString(), null, "is in the place of a lock file, but is no regular file; delete it");
        }
    }

    /**
     * Returns the options to open the lock file, which forbid links in the default file system. Other file systems may
     * not know that option.
     */
    private Set<OpenOption> openOptions() {
        return file.getFileSystem().equals(FileSystems.getDefault())
                ? Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)
                : Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    private boolean deleted() {
        try {
            return Files.deleteIfExists(file);
        } catch (IOException e) {
            return false;
        }
    }

    private static @Nullable FileLock tryLock(FileChannel opened) throws IOException {
        try {
            return opened.tryLock();
        } catch (OverlappingFileLockException notInTheTable) {
            return null;
        } catch (IOException noLocksHere) {
            throw new UnsupportedOperationException(noLocksHere);
        }
    }

    /**
     * Returns the key of the lock file, which distinguishes it from another file of its name; null if there is none.
     */
    private @Nullable Object key() {
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return attributes.fileKey() == null ? file : attributes.fileKey();
        } catch (IOException gone) {
            return null;
        }
    }

    private static FileSystemException inUse(Path place) {
        return new FileSystemException(
                place.toString(), null, "somebody else writes it at the same time; wait until that ends");
    }

    /** Releases the lock. Idempotent. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try (FileChannel held = channel) {
            if (held != null) {
                // Before the release, otherwise this could delete the lock file of another writer.
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // an empty hidden file stays
        } finally {
            table.remove(entry);
        }
    }
}
