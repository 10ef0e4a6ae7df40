package dev.riffle.io;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Bytes that can be read from any place: a file, memory, an object store. Three methods are enough to add one.
 *
 * <p>A source is safe for several threads and may be opened several times at once. A stream is the sequential kind: it
 * has no size, and opens once, at offset 0.
 */
public interface ByteSource {

    /** What messages call this source: for a file its path as the user gave it. */
    String name();

    /**
     * The size in bytes at this moment, or empty when nobody knows before the end. A file that grows reports more at a
     * later call.
     *
     * @throws IOException if the source cannot be asked, for example because the file is missing
     */
    OptionalLong size() throws IOException;

    /**
     * A channel that gives the bytes from {@code offset} on. Reading ends (-1) where the source ends, also when
     * {@code offset} is past it. The caller closes the channel.
     *
     * @param offset counts bytes from 0
     * @throws IOException if the source cannot be opened there; the message names it
     * @throws IllegalArgumentException if {@code offset} is negative
     */
    ReadableByteChannel open(long offset) throws IOException;

    /**
     * The bytes themselves, where they are in memory or can be mapped: a buffer with position 0 and a limit of at least 1
     * and at most {@code length}. Readers then look at them in place. Empty (the default) where bytes have to be read.
     *
     * @param offset where the view begins, at least 0
     * @param length how many bytes are wanted, at least 1
     */
    default Optional<ByteBuffer> view(long offset, int length) throws IOException {
        return Optional.empty();
    }

    /**
     * What tells the file that is behind this source now from another one that takes its name: an object that equals that of
     * another call as long as the file is the same and somebody has it open or mapped, grow as it may. For files that is {@link
     * java.nio.file.attribute.BasicFileAttributes#fileKey}. Empty (the default) where nothing tells them apart.
     *
     * @throws IOException if the source cannot be asked, for example because the file is missing
     */
    default Optional<Object> fileKey() throws IOException {
        return Optional.empty();
    }

    /**
     * Where a byte is in a source that is several files joined. Empty (the default) where the source is one thing.
     *
     * @param offset counts bytes from 0; where it is past the end, the last file is meant
     * @throws IOException if a file cannot be asked for its size
     */
    default Optional<SourcePart> partAt(long offset) throws IOException {
        return Optional.empty();
    }

    /** A file of any file system. Regular files of the default file system are mapped. */
    static ByteSource of(Path path) {
        return new FileSource(path);
    }

    /** Bytes in memory. */
    static ByteSource of(Bytes bytes, String name) {
        return new MemorySource(bytes, name);
    }

    /** A stream, which is read once from its present position; closing what was opened closes the stream. */
    static ByteSource of(InputStream stream, String name) {
        return new StreamSource(Channels.newChannel(stream), name);
    }

    /** A channel, which is read once from its present position; closing what was opened closes the channel. */
    static ByteSource of(ReadableByteChannel channel, String name) {
        return new StreamSource(channel, name);
    }
}
