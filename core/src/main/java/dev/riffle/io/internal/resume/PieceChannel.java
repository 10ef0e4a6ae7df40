package dev.riffle.io.internal.resume;

import dev.riffle.internal.BoundedChannel;
import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SeekableByteChannel;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads a source in order, in pieces, so that remote storage sends few bytes in vain. If the reader announces an end,
 * the bytes up to this end are one piece. Otherwise a piece has a fixed number of bytes, and a tenth of all bytes
 * before it. So a reader that stops anywhere has requested at most 1.1 times the bytes that it read, plus the fixed
 * number.
 *
 * <p>The first read opens the source. A source that cannot open ranges opens only once, and the channel reads on after
 * each piece. If the reader announces no end, the channel also reads on after a ranged piece, see {@link
 * BoundedChannel}. So a reader of a complete file needs two requests.
 */
public final class PieceChannel implements ReadableByteChannel {

    private static final int GROWTH_FRACTION = 10;

    /** The first piece after an announced end. Usually it contains the rest of one record. */
    private static final int AFTER_END_BYTES = 4 << 10;

    private final ByteSource source;
    private final int firstBytes;
    private final Check check;

    private @Nullable ReadableByteChannel piece;

    /** The offset of the next byte. */
    private long at;

    /** The offset at which the piece ends. {@link Long#MAX_VALUE} if it ends with the source. */
    private long pieceEnd;

    /** The offset up to which the reader will certainly read. */
    private long announced;

    /** The offset up to which the reader needs bytes next. */
    private long needed;

    /** The number of bytes requested since the last move or the announced end. */
    private long requested;

    /** The size of the source when this channel asked last; -1 before, or if it is unknown. */
    private long size = -1;

    private boolean open = true;

    /** Checks a source after each opening. */
    @FunctionalInterface
    public interface Check {

        /** Throws if the source is not the one that the reader opened first. */
        void afterOpening() throws IOException;
    }

    /**
     * Creates a channel from an offset on.
     *
     * @param firstBytes the size of the first piece, unless the reader announces how far it reads
     */
    public PieceChannel(ByteSource source, long offset, int firstBytes, Check check) {
        this.source = source;
        this.at = offset;
        this.firstBytes = firstBytes;
        this.check = check;
    }

    /**
     * Opens the source before the first read, so that the caller learns early that the source is missing. The caller
     * checks the source itself.
     */
    public void openNow() throws IOException {
        if (piece == null) {
            next(() -> {});
        }
    }

    /** Returns the channel that this channel reads if it is open and can move to any offset, or null. */
    public @Nullable SeekableByteChannel seekable() {
        return piece instanceof BoundedChannel bounded
                        && bounded.isUnlimited()
                        && bounded.channel() instanceof SeekableByteChannel seekable
                ? seekable
                : null;
    }

    /** Returns whether the source has opened a range that this channel cannot extend. */
    public boolean isRanged() {
        return piece != null && pieceEnd != Long.MAX_VALUE;
    }

    /**
     * Returns the offset up to which the storage sends bytes on request. The offset of the next byte if no piece is
     * open, or if the open piece ends with the source.
     */
    public long requestedTo() {
        return isRanged() ? pieceEnd : at;
    }

    /** Announces that the reader reads all bytes up to {@code offset}. The next pieces end there. */
    public void willReadTo(long offset) {
        announced = offset;
    }

    /** Announces that the next reads need all bytes up to {@code offset}, so that one piece contains them. */
    public void needTo(long offset) {
        needed = offset;
    }

    /** Returns the offset of the next byte in the source. */
    public long offset() {
        return at;
    }

    /** Moves to an offset. The next read opens the source unless the open channel can move. */
    public void goTo(long offset) throws IOException {
        requested = 0;
        needed = 0;
        at = offset;
        SeekableByteChannel movable = seekable();
        if (movable == null) {
            closePiece();
        } else {
            movable.position(offset);
        }
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        if (!open) {
            throw new ClosedChannelException();
        }
        if (!target.hasRemaining()) {
            return 0;
        }
        if (at == pieceEnd) {
            closePiece();
        }
        if (piece == null && !next(check)) {
            return -1;
        }
        ReadableByteChannel from = piece;
        if (from == null) {
            throw new ClosedChannelException();
        }
        int limit = target.limit();
        target.limit((int) Math.min(limit - target.position(), pieceEnd - at) + target.position());
        int count;
        try {
            count = from.read(target);
        } finally {
            target.limit(limit);
        }
        if (count < 0 && pieceEnd != Long.MAX_VALUE) {
            // The source ended before the piece. A later read asks the source again, because it may grow.
            closePiece();
        }
        at += Math.max(count, 0);
        return count;
    }

    /** Opens the next piece. Returns false if the source is known to have no more bytes. */
    private boolean next(Check check) throws IOException {
        long length = nextLength();
        if (length == 0) {
            return false;
        }
        ReadableByteChannel opened = length == Long.MAX_VALUE ? source.open(at) : source.open(at, length);
        try {
            check.afterOpening();
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
        piece = opened;
        boolean endless = length == Long.MAX_VALUE
                || opened instanceof BoundedChannel bounded && readsOn(bounded) && bounded.extend();
        pieceEnd = endless ? Long.MAX_VALUE : at + length;
        requested = at < announced ? 0 : requested + length;
        return true;
    }

    /** Returns whether the channel moves the limit of a piece instead of opening the next piece. */
    private boolean readsOn(BoundedChannel opened) {
        return announced == 0 || !opened.isRanged();
    }

    /** Returns 0 at the end, and {@link Long#MAX_VALUE} for all bytes of a source of unknown size. */
    private long nextLength() throws IOException {
        if (at >= size) {
            OptionalLong found = source.size();
            size = found.orElse(-1);
            if (found.isPresent() && at > 0 && at >= size) {
                return 0;
            }
        }
        long wanted;
        if (at < announced) {
            if (announced == Long.MAX_VALUE && size < 0) {
                return Long.MAX_VALUE;
            }
            wanted = announced - at;
        } else {
            int first =
                    announced > 0 && at - announced <= requested ? Math.min(AFTER_END_BYTES, firstBytes) : firstBytes;
            wanted = first + requested / GROWTH_FRACTION;
        }
        wanted = Math.max(wanted, needed - at);
        return size < 0 || size <= at ? wanted : Math.min(wanted, size - at);
    }

    private void closePiece() throws IOException {
        ReadableByteChannel present = piece;
        piece = null;
        pieceEnd = 0;
        if (present != null) {
            present.close();
        }
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public void close() throws IOException {
        open = false;
        closePiece();
    }
}
