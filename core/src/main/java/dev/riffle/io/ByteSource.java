package dev.riffle.io;

import dev.riffle.internal.Argument;
import dev.riffle.internal.BoundedChannel;
import dev.riffle.io.internal.codec.BlockingReads;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A readable sequence of bytes, for example a file, memory or an object store. An implementation needs only three
 * methods. A source for remote storage also implements {@link #open(long, long)}, so that the storage sends only the
 * bytes that Riffle needs.
 *
 * <pre>{@code
 * ByteSource source = ByteSource.of(Path.of("train.tfrecord"));
 * try (ReadableByteChannel channel = source.open(0)) {
 *     channel.read(buffer);
 * }
 * }</pre>
 *
 * <p>Safe for use by several threads. A source may have several open channels. One thread at a time may use a channel.
 * A source for a stream has no size and opens only once, at offset 0.
 *
 * @since 0.1
 */
public interface ByteSource {

    /** Returns the name of this source for messages. For a file, this is the path as the user gave it. */
    String name();

    /**
     * Returns the current size in bytes. Empty if the size is unknown before the end. A later call returns a larger
     * size if a file has grown.
     *
     * @throws IOException if the source cannot report its size, for example because the file is missing
     */
    OptionalLong size() throws IOException;

    /**
     * Opens a channel that reads the bytes beginning at {@code offset}. Reading returns -1 at the end of the source,
     * even if {@code offset} is past it. The caller closes the channel.
     *
     * @param offset counts bytes from 0
     * @throws IOException if the source cannot be opened at the offset. The message names the source
     * @throws IllegalArgumentException if {@code offset} is negative
     */
    ReadableByteChannel open(long offset) throws IOException;

    /**
     * Opens a channel that reads at most {@code length} bytes beginning at {@code offset}. Riffle calls this method
     * whenever it knows an upper limit. A source for remote storage sends a request for exactly these bytes. The
     * default limits the channel of {@link #open(long)}, and the storage may then send more bytes than are read. Riffle
     * continues to read a channel of the default instead of opening the source again.
     *
     * @param offset counts bytes from 0. The channel has no bytes if the offset is at the end of the source or after it
     * @param length the largest number of bytes, at least 0. The source may end before
     * @throws IOException if the source cannot be opened at the offset. The message names the source
     * @throws IllegalArgumentException if {@code offset} or {@code length} is negative
     */
    default ReadableByteChannel open(long offset, long length) throws IOException {
        if (length < 0) {
            throw new IllegalArgumentException("length must not be negative: " + length);
        }
        return BoundedChannel.extensible(open(offset), length);
    }

    /**
     * Reads bytes into memory. The default reads a channel of {@link #open(long, long)}.
     *
     * @param offset counts bytes from 0
     * @param length the number of bytes, at least 0
     * @return the bytes. Fewer than {@code length} if the source ends before
     * @throws IOException if the source cannot be read. The message names the source
     * @throws IllegalArgumentException if {@code offset} or {@code length} is negative
     */
    default Bytes read(long offset, int length) throws IOException {
        if (length == 0) {
            return Bytes.empty();
        }
        try (ReadableByteChannel channel = open(offset, length)) {
            return Bytes.ofOwned(BlockingReads.upTo(length, channel, name()));
        }
    }

    /**
     * Reads several ranges into memory. Riffle calls this method for records that are not adjacent. Before the call,
     * Riffle sorts the ranges and joins ranges that touch, overlap or have short gaps. The default calls {@link #read}
     * for one range after the other. A source for storage that accepts several requests at once overrides this method.
     *
     * @param ranges the ranges, in ascending order and without overlap
     * @return the bytes of each range. A range has fewer bytes if the source ends before
     * @throws IOException if the source cannot be read. The message names the source
     * @throws IllegalArgumentException if a range is larger than an array can be
     */
    default List<Bytes> readAll(List<ByteRange> ranges) throws IOException {
        List<Bytes> read = new ArrayList<>();
        for (ByteRange range : ranges) {
            if (range.length() > Integer.MAX_VALUE - 8) {
                throw new IllegalArgumentException(
                        "a range must have at most " + (Integer.MAX_VALUE - 8) + " bytes: " + range.length());
            }
            read.add(read(range.offset(), (int) range.length()));
        }
        return read;
    }

    /**
     * Returns the bytes without a copy, if they are in memory or can be mapped. The buffer has position 0 and a limit
     * from 1 to {@code length}. Readers then use the bytes in place. The default is empty: callers must read the bytes
     * from a channel.
     *
     * @param offset the beginning of the view, at least 0
     * @param length the number of bytes wanted, at least 1
     */
    default Optional<ByteBuffer> view(long offset, int length) throws IOException {
        return Optional.empty();
    }

    /**
     * Returns an object that identifies the current file of this source and distinguishes it from a later file with the
     * same name. Two results are equal as long as the file is the same and is open or mapped, even if the file grows.
     * For files the result is {@link java.nio.file.attribute.BasicFileAttributes#fileKey}. The default is empty, for
     * storage without such an identity.
     *
     * @throws IOException if the source cannot identify its file, for example because the file is missing
     */
    default Optional<Object> fileKey() throws IOException {
        return Optional.empty();
    }

    /**
     * Returns a tag of the current content, such as the ETag of an HTTP server. A source with another content has
     * another tag. Readers, indexes, caches and checkpoints compare tags. They reject a source whose tag has changed,
     * so they never combine bytes of two versions. Riffle calls this method after each opening, so it should be fast.
     * The default is empty, for storage without such a tag, and for files, which may grow while they are read.
     *
     * @throws IOException if the source cannot report its tag, for example because the object is missing
     */
    default Optional<String> version() throws IOException {
        return Optional.empty();
    }

    /**
     * Returns the file that contains a byte, and the offset of the byte in that file, if this source joins several
     * files. The default is empty, for other sources.
     *
     * @param offset counts bytes from 0. An offset past the end refers to the last file
     * @throws IOException if a file cannot report its size
     */
    default Optional<SourcePart> partAt(long offset) throws IOException {
        return Optional.empty();
    }

    /** Returns a source for a file of any file system. The source maps regular files of the default file system. */
    static ByteSource of(Path path) {
        Argument.present(path, "path");
        return new FileSource(path);
    }

    /** Returns a source for bytes in memory. */
    static ByteSource of(Bytes bytes, String name) {
        Argument.present(bytes, "bytes");
        Argument.present(name, "name");
        return new MemorySource(bytes, name);
    }

    /**
     * Returns a source for a stream. The source reads the stream once, from its current position. Closing the channel
     * closes the stream.
     */
    static ByteSource of(InputStream stream, String name) {
        Argument.present(stream, "stream");
        Argument.present(name, "name");
        return new StreamSource(Channels.newChannel(stream), name);
    }

    /**
     * Like {@link #of(InputStream, String)}, but closing the channel leaves the stream open. So a program can read the
     * entries of a {@link java.util.zip.ZipInputStream} one after the other. A reader may take more bytes from the
     * stream than it uses. The position of the stream is defined only if the reader has reached the end, or if the
     * stream itself can skip to its next part, like the entries of a zip file.
     */
    static ByteSource leavingOpen(InputStream stream, String name) {
        Argument.present(stream, "stream");
        Argument.present(name, "name");
        return new StreamSource(Channels.newChannel(new OpenStream(stream)), name);
    }

    /**
     * Returns a source for a channel. The source reads the channel once, from its current position. Closing the opened
     * channel closes the given channel.
     */
    static ByteSource of(ReadableByteChannel channel, String name) {
        Argument.present(channel, "channel");
        Argument.present(name, "name");
        return new StreamSource(channel, name);
    }
}
