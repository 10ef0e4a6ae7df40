package dev.riffle.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
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

    private static final class PassThrough implements CompressedOutput {
        private final WritableByteChannel out;
        private boolean open = true;
        private boolean finished;

        PassThrough(WritableByteChannel out) {
            this.out = out;
        }

        @Override
        public int write(ByteBuffer source) throws IOException {
            if (!open || finished) {
                throw new ClosedChannelException();
            }
            return out.write(source);
        }

        @Override
        public void flush() throws IOException {
            // This class holds no bytes, so a flush only checks the state.
            if (!open && !finished) {
                throw new ClosedChannelException();
            }
        }

        @Override
        public void finish() throws IOException {
            flush();
            finished = true;
        }

        @Override
        public boolean isOpen() {
            return open;
        }

        @Override
        public void close() {
            // The underlying channel stays open, because it belongs to the caller.
            open = false;
        }
    }
}
