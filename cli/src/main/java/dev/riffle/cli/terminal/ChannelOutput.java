package dev.riffle.cli.terminal;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/** Writes standard output. Unlike {@code System.out}, this stream stops waiting when its thread is interrupted. */
public final class ChannelOutput extends OutputStream {

    /** The largest write. The channel copies each write to native memory of this size. */
    private static final int MOST_WRITTEN = 64 << 10;

    private final WritableByteChannel channel;

    public ChannelOutput(WritableByteChannel channel) {
        this.channel = channel;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int size) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(bytes, offset, size);
        while (rest.hasRemaining()) {
            int piece = Math.min(MOST_WRITTEN, rest.remaining());
            int written = channel.write(rest.slice(rest.position(), piece));
            rest.position(rest.position() + written);
        }
    }
}
