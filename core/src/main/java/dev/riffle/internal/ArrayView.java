package dev.riffle.internal;

import java.io.OutputStream;

/**
 * An output stream that records the array and the position of the bytes written to it. It provides access to a {@code
 * Bytes} without a copy. Callers must not change the array.
 */
public final class ArrayView extends OutputStream {

    private byte[] array = {};
    private int offset;

    /** Returns the array that contains the bytes. */
    public byte[] array() {
        return array;
    }

    /** Returns the index in the array of the first byte. */
    public int offset() {
        return offset;
    }

    @Override
    public void write(byte[] bytes, int from, int size) {
        array = bytes;
        offset = from;
    }

    @Override
    public void write(int b) {
        throw new UnsupportedOperationException("only arrays can be written");
    }
}
