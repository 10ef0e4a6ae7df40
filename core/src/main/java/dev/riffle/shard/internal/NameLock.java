package dev.riffle.shard.internal;

import dev.riffle.internal.file.HiddenName;
import dev.riffle.internal.file.LockedFile;
import dev.riffle.shard.ShardNames;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Excludes other writers, in this process and in others, during the commit of a set. All sets of the same prefix and
 * suffix in a directory have one lock. The lock is a hidden file that exists only during the commit. The lock file of a
 * killed process has no effect. On a file system without locks, the lock excludes only writers in this process.
 */
public final class NameLock implements Closeable {

    /** The longest wait for another writer; a commit usually takes milliseconds. */
    static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static final long PAUSE_MILLIS = 5;

    /**
     * The prefix of the system properties that are the locks of this process. On POSIX systems, a process loses a lock
     * when it closes any channel of the file. So no code of the process may open a lock file that is in use. All class
     * loaders that load Riffle share the system properties.
     */
    private static final String HELD = "dev.riffle.lock.";

    private final Path file;
    private final Properties table = System.getProperties();
    private final String entry;
    private final @Nullable LockedFile locked;

    private boolean closed;

    /** Describes an acquired lock. The lock has no file if the file system has no locks. */
    private record Acquired(@Nullable LockedFile locked) {}

    /**
     * Locks the names of the set of this place. Waits while another writer has the lock.
     *
     * @throws FileSystemException if another writer keeps the lock for longer than {@code timeout}, or the current
     *     thread has the lock
     * @throws InterruptedIOException if the thread is interrupted while it waits
     */
    public NameLock(Path place, Duration timeout) throws IOException {
        Path real = FileStorage.real(place);
        this.file = real.resolveSibling(name(real.getFileName().toString()));
        // Files in two file systems may have equal paths.
        this.entry = HELD + System.identityHashCode(file.getFileSystem()) + "." + file;
        String self = "thread " + Thread.currentThread().getId();
        long until = System.nanoTime() + timeout.toNanos();
        while (true) {
            Object owner = table.putIfAbsent(entry, self);
            Acquired acquired = owner == null ? lockOrRemoveEntry() : null;
            if (acquired != null) {
                this.locked = acquired.locked();
                return;
            }
            if (self.equals(owner) || System.nanoTime() - until > 0) {
                throw inUse(place);
            }
            pause(place);
        }
    }

    private @Nullable Acquired lockOrRemoveEntry() throws IOException {
        Acquired acquired = null;
        try {
            acquired = lock();
            return acquired;
        } finally {
            if (acquired == null) {
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
                    new InterruptedIOException(place + ": interrupted while waiting for another writer");
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
        return ShardNames.find(Path.of(name))
                .map(member -> member.names().prefix() + member.names().suffix())
                .orElse(name);
    }

    /** Tries to acquire the lock. Returns null if another process has the lock. */
    private @Nullable Acquired lock() throws IOException {
        while (true) {
            checkRegular();
            LockedFile opened;
            try {
                opened = LockedFile.open(file, openOptions());
            } catch (UnsupportedOperationException noLocks) {
                return new Acquired(null);
            } catch (AccessDeniedException e) {
                // A killed process of another user left the file, or the directory is not writable, which a later step
                // reports.
                if (deleted()) {
                    continue;
                }
                return new Acquired(null);
            }
            // The previous owner may have deleted the file in the meantime.
            if (opened.owner() == LockedFile.Owner.UNKNOWN || !opened.isTaken() && opened.isNamed()) {
                return new Acquired(opened);
            }
            opened.close();
            if (opened.isTaken()) {
                return null;
            }
        }
    }

    /**
     * Checks that the lock file is a regular file. A planted link would lead to another file, and a pipe would block.
     */
    private void checkRegular() throws FileSystemException {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileSystemException(
                    file.toString(), null, "not a regular file, but needed as a lock file; delete it");
        }
    }

    /**
     * Returns the options to open the lock file. In the default file system, they forbid links. Other file systems may
     * not support that option.
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

    private static FileSystemException inUse(Path place) {
        return new FileSystemException(
                place.toString(), null, "another writer is committing this file; wait until it finishes");
    }

    /** Releases the lock. Idempotent. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (locked != null) {
            locked.delete();
        }
        table.remove(entry);
    }
}
