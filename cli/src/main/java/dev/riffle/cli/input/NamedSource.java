package dev.riffle.cli.input;

import dev.riffle.internal.MappableSource;
import dev.riffle.internal.Mapping;
import dev.riffle.io.ByteSource;
import dev.riffle.io.SourcePart;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Optional;
import java.util.OptionalLong;

/** Gives a source another name. */
record NamedSource(String name, ByteSource source) implements ByteSource, MappableSource {

    @Override
    public OptionalLong size() throws IOException {
        return source.size();
    }

    @Override
    public ReadableByteChannel open(long offset) throws IOException {
        return source.open(offset);
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
    public Optional<SourcePart> partAt(long offset) throws IOException {
        return source.partAt(offset);
    }
}
