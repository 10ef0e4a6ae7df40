package dev.riffle.io;

import dev.riffle.internal.MappableSource;
import dev.riffle.internal.Mapping;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The bytes of a file. The source maps regular files of the default file system if they are large enough. */
final class FileSource implements ByteSource, MappableSource {

    /** The size of the smallest file to map for one pass. For smaller files a mapping costs more time than it saves. */
    static final long SMALLEST_MAPPED = 256 << 10;

    /** The size of the largest window to map, unless one record needs more. */
    static final int LARGEST_WINDOW = 1 << 30;

    private final Path path;

    FileSource(Path path) {
        this.path = path;
    }

    @Override
    public String name() {
        return path.toString();
    }

    @Override
    public OptionalLong size() throws IOException {
        // A pipe or a device reports the size 0, or a meaningless size.
        BasicFileAttributes file = attributes();
        return file.isRegularFile() ? OptionalLong.of(file.size()) : OptionalLong.empty();
    }

    @Override
    public Optional<Object> fileKey() throws IOException {
        return Optional.ofNullable(attributes().fileKey());
    }

    private BasicFileAttributes attributes() throws IOException {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class);
        } catch (IOException e) {
            throw FileErrors.explain(path, e);
        }
    }

    @Override
    public ReadableByteChannel open(long offset) throws IOException {
        if (offset < 0) {
            throw new IllegalArgumentException("offset must not be negative: " + offset);
        }
        FileErrors.checkReadable(path);
        try {
            SeekableByteChannel channel = Files.newByteChannel(path, StandardOpenOption.READ);
            if (offset != 0) {
                channel.position(offset);
            }
            return channel;
        } catch (IOException e) {
            throw FileErrors.explain(path, e);
        }
    }

    /** Returns a view of a mapping. A garbage collection ends the mapping. */
    @Override
    public Optional<ByteBuffer> view(long offset, int length) throws IOException {
        return withChannel(
                (channel, size) -> Optional.of(
                        channel.map(FileChannel.MapMode.READ_ONLY, offset, Math.min(size - offset, length))),
                offset,
                SMALLEST_MAPPED);
    }

    @Override
    public Optional<Mapping> map(long offset, int length) throws IOException {
        return map(offset, length, SMALLEST_MAPPED);
    }

    @Override
    public Optional<Mapping> mapAny(long offset, int length) throws IOException {
        return map(offset, length, 1);
    }

    @Override
    public boolean isLocalFile() {
        return path.getFileSystem().equals(FileSystems.getDefault());
    }

    private Optional<Mapping> map(long offset, int length, long smallest) throws IOException {
        FileState before = state();
        return withChannel(
                (channel, size) -> {
                    // The channel may belong to another file that now has the name.
                    FileState same = Objects.equals(before, state()) ? before : null;
                    return Optional.of(Mapping.of(channel, same, offset, Math.min(size - offset, length)));
                },
                offset,
                smallest);
    }

    /**
     * Identifies a file. The size and the time distinguish the file from a copy with the same key. An overlay file
     * system creates such a copy for the first writer.
     */
    private record FileState(Object fileKey, long size, FileTime modified) {}

    /** Returns the state of the file, or null if the file system cannot distinguish files. */
    private @Nullable FileState state() throws IOException {
        BasicFileAttributes file = attributes();
        Object key = file.fileKey();
        return key == null ? null : new FileState(key, file.size(), file.lastModifiedTime());
    }

    /** Maps a part of a file. */
    private interface Mapper<T> {
        Optional<T> map(FileChannel channel, long size) throws IOException;
    }

    private <T> Optional<T> withChannel(Mapper<T> mapper, long offset, long smallest) throws IOException {
        // A removed file must throw instead of counting as a file that cannot be mapped, because another file may take
        // its name.
        if (size().isEmpty() || !isLocalFile()) {
            return Optional.empty();
        }
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            long size = channel.size();
            return size < smallest || offset >= size ? Optional.empty() : mapper.map(channel, size);
        } catch (IOException e) {
            throw FileErrors.explain(path, e);
        }
    }

    @Override
    public String toString() {
        return name();
    }
}
