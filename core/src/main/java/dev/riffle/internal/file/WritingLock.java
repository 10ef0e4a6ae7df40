package dev.riffle.internal.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Shows that an output is in progress, so that its hidden files stay. An output of several files locks a separate file,
 * {@code .NAME.NUMBER.lock.tmp}. An output of one file locks the hidden file itself, which stays open until it has its
 * final name. The system releases the locks of a process that dies. {@link Leftovers} then removes the hidden files of
 * that process.
 *
 * <p>Another process can lock a new file for a moment to examine it, and can remove the file. So an output uses a new
 * file only after it has locked the file and found it under its name.
 *
 * <p>On POSIX systems, closing any channel of a file releases all locks that the process has on the file. So a process
 * recognizes its own outputs by their numbers, and never opens their files again. Another class loader has its own
 * numbers. {@link Leftovers} handles its outputs.
 */
public final class WritingLock implements Closeable {

    private static final Set<OpenOption> NEW =
            Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW, LinkOption.NOFOLLOW_LINKS);

    /** The numbers of the outputs that this process is writing. */
    private static final Set<String> LIVING = ConcurrentHashMap.newKeySet();

    private final String number;
    private final Path file;

    /** The locked file; null if the file system has no locks. */
    private final @Nullable LockedFile locked;

    private final @Nullable SeekableByteChannel channel;
    private boolean closed;

    private WritingLock(String number, Path file, @Nullable LockedFile locked, @Nullable SeekableByteChannel channel) {
        this.number = number;
        this.file = file;
        this.locked = locked;
        this.channel = channel;
    }

    /**
     * Begins an output of several files. If no lock file can be created, the output continues without a lock. Other
     * writers then do not touch its files.
     *
     * @param place a file in the directory of the lock file. The file need not exist
     * @param name the name of the output
     */
    public static WritingLock begin(Path place, String name) {
        Path beside = place.resolveSibling(name);
        if (isDefault(beside)) {
            try {
                WritingLock begun = create(beside, HiddenName.LOCK, ownersOnly(beside));
                if (begun.locked != null && begun.locked.owner() == LockedFile.Owner.SELF) {
                    return begun;
                }
                begun.close();
            } catch (IOException | UnsupportedOperationException e) {
                // The directory or its file system has no lock file.
            }
        }
        return unlocked(place, name);
    }

    /** Begins an output in a storage without locks. */
    public static WritingLock unlocked(Path place, String name) {
        String number = HiddenName.newNumber();
        LIVING.add(number);
        return new WritingLock(
                number, HiddenName.beside(place.resolveSibling(name), number, HiddenName.LOCK), null, null);
    }

    /**
     * Begins an output of one file. Creates a hidden file in the directory of the output and opens it.
     *
     * @throws IOException if the hidden file cannot be created
     */
    public static WritingLock open(Path place, FileAttribute<?>... attributes) throws IOException {
        if (isDefault(place)) {
            return create(place, HiddenName.SINGLE, attributes);
        }
        String number = HiddenName.newNumber();
        Path file = HiddenName.beside(place, number, HiddenName.SINGLE);
        Set<OpenOption> how = Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
        return new WritingLock(number, file, null, Files.newByteChannel(file, how, attributes));
    }

    /** Creates a hidden file and locks it, if the file system has locks. */
    private static WritingLock create(Path beside, String ending, FileAttribute<?>... attributes) throws IOException {
        while (true) {
            String number = HiddenName.newNumber();
            Path file = HiddenName.beside(beside, number, ending);
            LIVING.add(number);
            try {
                LockedFile created = LockedFile.open(file, NEW, attributes);
                if (created.isNamed() && !created.isTaken()) {
                    return new WritingLock(number, file, created, created.channel());
                }
                created.delete();
            } catch (Throwable e) {
                LIVING.remove(number);
                throw e;
            }
            LIVING.remove(number);
        }
    }

    private static boolean isDefault(Path file) {
        return file.getFileSystem().equals(FileSystems.getDefault());
    }

    /**
     * Creates a file that only its owner can read.
     *
     * @throws java.nio.file.FileAlreadyExistsException if a file or a link with that name exists
     */
    public static void createPrivate(Path file) throws IOException {
        Files.createFile(file, ownersOnly(file));
    }

    private static FileAttribute<?>[] ownersOnly(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    static boolean isActive(String number) {
        return LIVING.contains(number);
    }

    /** Returns the hidden file of an output of one file, or the lock file. */
    public Path file() {
        return file;
    }

    /** Returns the open hidden file of an output of one file. */
    public SeekableByteChannel channel() {
        if (channel == null) {
            throw new IllegalStateException("the output has no open file: " + file);
        }
        return channel;
    }

    /**
     * Returns a hidden name of this output for a file in the directory of {@code place}.
     *
     * @param ending the ending of the name, for example {@code -3.tmp}
     */
    public Path hidden(Path place, String ending) {
        return HiddenName.beside(place, number, ending);
    }

    /** Ends the output and keeps the lock file, for hidden files that must stay. */
    public void abandon() {
        end(false);
    }

    /** Ends the output and deletes the lock file. Idempotent. */
    @Override
    public void close() {
        end(file.toString().endsWith(HiddenName.LOCK));
    }

    private void end(boolean deletes) {
        if (closed) {
            return;
        }
        closed = true;
        try (channel) {
            if (deletes && locked != null) {
                locked.delete();
            }
        } catch (IOException e) {
            // If the lock file stays, it has no effect. The next writer of the name removes it.
        } finally {
            LIVING.remove(number);
        }
    }
}
