package dev.riffle.io;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.WritableByteChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A destination of bytes: a file, a stream, an object store. The counterpart of {@link ByteSource}.
 *
 * <pre>{@code
 * try (ByteSink.Output output = ByteSink.of(path).create()) {
 *     while (bytes.hasRemaining()) {
 *         output.write(bytes);
 *     }
 *     output.commit();
 * }
 * }</pre>
 *
 * <p>Safe for use by several threads: each {@link #create()} opens a new output. Outputs of one stream write to the
 * same stream, so use them one after the other.
 *
 * @since 0.1
 */
public interface ByteSink {

    /** Returns the name of this sink for messages: for a file its path as the user gave it. */
    String name();

    /**
     * Opens an output. If the kind of sink allows it, the bytes appear under the sink's name only on
     * {@link Output#commit()}.
     *
     * @throws IOException if the destination cannot be written; the message names it and a remedy
     */
    Output create() throws IOException;

    /**
     * An open output of a sink. One thread at a time may use it.
     *
     * @since 0.1
     */
    interface Output extends WritableByteChannel {

        /** Asks the storage to keep the bytes written so far. Has no effect if the storage does not support this. */
        void sync() throws IOException;

        /**
         * Publishes all bytes written, and ends the output.
         *
         * @throws IllegalStateException if the output has ended already
         */
        void commit() throws IOException;

        /**
         * Ends the output; without an earlier {@link #commit()}, discards the bytes if the kind of sink allows it.
         * Idempotent.
         */
        @Override
        void close() throws IOException;
    }

    /**
     * Returns a sink for a new file. Writes under a temporary name in the same directory, and renames the file on
     * commit, so readers never see an incomplete file. Writing fails if the file exists.
     */
    static ByteSink of(Path path) {
        return new AtomicFileSink(path, AtomicFileSink.Existing.REJECT);
    }

    /**
     * Like {@link #of(Path)}, but replaces an existing file at the moment of the commit.
     *
     * @param links without an option, a symbolic link stays and its target is replaced; with
     *     {@link LinkOption#NOFOLLOW_LINKS} the link itself is replaced, and its target stays
     */
    static ByteSink replacing(Path path, LinkOption... links) {
        return new AtomicFileSink(
                path, links.length == 0 ? AtomicFileSink.Existing.REPLACE : AtomicFileSink.Existing.REPLACE_LINK);
    }

    /**
     * Returns a sink for a file written under its own name from the first byte on, for file systems without rename. An
     * output that is not committed deletes the file. Writing fails if the file exists.
     */
    static ByteSink inPlace(Path path) {
        return new InPlaceFileSink(path, StandardOpenOption.CREATE_NEW);
    }

    /**
     * Like {@link #inPlace(Path)}, but empties an existing file when the output opens and writes it again.
     *
     * @param links with {@link LinkOption#NOFOLLOW_LINKS} a symbolic link is an error
     */
    static ByteSink replacingInPlace(Path path, LinkOption... links) {
        return new InPlaceFileSink(path, StandardOpenOption.TRUNCATE_EXISTING, links);
    }

    /**
     * Returns a sink that appends to an existing file. An output that is not committed removes the bytes that it
     * appended. A lock excludes other programs that request one. If another program extends the file without requesting
     * the lock, the next write or the commit fails, and the output removes nothing.
     */
    static ByteSink appending(Path path) {
        return new AppendingFileSink(path);
    }

    /**
     * Returns a sink for a stream. Bytes written cannot be discarded. Committing flushes the stream; the sink never
     * closes it.
     */
    static ByteSink of(OutputStream stream, String name) {
        return new StreamSink(stream, name);
    }
}
