package dev.riffle.spark.internal.write;

import dev.riffle.internal.Utf8;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Writes a message from its end to its beginning. The encoder writes the length of a part after the part itself, so one
 * pass over the values is enough. Messages reuse one array.
 */
final class BackwardBytes {

    private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

    private static final int MOST_VARINT_BYTES = 10;

    /** The size from which the array grows by a fraction instead of doubling. */
    private static final int LARGE_BYTES = 16 << 20;

    private static final int LARGE_GROWTH_FRACTION = 8;

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] array = new byte[1 << 10];

    /** The index of the first byte. The next part ends at this index. */
    private int begin = array.length;

    /** Begins a new message. */
    void clear() {
        begin = array.length;
    }

    /** Returns the number of bytes written. */
    int size() {
        return array.length - begin;
    }

    /** Returns the message as a view that the next message overwrites. */
    ByteBuffer view() {
        return ByteBuffer.wrap(array, begin, size());
    }

    /**
     * Moves the beginning of the message forward by {@code count} bytes of any content, and returns the new beginning.
     *
     * @throws IllegalArgumentException if the message becomes larger than the largest array
     */
    private int claim(long count) {
        if (begin < count) {
            grow(count);
        }
        begin -= (int) count;
        return begin;
    }

    private void grow(long count) {
        long needed = size() + count;
        if (needed > MOST_BYTES) {
            throw new IllegalArgumentException("row too large: expected fewer than 2^31 - 8 bytes, found " + needed);
        }
        // A large array grows by few bytes, so that the row, this array and its copy need three times the record at
        // most.
        long wanted =
                needed < LARGE_BYTES ? Math.max(needed, array.length * 2L) : needed + needed / LARGE_GROWTH_FRACTION;
        int size = size();
        if (size == 0) {
            array = new byte[0]; // Lets the garbage collector free the memory before the allocation.
        }
        byte[] larger = new byte[(int) Math.min(MOST_BYTES, wanted)];
        System.arraycopy(array, array.length - size, larger, larger.length - size, size);
        begin = larger.length - size;
        array = larger;
    }

    /**
     * Puts a tag and the length of the part that follows it. {@code sizeBefore} is the size of the message without that
     * part.
     */
    void header(int tag, int sizeBefore) {
        int length = size() - sizeBefore;
        if (length < 0x80) {
            int at = claim(2);
            array[at] = (byte) tag;
            array[at + 1] = (byte) length;
        } else {
            varint(length);
            int at = claim(1);
            array[at] = (byte) tag;
        }
    }

    /** Puts a number, as unsigned, in its shortest form. */
    void varint(long value) {
        if (begin < MOST_VARINT_BYTES) {
            grow(MOST_VARINT_BYTES);
        }
        if ((value & ~0x7fL) == 0) {
            array[--begin] = (byte) value;
            return;
        }
        // The fraction 9/64 is close enough to 1/7 for every number of bits from 1 to 64.
        int size = (640 - Long.numberOfLeadingZeros(value) * 9) >>> 6;
        begin -= size;
        long rest = value;
        int last = begin + size - 1;
        for (int at = begin; at < last; at++) {
            array[at] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        array[last] = (byte) rest;
    }

    void bytes(byte[] bytes) {
        int at = claim(bytes.length); // Must precede the access to the array, because claim may replace it.
        System.arraycopy(bytes, 0, array, at, bytes.length);
    }

    /** Puts the bytes of a string, or of a binary in the form of one. */
    void bytes(UTF8String text) {
        int at = claim(text.numBytes());
        text.writeToMemory(array, Platform.BYTE_ARRAY_OFFSET + (long) at);
    }

    /**
     * Like {@link #bytes(UTF8String)}, but returns the offset in the string of the first byte that is not UTF-8, or -1
     * if the string is valid UTF-8.
     */
    int text(UTF8String text) {
        bytes(text);
        int at = Utf8.invalidAt(array, begin, begin + text.numBytes());
        return at < 0 ? -1 : at - begin;
    }

    /** Puts ASCII text. */
    void ascii(String text) {
        int at = claim(text.length());
        for (int i = 0; i < text.length(); i++) {
            array[at + i] = (byte) text.charAt(i);
        }
    }

    /** Puts {@code count} zeros. Returns their place for {@link #setFloat} and {@link #setDouble}. */
    int zeros(long count) {
        int at = claim(count);
        Arrays.fill(array, at, at + (int) count, (byte) 0);
        return size();
    }

    /** Reserves {@code count} bytes with undefined content. Returns the place, like {@link #zeros}. */
    int room(long count) {
        claim(count);
        return size();
    }

    /**
     * Sets a float, {@code offset} bytes after the beginning of the part at {@code place}, which {@link #zeros} or
     * {@link #room} returned.
     */
    void setFloat(int place, int offset, float value) {
        INTS.set(array, array.length - place + offset, Float.floatToRawIntBits(value));
    }

    /** Like {@link #setFloat}, for a double. */
    void setDouble(int place, int offset, double value) {
        LONGS.set(array, array.length - place + offset, Double.doubleToRawLongBits(value));
    }

    /** Puts bytes from Spark's memory. */
    void memory(Object base, long offset, long count) {
        int at = claim(count); // Must precede the access to the array, because claim may replace it.
        Platform.copyMemory(base, offset, array, Platform.BYTE_ARRAY_OFFSET + (long) at, count);
    }
}
