package dev.riffle.io.internal.codec;

import dev.riffle.internal.SpareBuffers;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import org.jspecify.annotations.Nullable;

/** The input of a decompression: a buffer over a channel that counts the consumed bytes. */
public final class CompressedBytes implements Closeable {

    private static final int BUFFER_BYTES = 128 << 10;
    private static final int HEAP_BUFFER_BYTES = 64 << 10;
    private static final int MOST_EMPTY_READS = 1000;

    private static final ByteBuffer CLOSED = ByteBuffer.allocate(0);

    private final ReadableByteChannel channel;
    private final SpareBuffers.@Nullable Loan loan;
    private ByteBuffer buffer;
    private long endOffset;

    public CompressedBytes(ReadableByteChannel channel) {
        this(channel, 0);
    }

    /** Creates a buffer over a channel. The first byte of the channel is at {@code offset} of the compressed bytes. */
    public CompressedBytes(ReadableByteChannel channel, long offset) {
        this(channel, offset, bytesLeft(channel) < BUFFER_BYTES ? null : SpareBuffers.take(BUFFER_BYTES));
    }

    private CompressedBytes(ReadableByteChannel channel, long offset, SpareBuffers.@Nullable Loan loan) {
        this(channel, offset, loan, loan == null ? ByteBuffer.allocate(bytesLeft(channel)) : loan.buffer());
    }

    private CompressedBytes(
            ReadableByteChannel channel, long offset, SpareBuffers.@Nullable Loan loan, ByteBuffer buffer) {
        this.channel = channel;
        this.loan = loan;
        this.buffer = buffer.order(ByteOrder.LITTLE_ENDIAN).limit(0);
        this.endOffset = offset;
    }

    /**
     * Returns the number of bytes of a channel over memory, or the maximum for other channels. For many short strings,
     * a buffer of full size would take most of the time.
     */
    private static int bytesLeft(ReadableByteChannel channel) {
        return channel instanceof SizedChannel memory ? memory.remaining() : Integer.MAX_VALUE;
    }

    /**
     * Like {@link #CompressedBytes(ReadableByteChannel, long)}, with a buffer on the heap, for decoders that access its
     * array. The buffer begins at index 0 of the array.
     */
    public static CompressedBytes onHeap(ReadableByteChannel channel, long offset) {
        return new CompressedBytes(channel, offset, null, ByteBuffer.allocate(HEAP_BUFFER_BYTES));
    }

    /**
     * Returns the buffer of bytes that are read but not yet consumed. Consumers move the position of the buffer. They
     * must not use the buffer after the close.
     */
    public ByteBuffer buffer() {
        touch();
        return buffer;
    }

    private void touch() {
        if (loan != null) {
            loan.touch();
        }
    }

    /** Returns the number of compressed bytes consumed. */
    public long offset() {
        return endOffset - buffer.remaining();
    }

    /** Makes at least one byte available. Returns false at the end of the channel. */
    public boolean fill() throws IOException {
        return require(1);
    }

    /**
     * Makes at least {@code count} bytes available in the buffer. Returns false if the channel ends before. The buffer
     * must be large enough.
     */
    public boolean require(int count) throws IOException {
        touch();
        if (buffer.remaining() >= count) {
            return true;
        }
        buffer.compact();
        try {
            int emptyReads = 0;
            while (buffer.position() < count) {
                int read = channel.read(buffer);
                if (read < 0) {
                    return false;
                }
                endOffset += read;
                emptyReads = read == 0 ? emptyReads + 1 : 0;
                if (emptyReads > MOST_EMPTY_READS) {
                    throw new IOException("the channel returns neither bytes nor its end; use a blocking channel");
                }
            }
            return true;
        } finally {
            buffer.flip();
        }
    }

    /** Consumes and returns a byte. Throws for an incomplete stream if no byte is left. */
    public int readByte(String wanted) throws IOException {
        if (!fill()) {
            throw MalformedStreamException.incomplete(offset(), "expected " + wanted + ", found the end");
        }
        return buffer.get() & 0xff;
    }

    /**
     * Consumes four little-endian bytes and returns the number. Throws for an incomplete stream if fewer bytes are
     * left.
     */
    public int readInt(String wanted) throws IOException {
        if (!require(Integer.BYTES)) {
            buffer.position(buffer.limit());
            throw MalformedStreamException.incomplete(offset(), "expected " + wanted + ", found the end");
        }
        return buffer.getInt();
    }

    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public void close() throws IOException {
        endOffset = offset();
        buffer = CLOSED;
        if (loan != null) {
            loan.giveBack();
        }
        channel.close();
    }

    /** Returns the array of {@link #buffer()}, with equal indices. Only for a buffer on the heap. */
    byte[] array() {
        if (buffer().arrayOffset() != 0) {
            throw new AssertionError("a buffer on the heap begins at index 0 of its array");
        }
        return buffer().array();
    }
}
