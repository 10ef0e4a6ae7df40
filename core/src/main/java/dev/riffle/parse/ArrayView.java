package dev.riffle.parse;

import java.io.OutputStream;

/**
 * Takes no bytes but notes where they are: the way to look at {@link dev.riffle.io.Bytes} without copying them. Nothing
 * is ever written to them.
 */
final class ArrayView extends OutputStream {

    byte[] array = {};
    int offset;

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
