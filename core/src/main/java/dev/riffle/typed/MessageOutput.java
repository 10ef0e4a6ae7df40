package dev.riffle.typed;

import dev.riffle.internal.LittleEndian;
import dev.riffle.internal.Varints;
import dev.riffle.io.Bytes;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Writes a message from its end to its beginning.
 *
 * <p>The wire format has the size of a part before the part. In this direction the size is known when it is written, so
 * one pass over the values suffices. Callers therefore write the last value first: {@link #mark()}, the content of a
 * part, then {@link #close} with its tag.
 */
final class MessageOutput {

    private static final int MAX_SIZE = Integer.MAX_VALUE - 8;

    private byte[] array;

    /** The index of the first byte written. */
    private int at;

    MessageOutput(int expectedSize) {
        this.array = new byte[expectedSize];
        this.at = expectedSize;
    }

    private void reserve(int size) {
        if (at < size) {
            grow(size);
        }
    }

    private void grow(int size) {
        int written = array.length - at;
        long needed = (long) written + size;
        if (needed > MAX_SIZE) {
            throw new IllegalStateException("a message must have fewer than 2^31 - 8 bytes: " + needed);
        }
        byte[] larger = new byte[(int) Math.min(MAX_SIZE, Math.max(needed, array.length * 2L))];
        System.arraycopy(array, at, larger, larger.length - written, written);
        array = larger;
        at = larger.length - written;
    }

    /** Returns the number of bytes written, for {@link #close}. */
    int mark() {
        return array.length - at;
    }

    /** Writes the size of all bytes since the mark, and a tag of one byte before it. */
    void close(int mark, int tag) {
        int size = array.length - at - mark;
        if (size < 0x80) {
            reserve(2);
            array[--at] = (byte) size;
        } else {
            int width = Varints.size(size);
            reserve(width + 1);
            at -= width;
            Varints.write(array, at, size);
        }
        array[--at] = (byte) tag;
    }

    void writeVarint(long value) {
        reserve(Varints.MAX_SIZE);
        at = Varints.writeBefore(array, at, value);
    }

    void writeFloat(float value) {
        reserve(Float.BYTES);
        at -= Float.BYTES;
        LittleEndian.putFloat(array, at, value);
    }

    /** Writes all values, in their order. */
    void writeFloats(float[] values) {
        if (values.length > MAX_SIZE / Float.BYTES) {
            throw new IllegalStateException("a message must have fewer than 2^31 - 8 bytes: " + 4L * values.length);
        }
        int size = values.length * Float.BYTES;
        reserve(size);
        at -= size;
        LittleEndian.putFloats(array, at, values);
    }

    void writeBytes(byte[] bytes) {
        reserve(bytes.length);
        at -= bytes.length;
        System.arraycopy(bytes, 0, array, at, bytes.length);
    }

    void writeBytes(Bytes bytes) {
        int size = bytes.size();
        reserve(size);
        at -= size;
        bytes.copyTo(0, array, at, size);
    }

    /** Writes the bytes between position and limit, which do not change. */
    void writeBytes(ByteBuffer bytes) {
        int size = bytes.remaining();
        reserve(size);
        at -= size;
        bytes.get(bytes.position(), array, at, size);
    }

    /** Returns the message. The output must not be used afterwards. */
    Bytes toBytes() {
        return Bytes.ofOwned(at == 0 ? array : Arrays.copyOfRange(array, at, array.length));
    }
}
