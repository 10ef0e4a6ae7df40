package dev.riffle.io;

import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.List;
import java.util.Locale;

/**
 * The stream format of a complete record file. The constants are TensorFlow's compressions, in TensorFlow's framing;
 * implement this interface to add another.
 *
 * <pre>{@code
 * RecordWriterOptions options = RecordWriterOptions.defaults().compression(Compression.GZIP);
 * }</pre>
 *
 * <p>Immutable and safe for use by several threads. One thread at a time may use a channel or an output that the
 * methods return.
 *
 * @since 0.1
 */
// No deadlock: only this interface creates the first objects of the constants' classes, so no thread reaches those
// classes earlier.
@SuppressWarnings("ClassInitializationDeadlock")
public interface Compression {

    /** No compression. */
    Compression NONE = new NoCompression();

    /** RFC 1952. Writes one member, and reads several members as one stream. {@link Gzip} has more options. */
    Gzip GZIP = new Gzip();

    /** RFC 1950, one stream at zlib's default level. */
    Compression ZLIB = new Zlib(Zlib.DEFAULT_LEVEL);

    /** Blocks of raw Snappy, each after its compressed size as four big-endian bytes. */
    Compression SNAPPY = new SnappyBlocks();

    /** Returns the usual name, in capitals: NONE, GZIP, ZLIB, SNAPPY. */
    String name();

    /** Returns whether this leaves the bytes unchanged: whether it is {@link #NONE} or has its name. */
    default boolean isNone() {
        return name().equals(NONE.name());
    }

    /**
     * Returns a channel of the uncompressed bytes of {@code in}. It delivers the bytes before damage, then throws.
     * Closing it closes {@code in}.
     *
     * <p>Its reads throw {@link CompressionException} if the compressed bytes are damaged or end too early.
     */
    ReadableByteChannel decompress(ReadableByteChannel in) throws IOException;

    /** Returns an output that compresses into {@code out}. The caller closes {@code out}. */
    CompressedOutput compress(WritableByteChannel out) throws IOException;

    /**
     * Returns this compression at another level.
     *
     * @param level for GZIP and ZLIB, 0 (stored) to 9 (smallest), or -1 for the default
     * @throws IllegalArgumentException if this compression has no levels, or not this one
     */
    default Compression level(int level) {
        throw new IllegalArgumentException(name() + " has no compression levels: " + level);
    }

    /** Returns NONE, GZIP, ZLIB and SNAPPY, in this order. */
    static List<Compression> builtIn() {
        return List.of(NONE, GZIP, ZLIB, SNAPPY);
    }

    /**
     * Returns the built-in compression with this name, in any case.
     *
     * @throws IllegalArgumentException if no built-in compression has this name; TensorFlow would silently read such a
     *     name as no compression
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
