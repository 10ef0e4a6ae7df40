package dev.riffle.example.internal;

import dev.riffle.internal.LittleEndian;
import dev.riffle.io.Bytes;

/**
 * The value of a feature by which an index finds a record.
 *
 * @param kind {@link #BYTES} or {@link #INT64}
 * @param value the bytes, or the number in little-endian bytes
 */
public record IndexKey(int kind, Bytes value) {

    public static final int BYTES = 1;
    public static final int INT64 = 2;

    public static IndexKey of(Bytes value) {
        return new IndexKey(BYTES, value);
    }

    public static IndexKey of(long value) {
        byte[] bytes = new byte[Long.BYTES];
        LittleEndian.putLong(bytes, 0, value);
        return new IndexKey(INT64, Bytes.ofOwned(bytes));
    }

    /** Returns the name of a kind of keys, for messages. */
    public static String nameOf(int kind) {
        return kind == INT64 ? "int64" : "bytes";
    }

    public long hash(KeyHashing hashing) {
        return hashing.hash(kind, value.toByteArray(), value.size());
    }

    @Override
    public String toString() {
        return kind == INT64
                ? Long.toString(LittleEndian.getLong(value.toByteArray(), 0))
                : value.isUtf8() ? value.utf8() : value.toString();
    }
}
