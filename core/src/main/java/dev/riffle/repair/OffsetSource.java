package dev.riffle.repair;

import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.util.OptionalLong;

/** The bytes of a source from an offset to its end. */
record OffsetSource(ByteSource whole, long begin) implements ByteSource {

    @Override
    public String name() {
        return whole.name();
    }

    @Override
    public OptionalLong size() throws IOException {
        OptionalLong size = whole.size();
        return size.isPresent() ? OptionalLong.of(Math.max(0, size.getAsLong() - begin)) : size;
    }

    @Override
    public ReadableByteChannel open(long offset) throws IOException {
        return whole.open(begin + offset);
    }
}
