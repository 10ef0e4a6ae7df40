package dev.riffle.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** The bytes as they are. */
final class NoCompression implements Compression {

    @Override
    public String name() {
        return "NONE";
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

    private record PassThrough(WritableByteChannel out) implements CompressedOutput {

        @Override
        public int write(ByteBuffer source) throws IOException {
            return out.write(source);
        }

        @Override
        public void flush() {
            // Nothing is held back.
        }

        @Override
        public void finish() {
            // There is no end mark.
        }

        @Override
        public boolean isOpen() {
            return out.isOpen();
        }

        @Override
        public void close() {
            // The channel below is the caller's.
        }
    }
}
