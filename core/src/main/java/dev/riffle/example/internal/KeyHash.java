package dev.riffle.example.internal;

import dev.riffle.io.Bytes;
import java.nio.ByteBuffer;

/**
 * A hash of a key's bytes that is the same on every machine and in every version. It is FNV-1a of 64 bits with the
 * final mix of MurmurHash3. The mix is necessary because the high bits of FNV depend on few bits of a short key.
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

    /**
     * Returns the key of an integer: its decimal digits in ASCII, with a {@code -} before them if the integer is
     * negative.
     */
    public static Bytes keyOf(long number) {
        return Bytes.ofUtf8(Long.toString(number));
    }

    public static int shard(ByteBuffer key, int shards) {
        return (int) Long.remainderUnsigned(of(key), shards);
    }
}
