package dev.riffle.io;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;

/** The compressed side of a decompression: a buffer over a channel that knows how far it has come. */
final class CompressedBytes implements Closeable {

    private static final int BUFFER_BYTES = 128 << 10;
    private static final int HEAP_BUFFER_BYTES = 64 << 10;
    private static final int MOST_EMPTY_READS = 1000;

    private final ReadableByteChannel channel;
    private final ByteBuffer buffer;
    private long endOffset;

    CompressedBytes(ReadableByteChannel channel) {
        this(channel, 0);
    }

    /** A channel whose first byte stands at {@code offset} of the whole. */
    CompressedBytes(ReadableByteChannel channel, long offset) {
        this(channel, offset, bufferFor(channel));
    }

    private CompressedBytes(ReadableByteChannel channel, long offset, ByteBuffer buffer) {
        this.channel = channel;
        this.buffer = buffer.order(ByteOrder.LITTLE_ENDIAN).limit(0);
        this.endOffset = offset;
    }

    /** The same with a buffer on the heap, for who looks into its array, which the buffer begins with. */
    static CompressedBytes onHeap(ReadableByteChannel channel, long offset) {
        return new CompressedBytes(channel, offset, ByteBuffer.allocate(HEAP_BUFFER_BYTES));
    }

    /** For short strings in memory, of which there may be many, making the usual buffer would take most of the time. */
    private static ByteBuffer bufferFor(ReadableByteChannel channel) {
        return channel instanceof MemorySource.BufferChannel memory && memory.remaining() < BUFFER_BYTES
                ? ByteBuffer.allocate(memory.remaining())
                : ByteBuffer.allocateDirect(BUFFER_BYTES);
    }

    /** What has been read and not yet consumed. Consumers move its position. */
    ByteBuffer buffer() {
        return buffer;
    }

    /** How many compressed bytes have been consumed. */
    long offset() {
        return endOffset - buffer.remaining();
    }

    /** Makes at least one byte available; false at the end of the channel. */
    boolean fill() throws IOException {
        return require(1);
    }

    /**
     * Makes at least {@code count} bytes available in the buffer, which must be able to hold them; false if the channel
     * ends before.
     */
    boolean require(int count) throws IOException {
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
                    throw new IOException("the channel gives no bytes and does not end; use a blocking channel");
                }
            }
            return true;
        } finally {
            buffer.flip();
        }
    }

    /** Consumes a byte; the stream is incomplete if there is none. */
    int readByte(String wanted) throws IOException {
        if (!fill()) {
            throw new CompressionException(
                    CompressionException.Reason.INCOMPLETE, offset(), "expected " + wanted + ", found the end");
        }
        return buffer.get() & 0xff;
    }

    /** Consumes four little-endian bytes; the stream is incomplete if there are less. */
    int readInt(String wanted) throws IOException {
        if (!require(Integer.BYTES)) {
            buffer.position(buffer.limit());
            throw new CompressionException(
                    CompressionException.Reason.INCOMPLETE, offset(), "expected " + wanted + ", found the end");
        }
        return buffer.getInt();
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /** The memory of {@link #buffer()}, index for index; only where it is on the heap. */
    byte[] array() {
        if (buffer().arrayOffset() != 0) {
            throw new AssertionError("a buffer of its own begins where its array does");
        }
        return buffer().array();
    }
}
