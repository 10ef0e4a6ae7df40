package dev.riffle.cli.convert;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/** A channel to an output that stays open, because the command commits or discards the output itself. */
record OpenChannel(WritableByteChannel output) implements WritableByteChannel {

    @Override
    public int write(ByteBuffer bytes) throws IOException {
        return output.write(bytes);
    }

    @Override
    public boolean isOpen() {
        return output.isOpen();
    }

    @Override
    public void close() {
        // The command closes the output.
    }
}
