package dev.riffle.internal.frame;

import dev.riffle.io.ByteSource;
import dev.riffle.io.internal.resume.PieceChannel;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Keeps open channels of a source for reads at offsets. On opening, some file systems load the complete file, for
 * example an entry of a zip file. Thread-safe: a channel has one user at a time.
 *
 * <p>All sources together keep a limited number of channels and bytes, because the content of a channel may be in
 * memory. This class never keeps a {@link FileChannel}. A file channel opens fast, an interrupt closes it, and a
 * process may open only a limited number of files.
 */
final class KeptChannels implements Closeable {

    /** The first request for a record of unknown size. */
    private static final int FIRST_BYTES = 4 << 10;

    private static final int MOST_KEPT = 16;
    private static final long MOST_KEPT_BYTES = Runtime.getRuntime().maxMemory() / 4;

    /** The unused channels of all sources. The last channel is the one used last. Guarded by its own monitor. */
    private static final ArrayDeque<Loan> KEPT = new ArrayDeque<>();

    private final ByteSource source;
    private final SameFile file;
    private final long size;

    /** Guarded by {@link #KEPT}. */
    private boolean closed;

    /** Whether the channel opened last can be kept. Null before the first opening. */
    private volatile @Nullable Boolean keeps;

    private volatile boolean ranged;

    /**
     * Creates an empty set of channels for a source.
     *
     * @param file the identity of the source's file when it was opened
     * @param size the size of the source in bytes
     */
    KeptChannels(ByteSource source, SameFile file, long size) {
        this.source = source;
        this.file = file;
        this.size = size;
    }

    /** Returns whether the source opened a range last time. Then each opening is a request to remote storage. */
    boolean isRanged() {
        return ranged;
    }

    /** Returns whether the channels of this source can be kept. Null if that is unknown before the first opening. */
    @Nullable
    Boolean keeps() {
        return keeps;
    }

    /** A channel for one record. Closing the loan closes the channel, unless {@link #keep} was called. */
    static final class Loan implements Closeable {

        private final KeptChannels owner;
        private final PieceChannel channel;

        /** The seekable channel, or null if the channel cannot be kept. */
        private final @Nullable SeekableByteChannel seekable;

        private final long bytes;
        private boolean inOrder;

        private Loan(KeptChannels owner, PieceChannel channel, long offset) throws IOException {
            this.owner = owner;
            this.channel = channel;
            // A channel can move to another offset only if its positions are offsets of the source.
            SeekableByteChannel candidate = channel.seekable();
            boolean kept = candidate != null && !(candidate instanceof FileChannel) && candidate.position() == offset;
            this.seekable = kept ? candidate : null;
            this.bytes = seekable == null ? 0 : seekable.size();
        }

        PieceChannel channel() {
            return channel;
        }

        /** Marks the record as read without an error, so that the channel can be kept. */
        void keep() {
            inOrder = true;
        }

        /** Moves to an offset. Returns false if the source is now another file or has another size. */
        private boolean goTo(long offset) throws IOException {
            SeekableByteChannel present = seekable;
            if (present == null
                    || !present.isOpen()
                    || owner.file.isGone()
                    || owner.source.size().orElse(-1) != present.size()) {
                return false;
            }
            inOrder = false;
            channel.goTo(offset);
            return true;
        }

        @Override
        public void close() throws IOException {
            if (!inOrder || seekable == null || !owner.giveBack(this)) {
                channel.close();
            }
        }
    }

    /** Returns a kept channel at an offset. Returns null if no channel is kept, or if the source has changed. */
    @Nullable
    Loan kept(long offset) throws IOException {
        Loan loan = last();
        if (loan == null) {
            return null;
        }
        boolean moved = false;
        try {
            moved = loan.goTo(offset);
        } finally {
            if (!moved) {
                loan.channel.close();
            }
        }
        return moved ? loan : kept(offset);
    }

    private @Nullable Loan last() {
        synchronized (KEPT) {
            for (var loans = KEPT.descendingIterator(); loans.hasNext(); ) {
                Loan loan = loans.next();
                if (loan.owner == this) {
                    loans.remove();
                    return loan;
                }
            }
            return null;
        }
    }

    /**
     * Opens a new channel at an offset.
     *
     * @param end the offset at which the record ends, or -1 if it is unknown
     */
    Loan open(long offset, long end) throws IOException {
        closeAll(surplus(size));
        PieceChannel channel = new PieceChannel(source, offset, FIRST_BYTES, file::checkVersion);
        channel.willReadTo(end);
        Loan loan = null;
        try {
            channel.openNow();
            file.checkVersion();
            loan = new Loan(this, channel, offset);
            keeps = loan.seekable != null;
            ranged = channel.isRanged();
            return loan;
        } finally {
            if (loan == null) {
                channel.close();
            }
        }
    }

    private boolean giveBack(Loan loan) {
        List<Loan> surplus;
        synchronized (KEPT) {
            if (closed || loan.bytes > MOST_KEPT_BYTES) {
                return false;
            }
            KEPT.addLast(loan);
            surplus = surplus(0);
        }
        closeAll(surplus);
        return true;
    }

    /** Removes the oldest channels until the cache has room for a number of bytes, and returns them. */
    private static List<Loan> surplus(long bytes) {
        synchronized (KEPT) {
            List<Loan> surplus = new ArrayList<>();
            long left = bytes + KEPT.stream().mapToLong(loan -> loan.bytes).sum();
            while (!KEPT.isEmpty() && (KEPT.size() > MOST_KEPT || left > MOST_KEPT_BYTES)) {
                Loan oldest = KEPT.removeFirst();
                left -= oldest.bytes;
                surplus.add(oldest);
            }
            return surplus;
        }
    }

    private static void closeAll(List<Loan> loans) {
        for (Loan loan : loans) {
            try {
                loan.channel.close();
            } catch (IOException e) {
                // An error on closing does no harm: the channel was only read, and each of its records was verified.
            }
        }
    }

    /** Closes the unused channels. The other channels close when their users return them. Idempotent. */
    @Override
    public void close() {
        List<Loan> own = new ArrayList<>();
        synchronized (KEPT) {
            closed = true;
            Predicate<Loan> isOwn = loan -> loan.owner == this;
            KEPT.stream().filter(isOwn).forEach(own::add);
            KEPT.removeIf(isOwn);
        }
        closeAll(own);
    }
}
