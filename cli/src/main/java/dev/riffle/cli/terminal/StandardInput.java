package dev.riffle.cli.terminal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/**
 * Standard input that, unlike {@code System.in}, stops waiting when its reader is interrupted. It reports no available
 * bytes. The stream that {@link java.nio.channels.Channels} makes from a file's channel asks for its position to find
 * out, and a pipe has no position.
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
