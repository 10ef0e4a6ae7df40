package dev.riffle.hadoop;

import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSExceptionMessages;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.impl.OpenFileParameters;

/**
 * A file system {@code objects:} that requests bytes like the classic stream of S3A, and counts the requests. Its files
 * are on the local disk. All instances share the counts.
 *
 * <p>A stream sends a request at its first read, and after each seek, except over few bytes. With the policies
 * {@code sequential} and {@code normal}, a request ends with the file, or with the length that the caller declared.
 * With {@code random}, a request contains few more bytes than the read. A stream that ends a request early receives the
 * bytes in the buffers of the connection, too.
 */
public final class ObjectStoreFileSystem extends FilterFileSystem {

    /** The bytes that a stream skips or drains instead of sending a new request. */
    private static final long READ_AHEAD_BYTES = 64 << 10;

    /** The bytes in the buffers of a connection. */
    private static final long BUFFERED_BYTES = 4 << 20;

    private static final long SMALLEST_SEEK_BYTES = 4 << 10;
    private static final URI ROOT = URI.create("objects:///");

    private static final AtomicInteger GETS = new AtomicInteger();
    private static final AtomicInteger HEADS = new AtomicInteger();
    private static final AtomicLong RECEIVED = new AtomicLong();

    /** Creates the file system. Hadoop calls this constructor by reflection. */
    public ObjectStoreFileSystem() {
        super(new Disk());
    }

    /** Provides the local disk under another scheme. */
    private static final class Disk extends RawLocalFileSystem {
        @Override
        public URI getUri() {
            return ROOT;
        }

        @Override
        public FileStatus getFileStatus(Path path) throws IOException {
            return plain(super.getFileStatus(path));
        }

        @Override
        public FileStatus[] listStatus(Path path) throws IOException {
            return Arrays.stream(super.listStatus(path)).map(Disk::plain).toArray(FileStatus[]::new);
        }

        /** Returns a status without the permissions of the local file, which need the scheme of the local disk. */
        private static FileStatus plain(FileStatus status) {
            return new FileStatus(
                    status.getLen(),
                    status.isDirectory(),
                    1,
                    status.getBlockSize(),
                    status.getModificationTime(),
                    status.getPath());
        }
    }

    /** Adds this file system to a configuration. */
    public static Configuration addTo(Configuration configuration) {
        configuration.set("fs.objects.impl", ObjectStoreFileSystem.class.getName());
        return configuration;
    }

    /** Returns the path of a file of the local disk in this file system. */
    public static Path path(java.nio.file.Path file) {
        return new Path("objects://" + new File(file.toUri()).getAbsolutePath());
    }

    /** Forgets all requests. */
    public static void reset() {
        GETS.set(0);
        HEADS.set(0);
        RECEIVED.set(0);
    }

    /** Returns the number of requests for bytes of files. */
    public static int gets() {
        return GETS.get();
    }

    /** Returns the number of requests for the status of one file. */
    public static int heads() {
        return HEADS.get();
    }

    /** Returns the number of bytes that the store sent. */
    public static long received() {
        return RECEIVED.get();
    }

    @Override
    public String getScheme() {
        return "objects";
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        HEADS.incrementAndGet();
        return super.getFileStatus(path);
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        return new FSDataInputStream(new ObjectStream(path, getFileStatus(path).getLen(), "normal"));
    }

    @Override
    public FutureDataInputStreamBuilder openFile(Path path) {
        return createDataInputStreamBuilder(this, path);
    }

    @Override
    protected CompletableFuture<FSDataInputStream> openFileWithOptions(Path path, OpenFileParameters parameters)
            throws IOException {
        Configuration options = parameters.getOptions();
        FileStatus status = parameters.getStatus();
        long length = options.getLong(OpenFileOptions.FS_OPTION_OPENFILE_LENGTH, status == null ? -1 : status.getLen());
        String policy = options.get(OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY, "normal");
        long known = length < 0 ? getFileStatus(path).getLen() : length;
        return CompletableFuture.completedFuture(new FSDataInputStream(new ObjectStream(path, known, policy)));
    }

    private final class ObjectStream extends FSInputStream {

        private final File file;
        private final long length;
        private boolean random;

        private RandomAccessFile bytes;
        private long at;

        /** The range that the current request has left. */
        private long received;

        private long requestEnd;

        ObjectStream(Path path, long length, String policy) {
            this.file = pathToFile(path);
            this.length = Math.min(length, file.length());
            this.random = policy.contains("random");
        }

        private File pathToFile(Path path) {
            return ((RawLocalFileSystem) fs).pathToFile(path);
        }

        @Override
        public int read(byte[] target, int from, int count) throws IOException {
            if (count == 0) {
                return 0;
            }
            if (at >= length) {
                return -1;
            }
            request(count);
            bytes.seek(at);
            int read = bytes.read(target, from, (int) Math.min(count, requestEnd - at));
            at += Math.max(0, read);
            RECEIVED.addAndGet(Math.max(0, at - received));
            received = Math.max(received, at);
            return read;
        }

        private void request(int count) throws IOException {
            if (bytes != null && at >= received && at < requestEnd && at - received <= READ_AHEAD_BYTES) {
                return;
            }
            random |= bytes != null && at < received;
            end();
            GETS.incrementAndGet();
            bytes = new RandomAccessFile(file, "r");
            received = at;
            requestEnd = random ? Math.min(length, at + Math.max(READ_AHEAD_BYTES, count)) : length;
        }

        /** Ends the request. The stream drains a request with few bytes left, and closes any other connection. */
        private void end() throws IOException {
            if (bytes != null) {
                RECEIVED.addAndGet(Math.min(Math.max(0, requestEnd - received), BUFFERED_BYTES));
                bytes.close();
                bytes = null;
            }
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public void readVectored(List<? extends FileRange> ranges, IntFunction<ByteBuffer> allocate)
                throws IOException {
            List<? extends FileRange> sorted = new ArrayList<>(ranges);
            sorted.sort(Comparator.comparingLong(FileRange::getOffset));
            long requested = -1;
            for (FileRange range : sorted) {
                long end = range.getOffset() + range.getLength();
                if (end > length) {
                    throw new EOFException(FSExceptionMessages.EOF_IN_READ_FULLY);
                }
                boolean joined = requested >= 0 && range.getOffset() - requested <= SMALLEST_SEEK_BYTES;
                GETS.addAndGet(joined ? 0 : 1);
                RECEIVED.addAndGet(end - (joined ? requested : range.getOffset()));
                requested = end;
            }
            for (FileRange range : sorted) {
                ByteBuffer buffer = allocate.apply(range.getLength());
                try (RandomAccessFile reading = new RandomAccessFile(file, "r")) {
                    reading.seek(range.getOffset());
                    reading.readFully(buffer.array());
                }
                range.setData(CompletableFuture.completedFuture(buffer));
            }
        }

        @Override
        public void seek(long offset) throws IOException {
            if (offset < 0) {
                throw new EOFException(FSExceptionMessages.NEGATIVE_SEEK);
            }
            at = offset;
        }

        @Override
        public long getPos() {
            return at;
        }

        @Override
        public boolean seekToNewSource(long offset) {
            return false;
        }

        @Override
        public void close() throws IOException {
            end();
        }
    }
}
