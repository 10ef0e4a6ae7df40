package dev.riffle.arrow;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;

/**
 * Collects the buffers of one batch, in Arrow's order of fields: each field before its children, and the validity of a
 * field before its offsets and values. Each batch has its own buffers, because consumers may keep earlier batches.
 */
final class BatchBuffers implements AutoCloseable {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final BufferAllocator allocator;
    private final List<ArrowFieldNode> nodes = new ArrayList<>();
    private final List<ArrowBuf> buffers = new ArrayList<>();

    BatchBuffers(BufferAllocator allocator) {
        this.allocator = allocator;
    }

    /** Begins a field without nulls. */
    void field(int length) {
        nodes.add(new ArrowFieldNode(length, 0));
        buffers.add(allocator.getEmpty());
    }

    /** Begins a field. The caller clears the bits of the rows that are null in the returned memory. */
    ByteBuffer fieldWithNulls(int length, int nulls) {
        nodes.add(new ArrowFieldNode(length, nulls));
        int bytes = (length + Byte.SIZE - 1) / Byte.SIZE;
        ArrowBuf bits = buffer(bytes);
        bits.setOne(0L, bytes);
        return memory(bits, bytes);
    }

    /** Adds a buffer and returns its memory, whose content is undefined. */
    ByteBuffer add(long bytes) {
        if (bytes > Integer.MAX_VALUE) {
            throw new ArithmeticException("a column of " + bytes + " bytes");
        }
        return bytes == 0 ? addEmpty() : memory(buffer(bytes), (int) bytes);
    }

    private ByteBuffer addEmpty() {
        buffers.add(allocator.getEmpty());
        return NOTHING;
    }

    private ArrowBuf buffer(long bytes) {
        ArrowBuf buffer = allocator.buffer(bytes);
        buffers.add(buffer);
        buffer.writerIndex(bytes);
        return buffer;
    }

    private static ByteBuffer memory(ArrowBuf buffer, int bytes) {
        return buffer.nioBuffer(0, bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Returns the batch, which the caller closes. The batch keeps the buffers after this object is closed. */
    ArrowRecordBatch batch(int rows) {
        return new ArrowRecordBatch(rows, nodes, List.copyOf(buffers));
    }

    @Override
    public void close() {
        buffers.forEach(ArrowBuf::close);
        buffers.clear();
    }
}
