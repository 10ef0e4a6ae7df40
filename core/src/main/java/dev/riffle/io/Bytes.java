package dev.riffle.io;

import dev.riffle.internal.Argument;
import dev.riffle.internal.Utf8;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * An immutable sequence of bytes, such as a payload, a value of a feature or a key.
 *
 * <pre>{@code
 * Bytes key = Bytes.ofUtf8("label");
 * String text = key.utf8();
 * }</pre>
 *
 * <p>The order compares unsigned bytes. For UTF-8 text this is the order of code points. A slice shares the memory of
 * its sequence, so a small slice keeps a large payload in memory. {@link #compact()} copies the slice. Safe for use by
 * several threads.
 *
 * @since 0.1
 */
public final class Bytes implements Comparable<Bytes> {

    private static final int SHOWN_BYTES = 32;

    private static final Bytes EMPTY = new Bytes(new byte[0], 0, 0);

    private final byte[] array;
    private final int offset;
    private final int size;
    private int hash;

    private Bytes(byte[] array, int offset, int size) {
        this.array = array;
        this.offset = offset;
        this.size = size;
    }

    /** Returns the empty sequence. */
    public static Bytes empty() {
        return EMPTY;
    }

    /** Returns a copy of {@code bytes}. */
    public static Bytes copyOf(byte[] bytes) {
        Argument.present(bytes, "bytes");
        return copyOf(bytes, 0, bytes.length);
    }

    /**
     * Like {@link #copyOf(byte[])}, for a part of an array.
     *
     * @throws IndexOutOfBoundsException if the part is not inside the array
     */
    public static Bytes copyOf(byte[] bytes, int offset, int size) {
        Argument.present(bytes, "bytes");
        Argument.part(offset, size, bytes.length, "bytes");
        return size == 0 ? EMPTY : new Bytes(Arrays.copyOfRange(bytes, offset, offset + size), 0, size);
    }

    /**
     * Returns a copy of the bytes between position and limit of {@code buffer}. The buffer's position does not change.
     */
    public static Bytes copyOf(ByteBuffer buffer) {
        Argument.present(buffer, "buffer");
        int size = buffer.remaining();
        if (size == 0) {
            return EMPTY;
        }
        byte[] copy = new byte[size];
        buffer.get(buffer.position(), copy);
        return new Bytes(copy, 0, size);
    }

    /**
     * Returns the UTF-8 form of {@code text}.
     *
     * @throws IllegalArgumentException if the text has an unpaired surrogate, because it has no UTF-8 form
     */
    public static Bytes ofUtf8(String text) {
        Argument.present(text, "text");
        return ofOwned(Utf8.encode(text));
    }

    /**
     * Parses pairs of hexadecimal digits without separators, and returns the bytes.
     *
     * @throws IllegalArgumentException if {@code digits} does not have this form
     */
    public static Bytes ofHex(String digits) {
        Argument.present(digits, "digits");
        try {
            return ofOwned(HexFormat.of().parseHex(digits));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("digits must be pairs of hexadecimal digits: " + digits, e);
        }
    }

    /**
     * Returns a sequence that uses an array without a copy. The caller must not change the array afterwards.
     */
    public static Bytes ofOwned(byte[] array) {
        Argument.present(array, "array");
        return array.length == 0 ? EMPTY : new Bytes(array, 0, array.length);
    }

    /** Returns the number of bytes. */
    public int size() {
        return size;
    }

    /** Returns whether the sequence is empty. */
    public boolean isEmpty() {
        return size == 0;
    }

    /**
     * Returns the byte at {@code index}, which counts from 0.
     *
     * @throws IndexOutOfBoundsException if the index is negative or not below {@link #size()}
     */
    public byte get(int index) {
        return array[offset + Argument.index(index, size, "index", "bytes")];
    }

    /**
     * Returns the bytes from {@code from} (inclusive) to {@code to} (exclusive), sharing this object's memory.
     *
     * @throws IndexOutOfBoundsException if the range is not inside the sequence
     */
    public Bytes slice(int from, int to) {
        Argument.range(from, to, size, "bytes");
        return from == to ? EMPTY : new Bytes(array, offset + from, to - from);
    }

    /** Returns these bytes in an array of exactly their size. Copies them unless their array already has this size. */
    public Bytes compact() {
        return size == array.length ? this : copyOf(array, offset, size);
    }

    /** Returns a copy as an array that the caller owns. */
    public byte[] toByteArray() {
        return Arrays.copyOfRange(array, offset, offset + size);
    }

    /** Returns a new read-only little-endian view, from position 0 to {@link #size()}. */
    public ByteBuffer asByteBuffer() {
        return ByteBuffer.wrap(array, offset, size).slice().asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Copies a part into an array.
     *
     * @throws IndexOutOfBoundsException if the part is not inside the sequence, or does not fit the target
     */
    public void copyTo(int from, byte[] target, int targetOffset, int count) {
        Argument.present(target, "target");
        Argument.part(from, count, size, "the bytes");
        Argument.part(targetOffset, count, target.length, "target");
        System.arraycopy(array, offset + from, target, targetOffset, count);
    }

    /** Writes all bytes to a stream. */
    public void writeTo(OutputStream out) throws IOException {
        Argument.present(out, "out");
        out.write(array, offset, size);
    }

    /**
     * Decodes the bytes as UTF-8 and returns the text. Each malformed part becomes U+FFFD. {@link #isUtf8()} detects
     * malformed parts.
     */
    public String utf8() {
        return new String(array, offset, size, StandardCharsets.UTF_8);
    }

    /** Returns whether the bytes are well-formed UTF-8. */
    public boolean isUtf8() {
        return Utf8.isValid(array, offset, offset + size);
    }

    /** Returns the bytes as pairs of lower-case hexadecimal digits. */
    public String hex() {
        return HexFormat.of().formatHex(array, offset, offset + size);
    }

    @Override
    public int compareTo(Bytes other) {
        Argument.present(other, "other");
        return Arrays.compareUnsigned(
                array, offset, offset + size, other.array, other.offset, other.offset + other.size);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes that
                && Arrays.equals(array, offset, offset + size, that.array, that.offset, that.offset + that.size);
    }

    @Override
    public int hashCode() {
        int result = hash;
        if (result == 0) {
            result = 1;
            for (int i = offset, end = offset + size; i < end; i++) {
                result = 31 * result + array[i];
            }
            hash = result;
        }
        return result;
    }

    /** Returns a text for messages, with the size and the first bytes in hexadecimal digits. */
    @Override
    public String toString() {
        String shown = size <= SHOWN_BYTES ? hex() : slice(0, SHOWN_BYTES).hex() + "...";
        return size + " bytes [" + shown + "]";
    }
}
