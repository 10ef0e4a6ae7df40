package dev.riffle.io.internal.resume;

import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file of the default file system that stays open for reads at offsets. All such files together keep a limited number
 * of channels. A file whose channel had to make room opens again, and must then have the same key and size.
 *
 * <p>An interrupt of a reading thread closes a file channel for all its users. So only threads that no caller
 * interrupts may read. Thread-safe.
 */
final class KeptFile implements Closeable {

    static final int MOST_OPEN = 4096;

    /**
     * The largest number of bytes to read at once. The JDK keeps a buffer of the size of the largest read for each
     * thread.
     */
    private static final int MOST_PIECE_BYTES = 256 << 10;

    /** The files with an open channel, the oldest channel first. Guarded by its own monitor. */
    private static final Set<KeptFile> OPEN = new LinkedHashSet<>();

    private final ByteSource source;
    private final SourceIdentity identity;

    /** The size at the first opening, or -1. */
    private volatile long size = -1;

    /** The open channel, or null. The monitor of {@link #OPEN} guards changes. */
    private volatile @Nullable FileChannel channel;

    /** Guarded by the monitor of this object. */
    private boolean closed;

    KeptFile(ByteSource source) throws IOException {
        this.source = source;
        this.identity = SourceIdentity.of(source);
    }

    /** Opens the file unless that would close another one. Until then, the name may come to refer to another file. */
    void openNow() throws IOException {
        boolean hasRoom;
        synchronized (OPEN) {
            hasRoom = OPEN.size() < MOST_OPEN;
        }
        if (hasRoom) {
            channel();
        }
    }

    /** Reads up to {@code length} bytes; fewer if the file ends before. */
    Bytes read(long offset, int length) throws IOException {
        while (true) {
            FileChannel open = channel();
            try {
                return read(open, offset, length);
            } catch (ClosedChannelException madeRoom) {
                // The next step opens the file again, unless this object is closed.
            }
        }
    }

    private Bytes read(FileChannel open, long offset, int length) throws IOException {
        long present = offset + length <= size ? length : Math.max(0, open.size() - offset);
        byte[] bytes = new byte[(int) Math.min(length, present)];
        int filled = 0;
        int count = 0;
        while (filled < bytes.length && count >= 0) {
            int piece = Math.min(bytes.length - filled, MOST_PIECE_BYTES);
            count = open.read(ByteBuffer.wrap(bytes, filled, piece), offset + filled);
            filled += Math.max(0, count);
        }
        return Bytes.ofOwned(filled == bytes.length ? bytes : Arrays.copyOf(bytes, filled));
    }

    private FileChannel channel() throws IOException {
        FileChannel open = channel;
        return open != null ? open : open();
    }

    private synchronized FileChannel open() throws IOException {
        if (closed) {
            throw new IllegalStateException("the file is closed: " + source.name());
        }
        FileChannel present = channel;
        if (present != null) {
            return present;
        }
        ReadableByteChannel opened = source.open(0);
        boolean same = false;
        try {
            FileChannel file = (FileChannel) opened;
            identity.requireSame(source);
            if (size >= 0 && file.size() != size) {
                throw SourceIdentity.gone(source);
            }
            size = file.size();
            same = true;
            keep(file);
            return file;
        } finally {
            if (!same) {
                opened.close();
            }
        }
    }

    private void keep(FileChannel opened) {
        FileChannel surplus = null;
        synchronized (OPEN) {
            channel = opened;
            OPEN.add(this);
            if (OPEN.size() > MOST_OPEN) {
                surplus = OPEN.iterator().next().forget();
            }
        }
        close(surplus);
    }

    /** Removes the channel and returns it, or null. */
    private @Nullable FileChannel forget() {
        synchronized (OPEN) {
            FileChannel open = channel;
            channel = null;
            OPEN.remove(this);
            return open;
        }
    }

    private static void close(@Nullable FileChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            // An error on closing does no harm, because the channel was only read.
        }
    }

    /** Closes the channel. Later reads throw {@link IllegalStateException}. Idempotent. */
    @Override
    public synchronized void close() {
        closed = true;
        close(forget());
    }
}
