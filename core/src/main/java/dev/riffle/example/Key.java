package dev.riffle.example;

import dev.riffle.internal.Utf8;
import dev.riffle.internal.Varints;
import dev.riffle.internal.WireScanner;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The name of a feature, as text and in UTF-8. Keys are in the order of their bytes. */
final class Key implements Comparable<Key> {

    private final String text;
    private final byte[] utf8;
    private final byte[] field;
    private final int hash;

    private Key(String text, byte[] utf8) {
        this.text = text;
        this.utf8 = utf8;
        this.hash = text.hashCode();
        byte[] header = new byte[1 + Varints.MAX_SIZE];
        header[0] = WireScanner.FIELD_1;
        int headerSize = Varints.write(header, 1, utf8.length);
        this.field = Arrays.copyOf(header, headerSize + utf8.length);
        System.arraycopy(utf8, 0, field, headerSize, utf8.length);
    }

    /** Returns the key for a text. Throws {@link IllegalArgumentException} if the text has no UTF-8 form. */
    static Key of(String text) {
        return new Key(text, Utf8.encode(text));
    }

    /** Returns a key with a copy of some bytes. The bytes must be valid UTF-8. */
    static Key of(byte[] bytes, int from, int to) {
        byte[] utf8 = Arrays.copyOfRange(bytes, from, to);
        return new Key(new String(utf8, StandardCharsets.UTF_8), utf8);
    }

    String text() {
        return text;
    }

    /** Returns the bytes. Callers must not change them. */
    byte[] utf8() {
        return utf8;
    }

    /** Returns the field {@code key} of a map entry with the bytes: tag, length, text. Callers must not change them. */
    byte[] field() {
        return field;
    }

    boolean isUtf8(byte[] bytes, int from, int to) {
        return Arrays.equals(utf8, 0, utf8.length, bytes, from, to);
    }

    @Override
    public int compareTo(Key other) {
        return this == other ? 0 : Arrays.compareUnsigned(utf8, other.utf8);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof Key that && text.equals(that.text));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return text;
    }
}
