package dev.riffle.example;

import dev.riffle.internal.LittleEndian;
import org.jspecify.annotations.Nullable;

/**
 * A cache of keys, so that the Examples of a file share the strings of their names.
 *
 * <p>The cache consists of two tables of fixed size, one by bytes and one by text. A new key replaces the key in its
 * slot, so memory is bounded (1024 keys of at most 64 bytes in each table). Threads share the tables without locks: a
 * slot holds null or an immutable key with final fields. Each lookup compares the complete key. Because of a race, two
 * threads can each create the same key, but no lookup returns a wrong key.
 */
final class KeyCache {

    private static final int SLOTS = 1024;
    static final int MAX_SIZE = 64;
    private static final long MIX = 0x9e3779b97f4a7c15L;
    private static final @Nullable Key[] BY_BYTES = new Key[SLOTS];
    private static final @Nullable Key[] BY_TEXT = new Key[SLOTS];

    private KeyCache() {}

    /** Returns the key of {@code text}. Throws {@link IllegalArgumentException} if the text has no UTF-8 form. */
    static Key of(String text) {
        int hash = text.hashCode() * 0x9e3779b9;
        int slot = hash >>> 22;
        Key found = BY_TEXT[slot];
        if (found != null && found.text().equals(text)) {
            return found;
        }
        Key key = Key.of(text);
        if (key.utf8().length <= MAX_SIZE) {
            BY_TEXT[slot] = key;
        }
        return key;
    }

    /** Returns the key of some bytes. The bytes must be valid UTF-8. */
    static Key of(byte[] bytes, int from, int to) {
        int size = to - from;
        if (size > MAX_SIZE) {
            return Key.of(bytes, from, to);
        }
        int slot = (int) (hash(bytes, from, to) >>> 54);
        Key found = BY_BYTES[slot];
        if (found != null && found.isUtf8(bytes, from, to)) {
            return found;
        }
        Key key = Key.of(bytes, from, to);
        BY_BYTES[slot] = key;
        return key;
    }

    private static long hash(byte[] bytes, int from, int to) {
        int size = to - from;
        long hash = size * MIX;
        int at = from;
        for (; at <= to - Long.BYTES; at += Long.BYTES) {
            hash = (hash ^ LittleEndian.getLong(bytes, at)) * MIX;
            hash ^= hash >>> 32;
        }
        if (at < to) {
            hash = (hash ^ tail(bytes, from, at, to)) * MIX;
        }
        return hash * MIX;
    }

    /** Returns the last one to seven bytes as a number. Reads bytes before {@code at} again if this avoids a loop. */
    private static long tail(byte[] bytes, int from, int at, int to) {
        if (to - from >= Long.BYTES) {
            return LittleEndian.getLong(bytes, to - Long.BYTES);
        }
        if (to - at >= Integer.BYTES) {
            return LittleEndian.getInt(bytes, at) ^ (long) LittleEndian.getInt(bytes, to - Integer.BYTES) << 32;
        }
        return bytes[at] | bytes[(at + to) >>> 1] << 8 | bytes[to - 1] << 16;
    }
}
