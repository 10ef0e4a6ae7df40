package dev.riffle.cli.input;

import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.util.OptionalLong;

/** A source of which is known already that it cannot be read. */
record UnreadableSource(String name, IOException failure) implements ByteSource {

    @Override
    public OptionalLong size() throws IOException {
        throw failure;
    }

    @Override
    public ReadableByteChannel open(long offset) throws IOException {
        throw failure;
    }
}
