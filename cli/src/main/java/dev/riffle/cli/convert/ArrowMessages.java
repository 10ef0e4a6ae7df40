package dev.riffle.cli.convert;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ReadChannel;
import org.apache.arrow.vector.ipc.message.MessageChannelReader;
import org.apache.arrow.vector.ipc.message.MessageResult;
import org.jspecify.annotations.Nullable;

/**
 * Reads the messages of a stream. Compares the length of each message with the size of the source, before Arrow
 * allocates memory. Rejects a stream that ends without its end mark, because such a stream may be incomplete.
 */
final class ArrowMessages extends MessageChannelReader {

    private static final int CONTINUATION = -1;

    private final Peekable channel;
    private final long size;

    private ArrowMessages(Peekable channel, long size, BufferAllocator allocator) {
        super(new ReadChannel(channel), allocator);
        this.channel = channel;
        this.size = size;
    }

    /**
     * Returns a reader.
     *
     * @param size the number of bytes in the channel
     */
    static ArrowMessages of(ReadableByteChannel channel, long size, BufferAllocator allocator) {
        return new ArrowMessages(new Peekable(channel), size, allocator);
    }

    @Override
    public @Nullable MessageResult readNext() throws IOException {
        ByteBuffer start = channel.peek();
        if (start.remaining() < Integer.BYTES) {
            throw incomplete();
        }
        int length = start.getInt();
        if (length == CONTINUATION) {
            if (start.remaining() < Integer.BYTES) {
                throw incomplete();
            }
            length = start.getInt();
        }
        if (length < 0 || length > size - bytesRead()) {
            throw new IOException("the message at byte " + bytesRead() + " states " + length + " bytes, but "
                    + (size - bytesRead()) + " follow; fetch or write the data again");
        }
        return super.readNext();
    }

    private static IOException incomplete() {
        return new IOException("the stream ends without its end mark, so it may be incomplete; write it again, and"
                + " close its writer");
    }

    /** A channel whose next bytes can be examined before they are read. */
    private static final class Peekable implements ReadableByteChannel {

        private final ReadableByteChannel channel;
        private final ByteBuffer next = ByteBuffer.allocate(2 * Integer.BYTES).limit(0);

        Peekable(ReadableByteChannel channel) {
            this.channel = channel;
        }

        /** Returns the next 8 bytes, or fewer at the end of the channel. */
        ByteBuffer peek() throws IOException {
            next.compact();
            while (next.hasRemaining() && channel.read(next) >= 0) {
                // The channel may return fewer bytes than wanted.
            }
            next.flip();
            return next.asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
        }

        @Override
        public int read(ByteBuffer target) throws IOException {
            if (!next.hasRemaining()) {
                return channel.read(target);
            }
            int count = 0;
            while (next.hasRemaining() && target.hasRemaining()) {
                target.put(next.get());
                count++;
            }
            return count;
        }

        @Override
        public boolean isOpen() {
            return channel.isOpen();
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
