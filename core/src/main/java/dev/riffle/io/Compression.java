package dev.riffle.io;

import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.List;
import java.util.Locale;

/**
 * How a whole record file is compressed. The constants are TensorFlow's choices, in TensorFlow's framing; implement this
 * interface to add another.
 *
 * <p>Immutable and safe for several threads; what the methods return belongs to one thread at a time.
 */
// No deadlock: nobody can touch the classes of the constants before this interface, which alone makes their first
// objects.
@SuppressWarnings("ClassInitializationDeadlock")
public interface Compression {

    /** The bytes as they are. */
    Compression NONE = new NoCompression();

    /** RFC 1952, one member; more members are read as one stream. More choices: {@link Gzip}. */
    Gzip GZIP = new Gzip();

    /** RFC 1950, one stream at zlib's default level. */
    Compression ZLIB = new Zlib(Zlib.DEFAULT_LEVEL);

    /** Blocks of raw Snappy, each behind its compressed size as four big-endian bytes. */
    Compression SNAPPY = new SnappyBlocks();

    /** What the field calls it, in capitals: NONE, GZIP, ZLIB, SNAPPY. */
    String name();

    /** Whether the bytes stay as they are: whether this is {@link #NONE}, or calls itself so. */
    default boolean isNone() {
        return name().equals(NONE.name());
    }

    /**
     * The uncompressed bytes of {@code in}. What could be decompressed before a damage is delivered before the damage is
     * thrown. Closing closes {@code in}.
     *
     * <p>The channel's reads throw {@link CompressionException} where the compressed bytes are damaged or stop too early.
     */
    ReadableByteChannel decompress(ReadableByteChannel in) throws IOException;

    /** Compresses into {@code out}, which stays the caller's to close. */
    CompressedOutput compress(WritableByteChannel out) throws IOException;

    /** The same compression at another level. */
    default Compression level(int level) {
        throw new IllegalArgumentException(name() + " has no compression levels: " + level);
    }

    /** NONE, GZIP, ZLIB and SNAPPY, in this order. */
    static List<Compression> builtIn() {
        return List.of(NONE, GZIP, ZLIB, SNAPPY);
    }

    /**
     * The built-in compression of a name, in any case.
     *
     * @throws IllegalArgumentException if there is none; TensorFlow would silently take such a name for no compression
     */
    static Compression of(String name) {
        for (Compression compression : builtIn()) {
            if (compression.name().equals(name.toUpperCase(Locale.ROOT))) {
                return compression;
            }
        }
        throw new IllegalArgumentException("compression must be NONE, GZIP, ZLIB or SNAPPY: " + name);
    }
}
