package dev.riffle.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** Leaves the bytes unchanged. */
final class NoCompression implements Compression {

    @Override
    public String name() {
        return "NONE";
    }

    @Override
    public String ending() {
        return "";
    }

    @Override
    public ReadableByteChannel decompress(ReadableByteChannel in) {
        return in;
    }

    @Override
    public CompressedOutput compress(WritableByteChannel out) {
        return new PassThrough(out);
    }

    @Override
    public String toString() {
        return name();
    }

    private static final class PassThrough extends CompressingOutput {
        private final WritableByteChannel out;

        PassThrough(WritableByteChannel out) {
            this.out = out;
        }

        @Override
        void take(ByteBuffer source) throws IOException {
            while (source.hasRemaining()) {
                out.write(source);
            }
        }

        @Override
        void passOn() {
            // This class holds no bytes.
        }
    }
}
