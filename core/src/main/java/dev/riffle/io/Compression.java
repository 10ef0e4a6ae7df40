package dev.riffle.io;

import dev.riffle.internal.Argument;
import dev.riffle.internal.file.FileEnding;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The stream format of a complete record file. The constants are TensorFlow's compressions, in TensorFlow's framing.
 * Implement this interface to add another compression.
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
// A deadlock is impossible: only this interface creates the first objects of the constants' classes, so no thread
// initializes those classes earlier.
@SuppressWarnings("ClassInitializationDeadlock")
public interface Compression {

    /** Leaves the bytes unchanged. */
    Compression NONE = new NoCompression();

    /** GZIP, RFC 1952. Writes one member, and reads several members as one stream. {@link Gzip} has more options. */
    Gzip GZIP = new Gzip();

    /** ZLIB, RFC 1950. Writes one stream at zlib's default level. */
    Compression ZLIB = new Zlib(Zlib.DEFAULT_LEVEL);

    /** SNAPPY. Writes blocks of raw Snappy, each after its compressed size as four big-endian bytes. */
    Compression SNAPPY = new SnappyBlocks();

    /** Returns the usual name in capitals: NONE, GZIP, ZLIB or SNAPPY. */
    String name();

    /**
     * Returns whether this compression leaves the bytes unchanged. True if it is {@link #NONE} or has the same name.
     */
    default boolean isNone() {
        return name().equals(NONE.name());
    }

    /**
     * Returns a channel of the uncompressed bytes of {@code in}. The channel delivers the bytes before damage, then
     * throws. Closing the channel closes {@code in}.
     *
     * <p>Reads from the channel throw {@link CompressionException} if the compressed bytes are damaged or end too
     * early.
     */
    ReadableByteChannel decompress(ReadableByteChannel in) throws IOException;

    /** Returns an output that writes compressed bytes to {@code out}. The caller closes {@code out}. */
    CompressedOutput compress(WritableByteChannel out) throws IOException;

    /**
     * Returns this compression at another level.
     *
     * @param level for GZIP and ZLIB, 0 (stored) to 9 (smallest), or -1 for the default
     * @throws IllegalArgumentException if this compression does not have this level, or has no levels
     */
    default Compression level(int level) {
        throw new IllegalArgumentException(name() + " has no compression levels: " + level);
    }

    /** Returns the usual ending of the names of compressed files, without a period; empty for {@link #NONE}. */
    default String ending() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns how many bytes of a file show whether the file has this compression. They must be enough to decompress
     * the beginning of the first record. Riffle decompresses them to detect a built-in compression.
     *
     * @param start up to 512 bytes, with which the file begins, in big-endian order
     * @param size the size of the file, if known
     * @return 0 if no file with this compression begins like this
     */
    default int probeBytes(ByteBuffer start, OptionalLong size) {
        return 0;
    }

    /** Returns whether OFRecord files may have this compression. TFRecord files may have any compression. */
    default boolean mayContainOfRecords() {
        return true;
    }

    /** Returns whether another compressed stream may follow the first one in a file. */
    default boolean mayContinue() {
        return true;
    }

    /** Returns NONE, GZIP, ZLIB and SNAPPY, in this order. Index files contain the position of a compression here. */
    static List<Compression> builtIn() {
        return List.of(NONE, GZIP, ZLIB, SNAPPY);
    }

    /** Returns the built-in compression with this ending, in lower case and without a period. Never {@link #NONE}. */
    static Optional<Compression> ofEnding(String ending) {
        Argument.present(ending, "ending");
        return builtIn().stream()
                .filter(compression ->
                        !compression.isNone() && compression.ending().equals(ending))
                .findFirst();
    }

    /**
     * Returns the built-in compression that the ending of a file name means, in upper or lower case: GZIP for {@code
     * train.tfrecord.gz}. The numbers of a shard do not count, so {@code train.gz-00000-of-00010} means GZIP too.
     * Never {@link #NONE}.
     *
     * @param name the name of a file, or its path
     */
    static Optional<Compression> ofFileName(String name) {
        Argument.present(name, "name");
        return ofEnding(FileEnding.extension(FileEnding.fileName(name)).toLowerCase(Locale.ROOT));
    }

    /**
     * Returns the built-in compression with this name, in upper or lower case.
     *
     * @throws IllegalArgumentException if no built-in compression has this name. TensorFlow would silently treat such a
     *     name as no compression
     */
    static Compression of(String name) {
        Argument.present(name, "name");
        for (Compression compression : builtIn()) {
            if (compression.name().equals(name.toUpperCase(Locale.ROOT))) {
                return compression;
            }
        }
        throw new IllegalArgumentException("compression must be "
                + Argument.oneOf(builtIn().stream().map(Compression::name).toList()) + ": " + name);
    }
}
