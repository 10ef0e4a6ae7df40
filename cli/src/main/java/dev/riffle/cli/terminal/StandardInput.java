package dev.riffle.cli.terminal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/**
 * Reads standard input. Unlike {@code System.in}, this stream stops waiting when its thread is interrupted. Unlike the
 * streams of {@link java.nio.channels.Channels}, it never requests the position of the channel, which a pipe does not
 * have. So it always reports 0 available bytes.
 */
public final class StandardInput extends InputStream {

    private final ReadableByteChannel channel;

    public StandardInput(ReadableByteChannel channel) {
        this.channel = channel;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int size) throws IOException {
        return channel.read(ByteBuffer.wrap(target, offset, size));
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
