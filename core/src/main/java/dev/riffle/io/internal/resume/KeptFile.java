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
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
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

    /** The open channels of all files. The last one was used last. Guarded by its own monitor. */
    private static final Map<KeptFile, FileChannel> OPEN = new LinkedHashMap<>(16, 0.75f, true);

    private final ByteSource source;
    private final SourceIdentity identity;

    /** The size at the first opening, or -1. Guarded by the monitor of this object. */
    private long size = -1;

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
            FileChannel channel = channel();
            try {
                return read(channel, offset, length);
            } catch (ClosedChannelException madeRoom) {
                // The next step opens the file again, unless this object is closed.
            }
        }
    }

    private static Bytes read(FileChannel channel, long offset, int length) throws IOException {
        byte[] bytes = new byte[(int) Math.max(0, Math.min(length, channel.size() - offset))];
        int filled = 0;
        int count = 0;
        while (filled < bytes.length && count >= 0) {
            int piece = Math.min(bytes.length - filled, MOST_PIECE_BYTES);
            count = channel.read(ByteBuffer.wrap(bytes, filled, piece), offset + filled);
            filled += Math.max(0, count);
        }
        return Bytes.ofOwned(filled == bytes.length ? bytes : Arrays.copyOf(bytes, filled));
    }

    private FileChannel channel() throws IOException {
        FileChannel open = present();
        return open != null ? open : open();
    }

    private @Nullable FileChannel present() {
        synchronized (OPEN) {
            return OPEN.get(this);
        }
    }

    private synchronized FileChannel open() throws IOException {
        if (closed) {
            throw new IllegalStateException("the file is closed: " + source.name());
        }
        FileChannel other = present();
        if (other != null) {
            return other;
        }
        ReadableByteChannel opened = source.open(0);
        boolean same = false;
        try {
            FileChannel channel = (FileChannel) opened;
            identity.requireSame(source);
            if (size >= 0 && channel.size() != size) {
                throw SourceIdentity.gone(source);
            }
            size = channel.size();
            same = true;
            keep(channel);
            return channel;
        } finally {
            if (!same) {
                opened.close();
            }
        }
    }

    private void keep(FileChannel channel) {
        FileChannel surplus = null;
        synchronized (OPEN) {
            OPEN.put(this, channel);
            if (OPEN.size() > MOST_OPEN) {
                Iterator<FileChannel> all = OPEN.values().iterator();
                surplus = all.next();
                all.remove();
            }
        }
        close(surplus);
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
        FileChannel open;
        synchronized (OPEN) {
            open = OPEN.remove(this);
        }
        close(open);
    }
}
