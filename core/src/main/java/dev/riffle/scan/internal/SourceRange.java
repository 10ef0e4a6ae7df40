package dev.riffle.scan.internal;

import dev.riffle.internal.BoundedChannel;
import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.util.Optional;
import java.util.OptionalLong;

/** A source for a range of the bytes of another source. */
final class SourceRange implements ByteSource {

    private final ByteSource source;
    private final long begin;
    private final long end;

    SourceRange(ByteSource source, long begin, long end) {
        this.source = source;
        this.begin = begin;
        this.end = end;
    }

    @Override
    public String name() {
        return source.name() + " from byte " + begin;
    }

    @Override
    public OptionalLong size() {
        return OptionalLong.of(end - begin);
    }

    @Override
    public ReadableByteChannel open(long offset) throws IOException {
        return open(offset, end - begin);
    }

    @Override
    public ReadableByteChannel open(long offset, long length) throws IOException {
        if (offset < 0 || length < 0) {
            throw new IllegalArgumentException(
                    "offset and length must not be negative: " + (offset < 0 ? offset : length));
        }
        long first = Math.min(offset, end - begin);
        long left = end - begin - first;
        long wanted = Math.min(length, left);
        return BoundedChannel.endingAfter(source.open(begin + first, wanted), left - wanted);
    }

    @Override
    public Optional<Object> fileKey() throws IOException {
        return source.fileKey();
    }

    @Override
    public Optional<String> version() throws IOException {
        return source.version();
    }
}
