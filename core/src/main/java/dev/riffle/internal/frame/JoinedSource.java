package dev.riffle.internal.frame;

import dev.riffle.internal.InputChannel;
import dev.riffle.internal.MappableSource;
import dev.riffle.internal.Mapping;
import dev.riffle.io.ByteSource;
import dev.riffle.io.SourcePart;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A source that joins several files in order. For a single file it behaves like the source of that file. */
public final class JoinedSource implements ByteSource, MappableSource {

    private final String name;
    private final List<Path> files;
    private final List<ByteSource> parts;

    public JoinedSource(String name, List<Path> files) {
        this.name = name;
        this.files = files;
        this.parts = files.stream().map(ByteSource::of).toList();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public OptionalLong size() throws IOException {
        long size = 0;
        for (ByteSource part : parts) {
            OptionalLong partSize = part.size();
            if (partSize.isEmpty()) {
                return partSize;
            }
            size += partSize.getAsLong();
        }
        return OptionalLong.of(size);
    }

    @Override
    public ReadableByteChannel open(long offset) throws IOException {
        if (offset < 0) {
            throw new IllegalArgumentException("offset must not be negative: " + offset);
        }
        long left = offset;
        int part = 0;
        while (part < parts.size() - 1) {
            long size = parts.get(part).size().orElse(Long.MAX_VALUE);
            if (left < size) {
                break;
            }
            left -= size;
            part++;
        }
        return new JoinedChannel(part, left);
    }

    @Override
    public Optional<ByteBuffer> view(long offset, int length) throws IOException {
        return parts.size() == 1 ? parts.get(0).view(offset, length) : Optional.empty();
    }

    @Override
    public Optional<Mapping> map(long offset, int length) throws IOException {
        return parts.size() == 1 ? ByteWindow.map(parts.get(0), offset, length) : Optional.empty();
    }

    @Override
    public Optional<Object> fileKey() throws IOException {
        return parts.size() == 1 ? parts.get(0).fileKey() : Optional.empty();
    }

    @Override
    public Optional<String> version() throws IOException {
        return parts.size() == 1 ? parts.get(0).version() : Optional.empty();
    }

    @Override
    public Optional<SourcePart> partAt(long offset) throws IOException {
        long from = 0;
        for (int i = 0; i < parts.size(); i++) {
            long size = parts.get(i).size().orElse(Long.MAX_VALUE - from);
            if (offset - from < size || i == parts.size() - 1) {
                return Optional.of(new SourcePart(String.valueOf(files.get(i).getFileName()), offset - from));
            }
            from += size;
        }
        return Optional.empty();
    }

    /** Reads the files in order, each to its end. */
    private final class JoinedChannel extends InputChannel {

        private int part;
        private ReadableByteChannel channel;

        JoinedChannel(int part, long offset) throws IOException {
            this.part = part;
            this.channel = parts.get(part).open(offset);
        }

        @Override
        protected int readOpen(ByteBuffer target) throws IOException {
            int count = channel.read(target);
            while (count < 0 && part < parts.size() - 1) {
                channel.close();
                part++;
                channel = parts.get(part).open(0);
                count = channel.read(target);
            }
            return count;
        }

        @Override
        protected void release() throws IOException {
            channel.close();
        }
    }
}
