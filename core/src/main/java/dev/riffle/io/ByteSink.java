package dev.riffle.io;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.WritableByteChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A place that bytes can be written to: a file, a stream, an object store. The mirror of {@link ByteSource}.
 *
 * <p>Safe for several threads; each {@link #create()} is a writing of its own.
 */
public interface ByteSink {

    /** What messages call this sink: for a file its path as the user gave it. */
    String name();

    /**
     * Begins to write. Nobody sees the bytes under the sink's name before {@link Output#commit()}, where the kind of sink
     * can promise that.
     *
     * @throws IOException if the place cannot be written; the message names it and says what to do
     */
    Output create() throws IOException;

    /** One writing. Belongs to one thread at a time. */
    interface Output extends WritableByteChannel {

        /** Asks the storage to keep what was written so far; does nothing where there is no such promise. */
        void sync() throws IOException;

        /**
         * Publishes everything that was written, and ends the writing.
         *
         * @throws IllegalStateException if the writing has ended already
         */
        void commit() throws IOException;

        /** Ends the writing; without an earlier {@link #commit()} it discards what can be discarded. Idempotent. */
        @Override
        void close() throws IOException;
    }

    /**
     * A file that appears whole or not at all: written under a temporary name in the same directory, then renamed. A file
     * that is there already is refused, never overwritten.
     */
    static ByteSink of(Path path) {
        return new AtomicFileSink(path, AtomicFileSink.Existing.REFUSE);
    }

    /**
     * As {@link #of(Path)}, but a file that is there already is replaced at the moment of the commit.
     *
     * @param links without an option, a symbolic link stays and the file that it leads to is replaced; with {@link
     *     LinkOption#NOFOLLOW_LINKS} the link itself is replaced, and that file stays
     */
    static ByteSink replacing(Path path, LinkOption... links) {
        return new AtomicFileSink(
                path, links.length == 0 ? AtomicFileSink.Existing.REPLACE : AtomicFileSink.Existing.REPLACE_LINK);
    }

    /**
     * A file written under its own name from the first byte on, for file systems without rename. A writing that is not
     * committed deletes the file. A file that is there already is refused.
     */
    static ByteSink inPlace(Path path) {
        return new InPlaceFileSink(path, StandardOpenOption.CREATE_NEW);
    }

    /**
     * As {@link #inPlace(Path)}, but a file that is there already is emptied and written again; it is gone at once.
     *
     * @param links with {@link LinkOption#NOFOLLOW_LINKS} a symbolic link is refused
     */
    static ByteSink replacingInPlace(Path path, LinkOption... links) {
        return new InPlaceFileSink(path, StandardOpenOption.TRUNCATE_EXISTING, links);
    }

    /**
     * The end of a file that must be there already. What is not committed is cut off again. A lock keeps others
     * away who ask for one; if the file grows all the same, the next write or the commit fails and nothing is cut off.
     */
    static ByteSink appending(Path path) {
        return new AppendingFileSink(path);
    }

    /**
     * A stream. There is nothing to discard: what was written is out. Committing flushes; nothing closes the stream, which
     * stays the caller's.
     */
    static ByteSink of(OutputStream stream, String name) {
        return new StreamSink(stream, name);
    }
}
