package dev.riffle.io.internal.resume;

import dev.riffle.internal.MappableSource;
import dev.riffle.internal.Mapping;
import dev.riffle.io.ByteRange;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.SourcePart;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Gives a source another name, for messages. */
public record NamedSource(String name, ByteSource source) implements ByteSource, MappableSource {

    @Override
    public OptionalLong size() throws IOException {
        return source.size();
    }

    @Override
    public ReadableByteChannel open(long offset) throws IOException {
        return source.open(offset);
    }

    @Override
    public ReadableByteChannel open(long offset, long length) throws IOException {
        return source.open(offset, length);
    }

    @Override
    public Bytes read(long offset, int length) throws IOException {
        return source.read(offset, length);
    }

    @Override
    public List<Bytes> readAll(List<ByteRange> ranges) throws IOException {
        return source.readAll(ranges);
    }

    @Override
    public Optional<ByteBuffer> view(long offset, int length) throws IOException {
        return source.view(offset, length);
    }

    @Override
    public Optional<Mapping> map(long offset, int length) throws IOException {
        return source instanceof MappableSource mappable
                ? mappable.map(offset, length)
                : source.view(offset, length).map(Mapping::ofMemory);
    }

    @Override
    public Optional<Object> fileKey() throws IOException {
        return source.fileKey();
    }

    @Override
    public Optional<String> version() throws IOException {
        return source.version();
    }

    @Override
    public Optional<SourcePart> partAt(long offset) throws IOException {
        return source.partAt(offset);
    }
}
