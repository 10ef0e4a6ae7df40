package dev.riffle.repair;

import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads the bytes of another source from an offset to the end. */
record OffsetSource(ByteSource source, long begin) implements ByteSource {

    @Override
    public String name() {
        return source.name();
    }

    @Override
    public OptionalLong size() throws IOException {
        OptionalLong size = source.size();
        return size.isPresent() ? OptionalLong.of(Math.max(0, size.getAsLong() - begin)) : size;
    }

    @Override
    public ReadableByteChannel open(long offset) throws IOException {
        return source.open(begin + offset);
    }

    @Override
    public ReadableByteChannel open(long offset, long length) throws IOException {
        return source.open(begin + offset, length);
    }

    @Override
    public Optional<String> version() throws IOException {
        return source.version();
    }
}
