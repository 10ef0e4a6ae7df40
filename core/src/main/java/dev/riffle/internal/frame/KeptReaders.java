package dev.riffle.internal.frame;

import dev.riffle.io.ByteSource;
import dev.riffle.io.internal.resume.RangedReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Keeps readers of a source with open channels, for reads at offsets. On opening, some file systems load the complete
 * file, for example an entry of a zip file. Thread-safe: a reader has one user at a time.
 *
 * <p>All sources together keep a limited number of channels and bytes, because the content of a channel may be in
 * memory. This class never keeps a {@link FileChannel}, because an interrupt of a caller would close it.
 */
final class KeptReaders implements Closeable {

    /** The first request for a record of unknown size. */
    private static final int FIRST_BYTES = 4 << 10;

    private static final int MOST_KEPT = 16;
    private static final long MOST_KEPT_BYTES = Runtime.getRuntime().maxMemory() / 4;

    /** The unused readers of all sources. The last reader is the one used last. Guarded by its own monitor. */
    private static final ArrayDeque<Kept> KEPT = new ArrayDeque<>();

    private final ByteSource source;
    private final SameFile file;
    private final long size;

    /** Guarded by {@link #KEPT}. */
    private boolean closed;

    /** Whether the reader opened last can be kept. Null before the first opening. */
    private volatile @Nullable Boolean keeps;

    /** A reader that is not in use, and the size of its channel when the reader was returned. */
    private record Kept(KeptReaders owner, RangedReader reader, long bytes) {}

    /**
     * Creates an empty set of readers for a source.
     *
     * @param file the identity of the source's file when it was opened
     * @param size the size of the source in bytes
     */
    KeptReaders(ByteSource source, SameFile file, long size) {
        this.source = source;
        this.file = file;
        this.size = size;
    }

    /** Returns whether the readers of this source can be kept. Null if that is unknown before the first opening. */
    @Nullable
    Boolean keeps() {
        return keeps;
    }

    /**
     * Returns the channel of a reader that can be kept, or null. A reader can move to another offset only if the
     * positions of its channel are offsets of the source.
     */
    private static @Nullable SeekableByteChannel keptChannel(RangedReader reader) throws IOException {
        SeekableByteChannel channel = reader.seekable();
        return channel == null || channel instanceof FileChannel || channel.position() != reader.offset()
                ? null
                : channel;
    }

    /** Returns a kept reader at an offset. Returns null if no reader is kept, or if the source has changed. */
    @Nullable
    RangedReader kept(long offset) throws IOException {
        for (RangedReader reader = last(); reader != null; reader = last()) {
            boolean same = false;
            try {
                SeekableByteChannel channel = reader.seekable();
                same = channel != null
                        && channel.isOpen()
                        && !file.isGone()
                        && source.size().orElse(-1) == channel.size();
                if (same) {
                    reader.goTo(offset);
                    return reader;
                }
            } finally {
                if (!same) {
                    reader.close();
                }
            }
        }
        return null;
    }

    private @Nullable RangedReader last() {
        synchronized (KEPT) {
            for (Iterator<Kept> all = KEPT.descendingIterator(); all.hasNext(); ) {
                Kept kept = all.next();
                if (kept.owner == this) {
                    all.remove();
                    return kept.reader;
                }
            }
            return null;
        }
    }

    /**
     * Opens a new reader at an offset.
     *
     * @param end the offset at which the record ends, or -1 if it is unknown
     */
    RangedReader open(long offset, long end) throws IOException {
        closeAll(surplus(size));
        RangedReader reader = RangedReader.of(source, offset, FIRST_BYTES, file::checkVersion);
        reader.willReadTo(end < 0 ? offset + FIRST_BYTES : end);
        boolean opened = false;
        try {
            reader.openNow();
            file.checkVersion();
            keeps = keptChannel(reader) != null;
            opened = true;
            return reader;
        } finally {
            if (!opened) {
                reader.close();
            }
        }
    }

    /** Keeps a reader after a record without an error, or closes it. */
    void giveBack(RangedReader reader) throws IOException {
        SeekableByteChannel channel = keptChannel(reader);
        if (channel == null || !keep(new Kept(this, reader, channel.size()))) {
            reader.close();
        }
    }

    private boolean keep(Kept unused) {
        List<Kept> surplus;
        synchronized (KEPT) {
            if (closed || unused.bytes > MOST_KEPT_BYTES) {
                return false;
            }
            KEPT.addLast(unused);
            surplus = surplus(0);
        }
        closeAll(surplus);
        return true;
    }

    /** Removes the oldest readers until the cache has room for a number of bytes, and returns them. */
    private static List<Kept> surplus(long bytes) {
        synchronized (KEPT) {
            List<Kept> surplus = new ArrayList<>();
            long left = bytes + KEPT.stream().mapToLong(Kept::bytes).sum();
            while (!KEPT.isEmpty() && (KEPT.size() > MOST_KEPT || left > MOST_KEPT_BYTES)) {
                Kept oldest = KEPT.removeFirst();
                left -= oldest.bytes;
                surplus.add(oldest);
            }
            return surplus;
        }
    }

    private static void closeAll(List<Kept> unused) {
        for (Kept each : unused) {
            try {
                each.reader.close();
            } catch (IOException e) {
                // An error on closing does no harm: the channel was only read, and each of its records was verified.
            }
        }
    }

    /** Closes the unused readers. The other readers close when their users return them. Idempotent. */
    @Override
    public void close() {
        List<Kept> own = new ArrayList<>();
        synchronized (KEPT) {
            closed = true;
            Predicate<Kept> isOwn = kept -> kept.owner == this;
            KEPT.stream().filter(isOwn).forEach(own::add);
            KEPT.removeIf(isOwn);
        }
        closeAll(own);
    }
}
