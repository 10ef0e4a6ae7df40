package dev.riffle.io;

import dev.riffle.internal.file.LockedFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** Appends to an existing file. A lock excludes other programs that would append to the file at the same time. */
final class AppendingFileSink implements ByteSink {

    private final Path path;

    AppendingFileSink(Path path) {
        this.path = path;
    }

    @Override
    public String name() {
        return path.toString();
    }

    @Override
    public Output create() throws IOException {
        if (!Files.exists(path)) {
            throw new NoSuchFileException(path.toString(), null, "no such file to append to; create it instead");
        }
        FileErrors.checkWritable(path);
        Writing writing = new Writing(path);
        try {
            writing.begin();
            return writing;
        } catch (Throwable e) {
            writing.abandon();
            throw e;
        }
    }

    private static final class Writing extends FileOutput {
        private long sizeBefore = -1;

        private long end;

        /**
         * The number of bytes that may follow the end because of an unfinished write. An interrupt can close the file
         * during a write.
         */
        private long mayBeAfter;

        Writing(Path path) throws IOException {
            super(path, path, open(path));
        }

        /**
         * Opens and locks the file. Rejects channels of other kinds, because such a channel may begin with an empty
         * file, for example in a zip file system.
         */
        private static FileChannel open(Path path) throws IOException {
            try {
                return LockedFile.openToAppend(path, Set.of(StandardOpenOption.WRITE))
                        .channel();
            } catch (UnsupportedOperationException e) {
                throw new FileSystemException(
                        path.toString(), null, "this file system cannot append; write a new file instead");
            } catch (IOException e) {
                throw FileErrors.explain(path, e);
            }
        }

        void begin() throws IOException {
            long size = channel.size();
            channel.position(size);
            sizeBefore = size;
            end = size;
        }

        @Override
        int put(ByteBuffer source) throws IOException {
            checkAlone();
            mayBeAfter = source.remaining();
            int count = super.put(source);
            end += count;
            mayBeAfter = 0;
            return count;
        }

        @Override
        protected void commitGuarded() throws IOException {
            awaitWritten();
            checkAlone();
            super.commitGuarded();
        }

        /** Throws if another program has written to the file. A lock excludes only programs that request it. */
        private void checkAlone() throws IOException {
            if (channel.isOpen() && channel.size() != end) {
                throw new FileSystemException(
                        path.toString(),
                        null,
                        "another program wrote to this file in the meantime; its end was not truncated");
            }
        }

        /** Closes the output without changing the file. */
        void abandon() throws IOException {
            sizeBefore = -1;
            close();
        }

        @Override
        void publish() {
            // There is nothing to publish: the bytes are already in the file.
        }

        /** Truncates the file under the lock, so that the bytes of the next writer stay. */
        @Override
        void takeBack() throws IOException {
            if (sizeBefore >= 0 && channel.isOpen()) {
                if (endsWithOurs(channel.size())) {
                    channel.truncate(sizeBefore);
                }
                sizeBefore = -1;
            }
        }

        /**
         * Returns whether a file of this size ends with the bytes of this output, or with an unfinished write after
         * them.
         */
        private boolean endsWithOurs(long size) {
            return size >= end && size <= end + mayBeAfter;
        }

        /**
         * Truncates the file again through a new channel, because the first channel may be closed, for example by an
         * interrupt.
         */
        @Override
        void discard() throws IOException {
            if (sizeBefore >= 0 && endsWithOurs(Files.size(path))) {
                try (SeekableByteChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
                    file.truncate(sizeBefore);
                }
            }
        }
    }
}
