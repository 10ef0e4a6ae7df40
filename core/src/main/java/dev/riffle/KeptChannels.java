package dev.riffle;

import dev.riffle.io.ByteSource;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Keeps open channels of a source for reads at offsets. Some file systems load the whole file on opening, for example
 * an entry of a zip file. Thread-safe: a channel has one user at a time.
 *
 * <p>The number of channels and bytes kept by all sources together is limited, since the content of a channel may be in
 * memory. A {@link FileChannel} is never kept: it opens fast, an interrupt closes it, and a process may open only a
 * limited number of files.
 */
final class KeptChannels implements Closeable {

    private static final int MOST_KEPT = 16;
    private static final long MOST_KEPT_BYTES = Runtime.getRuntime().maxMemory() / 4;

    /** The unused channels of all sources, the one used last at the end. Guarded by itself. */
    private static final ArrayDeque<Loan> KEPT = new ArrayDeque<>();

    private final ByteSource source;
    private final SameFile file;
    private final long size;

    /** Guarded by {@link #KEPT}. */
    private boolean closed;

    /**
     * Creates an empty set of channels for a source.
     *
     * @param file the identity of the source's file when it was opened
     * @param size its size in bytes
     */
    KeptChannels(ByteSource source, SameFile file, long size) {
        this.source = source;
        this.file = file;
        this.size = size;
    }

    /** A channel for one record. Closing it closes the channel, unless {@link #keep} was called. */
    static final class Loan implements Closeable {

        private final KeptChannels owner;
        private final ReadableByteChannel channel;

        /** The seekable channel; null if the channel cannot be kept. */
        private final @Nullable SeekableByteChannel seekable;

        private final long bytes;
        private boolean inOrder;

        private Loan(KeptChannels owner, ReadableByteChannel channel, long offset) throws IOException {
            this.owner = owner;
            this.channel = channel;
            // Only a channel whose positions are those of the source can move to another offset.
            this.seekable = channel instanceof SeekableByteChannel candidate
                            && !(channel instanceof FileChannel)
                            && candidate.position() == offset
                    ? candidate
                    : null;
            this.bytes = seekable == null ? 0 : seekable.size();
        }

        ReadableByteChannel channel() {
            return channel;
        }

        /** Marks the record as read without an error. */
        void keep() {
            inOrder = true;
        }

        /** Moves to an offset; false if the source is another file now, or has another size. */
        private boolean goTo(long offset) throws IOException {
            SeekableByteChannel present = seekable;
            if (present == null
                    || !present.isOpen()
                    || owner.file.isGone()
                    || owner.source.size().orElse(-1) != present.size()) {
                return false;
            }
            inOrder = false;
            present.position(offset);
            return true;
        }

        @Override
        public void close() throws IOException {
            if (!inOrder || seekable == null || !owner.giveBack(this)) {
                channel.close();
            }
        }
    }

    /** Returns a kept channel at an offset; null if none is kept, or the source has changed. */
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

    /** Opens a new channel at an offset. */
    Loan open(long offset) throws IOException {
        closeAll(surplus(size));
        ReadableByteChannel channel = source.open(offset);
        Loan loan = null;
        try {
            loan = new Loan(this, channel, offset);
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

    /** Removes the oldest channels until there is room for this number of bytes. */
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
                // The channel was only read, and each of its records was verified.
            }
        }
    }

    /** Closes the unused channels; the others close when their users return them. Idempotent. */
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
