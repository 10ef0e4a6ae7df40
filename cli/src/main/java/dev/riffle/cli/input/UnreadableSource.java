package dev.riffle.cli.input;

import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.util.OptionalLong;

/** Represents a source that cannot be read. Every opening throws. */
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
