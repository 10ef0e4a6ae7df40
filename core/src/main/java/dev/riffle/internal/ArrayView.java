package dev.riffle.internal;

import java.io.OutputStream;

/**
 * Takes no bytes but notes where they are: the way to look at a {@code Bytes} without copying them. Nothing
 * is ever written to them.
 */
public final class ArrayView extends OutputStream {

    private byte[] array = {};
    private int offset;

    /** The array that the bytes are in. */
    public byte[] array() {
        return array;
    }

    /** Where in the array the bytes begin. */
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
        throw new UnsupportedOperationException("only whole arrays");
    }
}
