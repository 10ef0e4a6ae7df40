package dev.riffle.internal.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An open file that this process tries to lock, for other processes to see. The lock is exclusive if the file is open
 * for writing, and shared otherwise.
 *
 * <p>On POSIX systems, closing any channel of a file releases all locks that the process has on the file. So a process
 * must not open a file again that it has locked.
 */
public final class LockedFile implements Closeable {

    /** The owner of the lock. */
    public enum Owner {
        /** This object has the lock. */
        SELF,
        /** Another object of this process has the lock, for example through another class loader. */
        THIS_PROCESS,
        /** Another process has the lock. */
        OTHER_PROCESS,
        /** The owner is unknown, because the file cannot be locked. */
        UNKNOWN
    }

    private final Path file;
    private final FileChannel channel;

    /** The key of the file before this process opened it, or after it created it; null if there was no file. */
    private final @Nullable Object key;

    private Owner owner = Owner.UNKNOWN;
    private @Nullable IOException failure;

    private LockedFile(Path file, Set<? extends OpenOption> how, FileAttribute<?>... attributes) throws IOException {
        this.file = file;
        Object before = key(file);
        this.channel = FileChannel.open(file, how, attributes);
        this.key = how.contains(StandardOpenOption.CREATE_NEW) ? key(file) : before;
    }

    /**
     * Opens a file and tries to lock it.
     *
     * @throws UnsupportedOperationException if the file system has no such channels
     */
    public static LockedFile open(Path file, Set<? extends OpenOption> how, FileAttribute<?>... attributes)
            throws IOException {
        LockedFile opened = new LockedFile(file, how, attributes);
        opened.lock(!how.contains(StandardOpenOption.WRITE));
        return opened;
    }

    /**
     * Opens and locks an existing file, to append to it or to replace it with a longer one. A link leads to its target.
     * If the file system has no locks, the file is open without a lock.
     *
     * @throws FileSystemException if another writer has the lock or has replaced the file
     */
    public static LockedFile openToAppend(Path path, Set<? extends OpenOption> how) throws IOException {
        LockedFile opened = open(Files.isSymbolicLink(path) ? path.toRealPath() : path, how);
        try {
            if (opened.isTaken() || !opened.isNamed()) {
                throw new FileSystemException(
                        path.toString(), null, "another program is appending to this file; wait until it finishes");
            }
            if (opened.failure != null) {
                throw opened.failure;
            }
            return opened;
        } catch (Throwable e) {
            try (opened) {
                throw e;
            }
        }
    }

    /** Tries to lock the file and returns the owner of the lock. */
    Owner lock(boolean shared) {
        try {
            owner = channel.tryLock(0, Long.MAX_VALUE, shared) == null ? Owner.OTHER_PROCESS : Owner.SELF;
        } catch (OverlappingFileLockException e) {
            owner = Owner.THIS_PROCESS;
        } catch (UnsupportedOperationException e) {
            owner = Owner.UNKNOWN;
        } catch (IOException e) {
            failure = e;
            owner = Owner.UNKNOWN;
        }
        return owner;
    }

    /** Returns the owner of the lock at the last attempt. */
    public Owner owner() {
        return owner;
    }

    /** Returns whether another owner has the lock. */
    public boolean isTaken() {
        return owner == Owner.THIS_PROCESS || owner == Owner.OTHER_PROCESS;
    }

    /** Returns the open channel. The caller can close it instead of this object. */
    public FileChannel channel() {
        return channel;
    }

    /**
     * Returns whether the name still belongs to the open file. Another process may have deleted or replaced the file
     * before this process locked it. Returns false if the file did not exist and was not certainly created by this
     * process.
     */
    public boolean isNamed() {
        return key != null && key.equals(key(file));
    }

    /** Returns the key that distinguishes a file from later files of its name; null without a file. */
    private static @Nullable Object key(Path file) {
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return attributes.fileKey() == null ? file : attributes.fileKey();
        } catch (IOException gone) {
            return null;
        }
    }

    /**
     * Deletes the file and closes it. The deletion precedes the release of the lock, because a later deletion could
     * remove the file of another writer. If the deletion fails, an empty file remains, which no process locks.
     */
    public void delete() {
        try (channel) {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            return;
        }
    }

    /** Closes the file and releases the lock. */
    @Override
    public void close() throws IOException {
        channel.close();
    }
}
