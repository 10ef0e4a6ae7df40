package dev.riffle.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A mapping that ends when its last user calls {@link #release()}. JDK 22 and newer then unmaps the bytes immediately.
 * On older versions, a garbage collection unmaps them. Thread-safe.
 */
public final class Mapping {

    /** The largest number of mappings of files. Linux permits 65,530 to a process, which also needs some itself. */
    private static final int MOST_MAPPINGS = 30_000;

    /** The number of mappings of files that the system has, also unused ones. */
    static final AtomicInteger EXISTING = new AtomicInteger();

    private final ByteBuffer bytes;
    private final Runnable end;
    private int users = 1;

    Mapping(ByteBuffer bytes, Runnable end) {
        this.bytes = bytes;
        this.end = end;
    }

    /** Returns a mapping of bytes in memory. This class does not release the memory. */
    public static Mapping ofMemory(ByteBuffer bytes) {
        return new Mapping(bytes, () -> {});
    }

    /**
     * Maps a part of a file, for one user.
     *
     * @param version identifies the file and its content, or null if the file system cannot distinguish files
     */
    public static Mapping of(FileChannel channel, @Nullable Object version, long offset, long length)
            throws IOException {
        return Arenas.areAvailable() && length <= Arenas.MOST_BYTES
                ? Arenas.map(channel, offset, length)
                : ClosedMappings.map(channel, version, offset, length);
    }

    /**
     * Returns whether a new reader should map. False if there are too many mappings, or if unused mappings have too
     * many bytes, and only a garbage collection can end them.
     */
    public static boolean isAdvised() {
        return (Arenas.areAvailable() || !ClosedMappings.areTooMany()) && EXISTING.get() < MOST_MAPPINGS;
    }

    /** Returns the bytes. The buffer object belongs to the first user. */
    public ByteBuffer bytes() {
        return bytes;
    }

    /** Adds a user. The caller must already be a user. */
    public synchronized void retain() {
        if (users == 0) {
            throw new IllegalStateException("the mapping has ended");
        }
        users++;
    }

    /** Removes a user. An error of the mapping does not make this method fail. */
    public void release() {
        synchronized (this) {
            if (users == 0) {
                throw new IllegalStateException("the mapping has ended");
            }
            if (--users > 0) {
                return;
            }
        }
        end.run();
    }
}
