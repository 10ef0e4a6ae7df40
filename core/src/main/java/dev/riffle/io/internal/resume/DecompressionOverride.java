package dev.riffle.io.internal.resume;

import dev.riffle.io.CompressedOutput;
import dev.riffle.io.Compression;
import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.function.UnaryOperator;

/**
 * A compression with another way to decompress. Immutable, and thread-safe if the operator is thread-safe.
 *
 * @param compression provides the name and compresses bytes
 * @param decompression opens the channel of uncompressed bytes
 */
record DecompressionOverride(Compression compression, UnaryOperator<ReadableByteChannel> decompression)
        implements Compression {

    @Override
    public String name() {
        return compression.name();
    }

    @Override
    public boolean mayContainOfRecords() {
        return compression.mayContainOfRecords();
    }

    @Override
    public ReadableByteChannel decompress(ReadableByteChannel in) {
        return decompression.apply(in);
    }

    @Override
    public CompressedOutput compress(WritableByteChannel out) throws IOException {
        return compression.compress(out);
    }

    @Override
    public String toString() {
        return name();
    }
}
