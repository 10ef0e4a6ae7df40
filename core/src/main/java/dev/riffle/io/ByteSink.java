package dev.riffle.io;

import dev.riffle.internal.Argument;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.WritableByteChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A destination of bytes, for example a file, a stream or an object store. It is the counterpart of {@link ByteSource}.
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
 * <p>Safe for use by several threads: each {@link #create()} opens a new output. All outputs of a stream sink write to
 * the same stream, so use only one output at a time.
 *
 * @since 0.1
 */
public interface ByteSink {

    /**
     * Returns the name of this sink for messages. For a file, this is the path as the user gave it. If the caller of a
     * {@code RecordWriter} sets no compression, the ending of the name chooses it.
     */
    String name();

    /**
     * Opens an output. If the sink supports it, the bytes appear under the sink's name only on {@link Output#commit()}.
     *
     * @throws IOException if the destination cannot be written. The message names the destination and a remedy
     */
    Output create() throws IOException;

    /**
     * An open output of a sink. One thread at a time may use it. In the outputs of Riffle's sinks, a call during a call
     * of another thread throws a {@link java.util.ConcurrentModificationException}. After this and after every failed
     * call, {@link #commit()} publishes nothing and throws, with the first failure as the cause.
     *
     * @since 0.1
     */
    interface Output extends WritableByteChannel {

        /** Makes the bytes written so far durable. Has no effect if the storage does not support this. */
        void sync() throws IOException;

        /**
         * Publishes all bytes written, and ends the output.
         *
         * @throws IllegalStateException if the output has ended already, or an earlier call has failed
         */
        void commit() throws IOException;

        /**
         * Ends the output. Without an earlier {@link #commit()}, discards the bytes if the sink supports this.
         * Idempotent.
         */
        @Override
        void close() throws IOException;
    }

    /**
     * Returns a sink for a new file. An output writes to a temporary name in the same directory, and renames the file
     * on commit, so readers never see an incomplete file. Writing fails if the file exists.
     */
    static ByteSink of(Path path) {
        Argument.present(path, "path");
        return new AtomicFileSink(path, AtomicFileSink.Existing.REJECT);
    }

    /**
     * Like {@link #of(Path)}, but replaces an existing file at the commit. If {@code path} is a symbolic link, the
     * output replaces the target of the link.
     */
    static ByteSink replacing(Path path) {
        Argument.present(path, "path");
        return new AtomicFileSink(path, AtomicFileSink.Existing.REPLACE);
    }

    /**
     * Returns a sink that writes a file under its final name from the first byte. Use it for file systems without
     * rename. An output that is not committed deletes the file. Writing fails if the file exists.
     */
    static ByteSink inPlace(Path path) {
        Argument.present(path, "path");
        return new InPlaceFileSink(path, StandardOpenOption.CREATE_NEW);
    }

    /**
     * Like {@link #inPlace(Path)}, but truncates an existing file to zero bytes when the output opens.
     *
     * @param links with {@link LinkOption#NOFOLLOW_LINKS}, opening an output fails at a symbolic link
     */
    static ByteSink replacingInPlace(Path path, LinkOption... links) {
        Argument.present(path, "path");
        Argument.allPresent(links, "links");
        return new InPlaceFileSink(path, StandardOpenOption.TRUNCATE_EXISTING, links);
    }

    /**
     * Returns a sink that appends to an existing file. An output that is not committed removes the bytes that it
     * appended. A lock excludes other programs that request a lock. If another program extends the file without the
     * lock, the next write or the commit fails, and the output removes nothing.
     */
    static ByteSink appending(Path path) {
        Argument.present(path, "path");
        return new AppendingFileSink(path);
    }

    /**
     * Returns a sink for a stream. The sink cannot discard written bytes. A commit flushes the stream. The sink never
     * closes the stream. Only messages use the name.
     */
    static ByteSink of(OutputStream stream, String name) {
        Argument.present(stream, "stream");
        Argument.present(name, "name");
        return new StreamSink(stream, name);
    }
}
