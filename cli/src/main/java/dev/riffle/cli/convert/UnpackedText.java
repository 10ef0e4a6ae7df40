package dev.riffle.cli.convert;

import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import dev.riffle.io.CompressionException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.OptionalLong;

/** Decompresses a source of gzip text. */
record UnpackedText(ByteSource packed) implements ByteSource {

    /** Returns a source of the text in a source. No supported text begins with the bytes of gzip, 1F 8B. */
    static ByteSource of(ByteSource source) throws IOException {
        try (InputStream in = Channels.newInputStream(source.open(0))) {
            return in.read() == 0x1f && in.read() == 0x8b ? new UnpackedText(source) : source;
        }
    }

    @Override
    public String name() {
        return packed.name();
    }

    @Override
    public OptionalLong size() {
        return OptionalLong.empty();
    }

    @Override
    public ReadableByteChannel open(long offset) throws IOException {
        if (offset != 0) {
            throw new IOException(name() + ": compressed text can be read only from its beginning");
        }
        return new Unpacking(name(), Compression.GZIP.decompress(packed.open(0)));
    }

    /** Adds the name of the source to errors of the compression. */
    private record Unpacking(String name, ReadableByteChannel text) implements ReadableByteChannel {

        @Override
        public int read(ByteBuffer target) throws IOException {
            try {
                return text.read(target);
            } catch (CompressionException e) {
                throw new IOException(name + ": damaged gzip data: " + e.getMessage(), e);
            }
        }

        @Override
        public boolean isOpen() {
            return text.isOpen();
        }

        @Override
        public void close() throws IOException {
            text.close();
        }
    }
}
