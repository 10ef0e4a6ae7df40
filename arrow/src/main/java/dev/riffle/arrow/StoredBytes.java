package dev.riffle.arrow;

import dev.riffle.io.Bytes;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthViewVector;

/**
 * Copies byte strings out of vectors. Checks every range before it allocates memory, because Arrow's readers do not
 * check the offsets of a file.
 */
final class StoredBytes {

    private StoredBytes() {}

    static Bytes of(BaseVariableWidthVector vector, int slot, RowMemory memory) {
        ArrowBuf offsets = vector.getOffsetBuffer();
        long at = (long) BaseVariableWidthVector.OFFSET_WIDTH * slot;
        int start = offsets.getInt(at);
        return copy(vector.getDataBuffer(), start, (long) offsets.getInt(at + Integer.BYTES) - start, memory);
    }

    static Bytes of(BaseLargeVariableWidthVector vector, int slot, RowMemory memory) {
        ArrowBuf offsets = vector.getOffsetBuffer();
        long at = (long) BaseLargeVariableWidthVector.OFFSET_WIDTH * slot;
        long start = offsets.getLong(at);
        return copy(vector.getDataBuffer(), start, offsets.getLong(at + Long.BYTES) - start, memory);
    }

    /** Copies a value that is in the view itself if it is short, and otherwise in one of several buffers. */
    static Bytes of(BaseVariableWidthViewVector vector, int slot, RowMemory memory) {
        ArrowBuf views = vector.getDataBuffer();
        long at = (long) BaseVariableWidthViewVector.ELEMENT_SIZE * slot;
        int size = views.getInt(at);
        at += BaseVariableWidthViewVector.LENGTH_WIDTH;
        if (size <= BaseVariableWidthViewVector.INLINE_SIZE) {
            return copy(views, at, size, memory);
        }
        at += BaseVariableWidthViewVector.PREFIX_WIDTH;
        int buffer = views.getInt(at);
        List<ArrowBuf> buffers = vector.getDataBuffers();
        if (buffer < 0 || buffer >= buffers.size()) {
            throw ArrowColumnException.ofValue("the value is in buffer " + buffer + " of " + buffers.size()
                    + ", so its view is damaged; write the data again");
        }
        int start = views.getInt(at + BaseVariableWidthViewVector.BUF_INDEX_WIDTH);
        return copy(buffers.get(buffer), start, size, memory);
    }

    private static Bytes copy(ArrowBuf buffer, long start, long size, RowMemory memory) {
        if (start < 0 || size < 0 || size > buffer.capacity() - start || size > Integer.MAX_VALUE - 8) {
            throw ArrowColumnException.ofValue("the value has " + size + " bytes at " + start + " of "
                    + buffer.capacity() + ", so its offsets are damaged; write the data again");
        }
        memory.add(size);
        byte[] bytes = new byte[(int) size];
        buffer.getBytes(start, bytes);
        return Bytes.ofOwned(bytes);
    }
}
