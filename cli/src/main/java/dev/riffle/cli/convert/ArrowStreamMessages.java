package dev.riffle.cli.convert;

import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.vector.ipc.ReadChannel;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Reads the messages of a stream. Rejects a stream without its end mark, or with bytes after it, because batches can be
 * missing there.
 */
final class ArrowStreamMessages extends ArrowMessages {

    private final ReadChannel channel;
    private final long size;

    /**
     * Creates the messages of a stream.
     *
     * @param size the number of bytes in the channel
     */
    ArrowStreamMessages(ReadableByteChannel channel, long size) {
        this.channel = new ReadChannel(channel);
        this.size = size;
    }

    @Override
    Schema schema() throws IOException {
        Message message = next();
        if (message == null || message.headerType() != MessageHeader.Schema) {
            throw damaged("is not a schema, but a stream begins with a schema");
        }
        checkOrder((org.apache.arrow.flatbuf.Schema) message.header(new org.apache.arrow.flatbuf.Schema()));
        return MessageSerializer.deserializeSchema(message);
    }

    @Override
    @Nullable
    Message next() throws IOException {
        long at = bytesRead();
        if (size - at < Integer.BYTES) {
            throw new IOException("the stream ends without its end mark, so it may be incomplete; write it again, and"
                    + " close its writer");
        }
        Message message = read(at, size);
        if (message == null && bytesRead() < size) {
            throw new IOException("the end mark of the stream is at byte " + at + ", but " + (size - bytesRead())
                    + " bytes follow it; fetch or write the data again");
        }
        return message;
    }

    @Override
    ReadChannel channel() {
        return channel;
    }

    @Override
    long bytesRead() {
        return channel.bytesRead();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
