package dev.riffle.io.internal.resume;

import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SeekableByteChannel;
import org.jspecify.annotations.Nullable;

/**
 * Reads a source from any offset on, so that remote storage receives few requests and sends few bytes in vain. All
 * reads of stored bytes use this class, except reads of mapped files.
 *
 * <p>If the caller announces an end, the bytes up to this end are one request. Otherwise a request has a fixed number
 * of bytes, and a tenth of the bytes that were read before. So a caller that stops anywhere has requested at most 1.1
 * times the bytes that it read, plus the fixed number. If the caller announces no end, and the storage can send all
 * bytes after the first request, the second request is for all these bytes.
 *
 * <p>The first read opens the source. A source that cannot open ranges opens only once. {@link #peek} buffers bytes, so
 * that the caller can examine them before it reads them. One thread at a time may use a reader.
 */
public final class RangedReader implements ReadableByteChannel {

    private static final int GROWTH_FRACTION = 10;

    /** The first request after an announced end. Usually it contains the rest of one record. */
    private static final int AFTER_END_BYTES = 4 << 10;

    private static final int FIRST_BUFFER_BYTES = 4 << 10;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final StoredBytes stored;
    private final int firstBytes;

    /** The bytes that were read ahead, from position to limit. Earlier bytes may be before the position. */
    private ByteBuffer buffer = NOTHING;

    /** The offset in the source of the byte after the buffer. */
    private long next;

    /** The offset to which the caller moved last. */
    private long start;

    /** The offset up to which the caller will certainly read, or 0. */
    private long announced;

    /** The offset up to which the caller needs bytes next. */
    private long needed;

    private boolean ended;
    private boolean open = true;

    RangedReader(StoredBytes stored, long offset, int firstBytes) {
        this.stored = stored;
        this.firstBytes = firstBytes;
        this.next = offset;
        this.start = offset;
    }

    /**
     * Returns a reader that begins at an offset. Readers of the same {@link StoredBytes} share its requests.
     *
     * @param firstBytes the size of the first request, unless the caller announces how far it reads
     */
    public static RangedReader of(ByteSource source, long offset, int firstBytes) {
        return of(source, offset, firstBytes, () -> {});
    }

    /** Like {@link #of(ByteSource, long, int)}, with a check. {@link StoredBytes} have their own check. */
    public static RangedReader of(ByteSource source, long offset, int firstBytes, StoredBytes.Check check) {
        StoredBytes stored = source instanceof StoredBytes shared ? shared : new StoredBytes(source, check);
        return new RangedReader(stored, offset, firstBytes);
    }

    /**
     * Opens the source before the first read, so that the caller learns early that the source is missing. The caller
     * checks the source itself.
     */
    public void openNow() throws IOException {
        stored.openNow(next, this);
    }

    /** Announces that the caller reads all bytes up to {@code offset}. The next requests end there. */
    public void willReadTo(long offset) {
        announced = offset;
    }

    /** Announces that the next reads need all bytes up to {@code offset}, so that one request contains them. */
    public void needTo(long offset) {
        needed = offset;
    }

    boolean announces() {
        return announced != 0;
    }

    /** Returns the offset in the source of the next byte. */
    public long offset() {
        return next - buffer.remaining();
    }

    /** Returns the number of bytes since the last move outside of the buffer. */
    public long bytesInOrder() {
        return offset() - start;
    }

    /** Moves to an offset. The next read opens the source unless the open channel can move. */
    public void goTo(long offset) {
        long base = next - buffer.limit();
        if (offset >= base && offset <= next) {
            buffer.position((int) (offset - base));
            return;
        }
        buffer.limit(0);
        next = offset;
        start = offset;
        needed = 0;
        ended = false;
    }

    /** Returns the number of bytes that are in the buffer. */
    public int bufferedBytes() {
        return buffer.remaining();
    }

    /** Like {@link #peek(int, int)}, with at most {@code count} bytes. Reads no later bytes. */
    public ByteBuffer peek(int count) throws IOException {
        ByteBuffer bytes = peek(count, count);
        return bytes.limit(Math.min(count, bytes.limit()));
    }

    /**
     * Returns the next bytes in little-endian order, beginning at index 0. The position of this reader does not change.
     * The bytes are valid until the next call.
     *
     * @param least the number of bytes that the caller needs. The result has fewer only if the source ends before
     * @param most the number of bytes to buffer if storage sends them in any case
     */
    public ByteBuffer peek(int least, int most) throws IOException {
        if (buffer.remaining() < least) {
            needTo(offset() + least);
            while (buffer.remaining() < least && !ended) {
                fill(Math.max(least, most));
            }
        }
        return buffer.slice().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns whether {@link #peek} has reached the end of the source. */
    public boolean isAtEnd() {
        return ended;
    }

    /**
     * Reads more bytes into the buffer, up to {@code most}. The buffer grows only as bytes arrive, because the file may
     * claim any number.
     */
    private void fill(int most) throws IOException {
        boolean isFull = buffer.limit() == buffer.capacity();
        ByteBuffer filling = buffer.compact();
        if (isFull && filling.capacity() < most) {
            long grown = Math.max(FIRST_BUFFER_BYTES, Math.min(2L * filling.capacity(), most));
            filling = ByteBuffer.allocate((int) grown).put(filling.flip());
        }
        buffer = filling;
        try {
            filling.limit(Math.min(most, filling.capacity()));
            int count = stored.read(next, this, filling);
            next += Math.max(0, count);
            ended = count < 0;
        } finally {
            filling.flip();
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
        if (!buffer.hasRemaining()) {
            buffer = NOTHING;
            int count = stored.read(next, this, target);
            next += Math.max(0, count);
            return count;
        }
        int count = Math.min(buffer.remaining(), target.remaining());
        target.put(buffer.slice(buffer.position(), count));
        buffer.position(buffer.position() + count);
        return count;
    }

    /**
     * Returns the number of bytes to request at an offset: 0 at the end of the source, and {@link Long#MAX_VALUE} for
     * all bytes of a source of unknown size.
     *
     * @param size the size of the source, or -1 if it is unknown
     * @param mostUnannounced the largest number of bytes to request if the caller announced no end
     */
    long wanted(long offset, long size, long mostUnannounced) {
        if (size >= 0 && offset >= size && offset > 0) {
            return 0;
        }
        long wanted;
        if (offset < announced) {
            if (announced == Long.MAX_VALUE && size < 0) {
                return Long.MAX_VALUE;
            }
            wanted = announced - offset;
        } else {
            boolean isAfterEnd = announces() && announced >= start;
            int first = isAfterEnd ? Math.min(AFTER_END_BYTES, firstBytes) : firstBytes;
            wanted = Math.min(mostUnannounced, first + (offset - (isAfterEnd ? announced : start)) / GROWTH_FRACTION);
        }
        wanted = Math.max(wanted, needed - offset);
        return size <= offset ? wanted : Math.min(wanted, size - offset);
    }

    /** Returns whether the source opened a range the last time. Then each range is a request to remote storage. */
    public boolean isRanged() {
        return stored.isRanged();
    }

    /** Returns the channel that this reader uses if it is open and can move to any offset, or null. */
    public @Nullable SeekableByteChannel seekable() {
        return stored.seekable();
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public void close() throws IOException {
        open = false;
        if (!stored.isShared()) {
            stored.close();
        }
    }
}
