package dev.riffle.rewrite;

import dev.riffle.io.ByteSource;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A file that is about to be replaced. A lock excludes other processes and threads that append with this library.
 * {@link #check} detects changes by other programs.
 *
 * <p>Reading uses the channel that holds the lock: some systems release a lock as soon as the process closes any
 * channel of the file.
 */
final class LockedFile implements ByteSource, Closeable {

    private final Path path;

    /** The locked channel; null if the file system has no locks, so that only {@link #check} is left. */
    private final @Nullable FileChannel channel;

    private final BasicFileAttributes before;

    LockedFile(Path path) throws IOException {
        this.path = path;
        BasicFileAttributes found = attributes(path);
        this.channel = open(path);
        try {
            if (channel != null) {
                lock(channel);
            }
            this.before = attributes(path);
            // The file may have lost its name while this thread waited for the lock.
            if (!Objects.equals(found.fileKey(), before.fileKey())) {
                throw inUse();
            }
        } catch (Throwable e) {
            try (channel) {
                throw e;
            }
        }
    }

    private static @Nullable FileChannel open(Path path) throws IOException {
        try {
            return FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } catch (NoSuchFileException e) {
            throw missing(path);
        } catch (UnsupportedOperationException noLocksHere) {
            return null;
        }
    }

    private void lock(FileChannel file) throws IOException {
        try {
            if (file.tryLock() == null) {
                throw inUse();
            }
        } catch (OverlappingFileLockException e) {
            throw inUse();
        } catch (UnsupportedOperationException noLocksHere) {
            // Without a lock, only the check of the file detects other writers.
            return;
        }
    }

    private FileSystemException inUse() {
        return new FileSystemException(path.toString(), null, "somebody else appends to it; wait until that ends");
    }

    private static BasicFileAttributes attributes(Path path) throws IOException {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class);
        } catch (NoSuchFileException e) {
            throw missing(path);
        }
    }

    /** Returns the error for a file that existed before. A writer that replaces a set removes files for a moment. */
    static FileSystemException missing(Path path) {
        return new FileSystemException(
                path.toString(), null, "somebody else removed it or writes it; wait until that ends");
    }

    /** Returns the size of the file in bytes when it was locked. */
    long bytes() {
        return before.size();
    }

    /** Checks that the file has not changed since it was locked, because the replacement would lose other writes. */
    void check() throws IOException {
        BasicFileAttributes now = attributes(path);
        if (now.size() != before.size()
                || !now.lastModifiedTime().equals(before.lastModifiedTime())
                || !Objects.equals(now.fileKey(), before.fileKey())) {
            throw new FileSystemException(
                    path.toString(), null, "somebody else writes to it; wait until that ends, or append in place");
        }
    }

    @Override
    public String name() {
        return path.toString();
    }

    @Override
    public OptionalLong size() {
        return OptionalLong.of(before.size());
    }

    @Override
    public ReadableByteChannel open(long offset) throws IOException {
        return channel == null ? ByteSource.of(path).open(offset) : new Reading(channel, offset);
    }

    @Override
    public void close() throws IOException {
        if (channel != null) {
            channel.close();
        }
    }

    /** Reads the file and leaves its channel open. */
    private static final class Reading implements ReadableByteChannel {

        private final FileChannel file;
        private long position;
        private boolean open = true;

        Reading(FileChannel file, long position) {
            this.file = file;
            this.position = position;
        }

        @Override
        public int read(ByteBuffer target) throws IOException {
            if (!open) {
                throw new ClosedChannelException();
            }
            int count = file.read(target, position);
            position += Math.max(count, 0);
            return count;
        }

        @Override
        public boolean isOpen() {
            return open;
        }

        @Override
        public void close() {
            open = false;
        }
    }
}
