package dev.riffle.example.internal;

/** Hashes a key to eight bytes. Two keys can have the same hash. A reader then checks one more record. */
@FunctionalInterface
public interface KeyHashing {

    /** The hash of index files. It is FNV-1a of the kind and the bytes, with the bits mixed. */
    KeyHashing STANDARD = (kind, bytes, size) -> {
        long hash = 0xcbf29ce484222325L;
        hash = (hash ^ kind) * 0x100000001b3L;
        for (int i = 0; i < size; i++) {
            hash = (hash ^ bytes[i] & 0xff) * 0x100000001b3L;
        }
        hash = (hash ^ hash >>> 32) * 0xd6e8feb86659fd93L;
        hash = (hash ^ hash >>> 32) * 0xd6e8feb86659fd93L;
        return hash ^ hash >>> 32;
    };

    /**
     * Returns the hash of a key.
     *
     * @param kind {@link IndexKey#BYTES} or {@link IndexKey#INT64}
     * @param bytes an array with the key in its first {@code size} bytes. A number has eight bytes, little-endian
     */
    long hash(int kind, byte[] bytes, int size);
}
