package dev.riffle.cli.convert;

import dev.riffle.internal.LittleEndian;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ReadChannel;
import org.apache.arrow.vector.ipc.message.MessageChannelReader;
import org.apache.arrow.vector.ipc.message.MessageResult;
import org.jspecify.annotations.Nullable;

/**
 * Reads the messages of a stream. Compares each length with the size of the source before it allocates memory. Rejects
 * a stream that ends without its end mark, because such a stream may be incomplete.
 */
final class ArrowMessages extends MessageChannelReader {

    private static final int CONTINUATION = -1;

    private final long size;

    /**
     * Creates a reader.
     *
     * @param size the number of bytes in the channel
     */
    ArrowMessages(ReadableByteChannel channel, long size, BufferAllocator allocator) {
        super(new ReadChannel(channel), allocator);
        this.size = size;
    }

    @Override
    public @Nullable MessageResult readNext() throws IOException {
        int length = readInt();
        if (length == CONTINUATION) {
            length = readInt();
        }
        if (length == 0) {
            return null;
        }
        check(length);
        ByteBuffer metadata = ByteBuffer.allocate(length);
        if (in.readFully(metadata) != length) {
            throw incomplete();
        }
        metadata.rewind();
        Message message = Message.getRootAsMessage(metadata);
        long body = message.bodyLength();
        check(body);
        return new MessageResult(message, readBody(body));
    }

    private ArrowBuf readBody(long length) throws IOException {
        ArrowBuf body = allocator.buffer(length);
        boolean complete = false;
        try {
            if (in.readFully(body, length) != length) {
                throw incomplete();
            }
            complete = true;
        } finally {
            if (!complete) {
                body.close();
            }
        }
        return body;
    }

    private int readInt() throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES);
        if (in.readFully(bytes) != Integer.BYTES) {
            throw incomplete();
        }
        return LittleEndian.getInt(bytes.array(), 0);
    }

    private void check(long length) throws IOException {
        if (length < 0 || length > size - bytesRead()) {
            throw new IOException("the message at byte " + bytesRead() + " states " + length + " bytes, but "
                    + (size - bytesRead()) + " follow; fetch or write the data again");
        }
    }

    private static IOException incomplete() {
        return new IOException("the stream ends without its end mark, so it may be incomplete; write it again, and"
                + " close its writer");
    }
}
