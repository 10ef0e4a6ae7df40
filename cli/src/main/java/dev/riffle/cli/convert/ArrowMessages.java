package dev.riffle.cli.convert;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ReadChannel;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Reads the messages of Arrow's IPC format. Arrow's readers trust the lengths of a message, and a wrong length can hide
 * the next message with all its rows. So this class compares all lengths of a message with each other, before it
 * allocates memory. One thread at a time may use this object.
 */
abstract class ArrowMessages implements Closeable {

    /** The first bytes of a message. Messages of Arrow before 0.15 begin with their length. */
    private static final int CONTINUATION = -1;

    /** The parts of a message begin at multiples of this number or of a divisor, so fewer bytes are between them. */
    private static final int MOST_ALIGNMENT = 64;

    private static final int PART_ALIGNMENT = 8;

    private long start;

    /** Checks the order of the bytes of numbers, which Arrow's decoder ignores. */
    static void checkOrder(org.apache.arrow.flatbuf.Schema schema) throws IOException {
        if (schema.endianness() != Endianness.Little) {
            throw new IOException(
                    "the numbers are big-endian, but expected little-endian numbers; write the data again");
        }
    }

    /** Returns the schema. Call this method before {@link #next}. */
    abstract Schema schema() throws IOException;

    /**
     * Reads the metadata of the next dictionary or batch. Read its {@link #body} before the next call.
     *
     * @return the message, or null after the last one
     * @throws IOException if the data are damaged or incomplete
     */
    abstract @Nullable Message next() throws IOException;

    /** Returns the channel with the rest of the current message. */
    abstract ReadChannel channel();

    /** Returns the number of bytes so far. */
    abstract long bytesRead();

    /**
     * Reads the metadata of a message.
     *
     * @param at the place of the message, where the channel is
     * @param end the end of the message, or of all messages
     * @return the message, or null if this is the mark of the end
     */
    final @Nullable Message read(long at, long end) throws IOException {
        start = at;
        long from = channel().bytesRead();
        int length = read(Integer.BYTES).getInt();
        if (length == CONTINUATION) {
            length = read(Integer.BYTES).getInt();
        }
        if (length == 0) {
            return null;
        }
        long follow = end - at - (channel().bytesRead() - from);
        if (length < 0 || length > follow) {
            throw damaged("states " + length + " bytes of metadata, but " + follow + " follow");
        }
        ByteBuffer metadata = read(length);
        for (int inside = PART_ALIGNMENT; inside < length; inside += PART_ALIGNMENT) {
            if (isMessage(metadata, inside)) {
                throw damaged("states " + length + " bytes of metadata, but the next message begins after " + inside);
            }
        }
        Message message = Message.getRootAsMessage(metadata);
        check(message, follow - length);
        return message;
    }

    private ByteBuffer read(int count) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
        if (channel().readFully(bytes) < count) {
            throw new EOFException(
                    "the data end inside of the message at byte " + start + "; fetch or write them again");
        }
        return bytes.flip();
    }

    /** Returns whether a dictionary or batch begins at an index of a buffer. */
    static boolean isMessage(ByteBuffer bytes, int at) {
        int metadata = at + 2 * Integer.BYTES;
        if (metadata >= bytes.limit() || bytes.getInt(at) != CONTINUATION || bytes.getInt(at + Integer.BYTES) <= 0) {
            return false;
        }
        try {
            Message message = Message.getRootAsMessage(bytes.slice(metadata, bytes.limit() - metadata));
            return message.version() >= MetadataVersion.V4 && batch(message) != null;
        } catch (RuntimeException e) {
            return false;
        }
    }

    /** Returns the lengths in a dictionary or batch; null for another message. */
    private static @Nullable RecordBatch batch(Message message) {
        return switch (message.headerType()) {
            case MessageHeader.RecordBatch -> (RecordBatch) message.header(new RecordBatch());
            case MessageHeader.DictionaryBatch -> ((DictionaryBatch) message.header(new DictionaryBatch())).data();
            default -> null;
        };
    }

    private void check(Message message, long follow) throws IOException {
        long body = message.bodyLength();
        if (body < 0 || body > follow) {
            throw damaged("states a body of " + body + " bytes, but " + follow + " follow");
        }
        RecordBatch batch = batch(message);
        if (batch != null) {
            checkCounts(batch);
            checkBuffers(batch, body);
        } else if (body > 0) {
            throw damaged("has a body of " + body + " bytes, but only a dictionary or a batch has a body");
        }
    }

    private void checkCounts(RecordBatch batch) throws IOException {
        checkCount("rows", batch.length());
        for (int i = 0; i < batch.nodesLength(); i++) {
            FieldNode node = batch.nodes(i);
            checkCount("values of a column", node.length());
            if (node.nullCount() > node.length() || node.nullCount() < -1) {
                throw damaged("states " + node.nullCount() + " nulls among " + node.length() + " values");
            }
        }
    }

    private void checkCount(String what, long count) throws IOException {
        if (count < 0 || count > Integer.MAX_VALUE) {
            throw damaged("states " + count + " " + what + ", but expected 0 to " + Integer.MAX_VALUE);
        }
    }

    private void checkBuffers(RecordBatch batch, long body) throws IOException {
        long used = 0;
        for (int i = 0; i < batch.buffersLength(); i++) {
            Buffer buffer = batch.buffers(i);
            if (buffer.offset() < 0 || buffer.length() < 0 || buffer.offset() > body - buffer.length()) {
                throw damaged("has a buffer of " + buffer.length() + " bytes at " + buffer.offset()
                        + " of its body, but the body has " + body + " bytes");
            }
            used = Math.max(used, buffer.offset() + buffer.length());
        }
        if (body - used >= MOST_ALIGNMENT) {
            throw damaged("has a body of " + body + " bytes, but its buffers end after " + used);
        }
    }

    /** Reads the body of the current message, which the caller closes. */
    final ArrowBuf body(Message message, BufferAllocator allocator) throws IOException {
        return message.bodyLength() == 0
                ? allocator.getEmpty()
                : MessageSerializer.readMessageBody(channel(), message.bodyLength(), allocator);
    }

    /** Returns an error in the current message. */
    final IOException damaged(String reason) {
        return new IOException("the message at byte " + start + " " + reason + "; fetch or write the data again");
    }

    /** Returns an error in the compressed content of the current message. */
    final IOException undecoded(Exception cause) {
        return new IOException("the message at byte " + start + ": " + cause.getMessage(), cause);
    }
}
