package dev.riffle.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The end of a file that is there already. Holds a lock, so that nobody else appends at the same time. */
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

        /** How many bytes a write that did not return may have written behind the end: an interruption may close the file in it. */
        private long mayBeBehind;

        Writing(Path path) throws IOException {
            super(path, path, open(path));
        }

        /** A channel of another kind may begin with an empty file: that of a zip file system does. */
        private static FileChannel open(Path path) throws IOException {
            try {
                return FileChannel.open(path, StandardOpenOption.WRITE);
            } catch (UnsupportedOperationException e) {
                throw new FileSystemException(
                        path.toString(), null, "this file system cannot append; write a new file instead");
            } catch (IOException e) {
                throw FileErrors.explain(path, e);
            }
        }

        void begin() throws IOException {
            if (channel instanceof FileChannel file) {
                try {
                    if (file.tryLock() == null) {
                        throw inUse();
                    }
                } catch (OverlappingFileLockException e) {
                    throw inUse();
                } catch (UnsupportedOperationException noLocksHere) {
                    // Then only the caller can keep others away.
                    sizeBefore = -1;
                }
            }
            long size = channel.size();
            channel.position(size);
            sizeBefore = size;
            end = size;
        }

        @Override
        int writeNow(ByteBuffer source) throws IOException {
            checkAlone();
            mayBeBehind = source.remaining();
            int count = super.writeNow(source);
            end += count;
            mayBeBehind = 0;
            return count;
        }

        @Override
        public void commit() throws IOException {
            awaitWritten();
            checkAlone();
            super.commit();
        }

        /** Locks keep only those away who ask for them. */
        private void checkAlone() throws IOException {
            if (channel.isOpen() && channel.size() != end) {
                throw new FileSystemException(
                        path.toString(), null, "somebody else wrote to it meanwhile; its end is not cut back");
            }
        }

        private FileSystemException inUse() {
            return new FileSystemException(path.toString(), null, "somebody else appends to it; wait until that ends");
        }

        /** Ends without touching the file. */
        void abandon() throws IOException {
            sizeBefore = -1;
            close();
        }

        @Override
        void publish() {
            // The bytes are in their place already.
        }

        /** Cuts the file while it is still locked, so that nothing of the next writer's is cut off. */
        @Override
        void takeBack() throws IOException {
            if (sizeBefore >= 0 && channel.isOpen()) {
                if (endsWithOurs(channel.size())) {
                    channel.truncate(sizeBefore);
                }
                sizeBefore = -1;
            }
        }

        /** Whether a file of this size has nothing of anybody else's behind what was written here. */
        private boolean endsWithOurs(long size) {
            return size >= end && size <= end + mayBeBehind;
        }

        /** Cuts the file where something else, such as an interruption, has closed it. */
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
