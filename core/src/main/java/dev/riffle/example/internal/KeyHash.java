package dev.riffle.example.internal;

import dev.riffle.io.Bytes;
import java.nio.ByteBuffer;

/**
 * A hash of a key's bytes that is the same on every machine, for ever: FNV-1a of 64 bits, whose bits are mixed as MurmurHash3
 * does at its end, since FNV's high bits depend on little of a short key.
 */
public final class KeyHash {

    private static final long OFFSET_BASIS = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    private KeyHash() {}

    public static long of(ByteBuffer key) {
        long hash = OFFSET_BASIS;
        for (int i = key.position(); i < key.limit(); i++) {
            hash = (hash ^ (key.get(i) & 0xff)) * PRIME;
        }
        hash = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
        hash = (hash ^ hash >>> 33) * 0xc4ceb9fe1a85ec53L;
        return hash ^ hash >>> 33;
    }

    /** Returns the key of an integer: its decimal digits in ASCII, with a {@code -} in front if it is below 0. */
    public static Bytes keyOf(long number) {
        return Bytes.ofUtf8(Long.toString(number));
    }

    public static int shard(ByteBuffer key, int shards) {
        return (int) Long.remainderUnsigned(of(key), shards);
    }
}
