package dev.riffle.rewrite;

import dev.riffle.internal.InputChannel;
import dev.riffle.internal.file.LockedFile;
import dev.riffle.io.ByteSource;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file that an append will replace, under a lock. The lock excludes other processes and threads that append
 * with this library. {@link #check} detects changes by other programs.
 *
 * <p>Readers use the locked channel, because some systems release a lock when the process closes any channel of the
 * file.
 */
final class ExtendedFile implements ByteSource, Closeable {

    private final Path path;

    /** The locked channel; null if the file system has no such channels, so that only {@link #check} protects it. */
    private final @Nullable FileChannel channel;

    private final BasicFileAttributes before;

    ExtendedFile(Path path) throws IOException {
        this.path = path;
        this.channel = open(path);
        try {
            this.before = attributes(path);
        } catch (Throwable e) {
            try (channel) {
                throw e;
            }
        }
    }

    private static @Nullable FileChannel open(Path path) throws IOException {
        try {
            return LockedFile.openToAppend(path, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE))
                    .channel();
        } catch (NoSuchFileException e) {
            throw missing(path);
        } catch (UnsupportedOperationException noLocks) {
            return null;
        }
    }

    private static BasicFileAttributes attributes(Path path) throws IOException {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class);
        } catch (NoSuchFileException e) {
            throw missing(path);
        }
    }

    /**
     * Returns the error for a file that disappeared, because a writer that replaces a set removes files for a short
     * time.
     */
    static FileSystemException missing(Path path) {
        return new FileSystemException(
                path.toString(), null, "another program removed this file or is replacing it; wait until it finishes");
    }

    /** Returns the size of the file in bytes at the time of the lock. */
    long bytes() {
        return before.size();
    }

    /** Checks that the file has not changed since the lock, because the replacement would lose the change. */
    void check() throws IOException {
        BasicFileAttributes now = attributes(path);
        if (now.size() != before.size()
                || !now.lastModifiedTime().equals(before.lastModifiedTime())
                || !Objects.equals(now.fileKey(), before.fileKey())) {
            throw new FileSystemException(
                    path.toString(),
                    null,
                    "another program is writing to this file; wait until it finishes, or append in place");
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

    /** Reads the file. Closing this channel does not close the locked channel. */
    private static final class Reading extends InputChannel {

        private final FileChannel file;
        private long position;

        Reading(FileChannel file, long position) {
            this.file = file;
            this.position = position;
        }

        @Override
        protected int readOpen(ByteBuffer target) throws IOException {
            int count = file.read(target, position);
            position += Math.max(count, 0);
            return count;
        }
    }
}
