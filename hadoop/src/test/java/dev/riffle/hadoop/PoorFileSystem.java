package dev.riffle.hadoop;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.impl.OpenFileParameters;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * A file system {@code poor:} that acts like a slow remote one. Its reads return few bytes, and chosen reads and writes
 * fail. Its files are on the local disk.
 */
public final class PoorFileSystem extends FilterFileSystem {

    private static final String MOST_BYTES = "poor.most.bytes";
    private static final String FAILING_READ = "poor.failing.read";
    private static final String FAILING_WRITE = "poor.failing.write";
    private static final URI ROOT = URI.create("poor:///");

    private final AtomicInteger reads = new AtomicInteger();
    private final AtomicInteger writes = new AtomicInteger();

    /** Creates the file system. Hadoop calls this constructor by reflection. */
    public PoorFileSystem() {
        super(new Disk());
    }

    /** Provides the local disk under another scheme. */
    private static final class Disk extends RawLocalFileSystem {
        @Override
        public URI getUri() {
            return ROOT;
        }
    }

    /**
     * Returns a configuration with this file system. Each source gets its own instance of the file system, which counts
     * reads and writes from zero.
     */
    static Configuration configuration(int mostBytes, int failingRead, int failingWrite) {
        Configuration configuration = new Configuration();
        configuration.set("fs.poor.impl", PoorFileSystem.class.getName());
        configuration.setBoolean("fs.poor.impl.disable.cache", true);
        configuration.setInt(MOST_BYTES, mostBytes);
        configuration.setInt(FAILING_READ, failingRead);
        configuration.setInt(FAILING_WRITE, failingWrite);
        return configuration;
    }

    static Path path(java.nio.file.Path file) {
        return new Path("poor://" + new File(file.toUri()).getAbsolutePath());
    }

    @Override
    public String getScheme() {
        return "poor";
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        return new FSDataInputStream(new PoorStream(super.open(path, bufferSize)));
    }

    @Override
    public FutureDataInputStreamBuilder openFile(Path path) {
        return createDataInputStreamBuilder(this, path);
    }

    @Override
    protected CompletableFuture<FSDataInputStream> openFileWithOptions(Path path, OpenFileParameters parameters)
            throws IOException {
        return CompletableFuture.completedFuture(open(path, parameters.getBufferSize()));
    }

    @Override
    public FSDataOutputStream create(
            Path path,
            FsPermission permission,
            boolean overwrite,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress)
            throws IOException {
        FSDataOutputStream stream =
                super.create(path, permission, overwrite, bufferSize, replication, blockSize, progress);
        return new FSDataOutputStream(new FailingOutput(stream), null);
    }

    private final class FailingOutput extends OutputStream {

        private final OutputStream stream;

        FailingOutput(OutputStream stream) {
            this.stream = stream;
        }

        private void count() throws IOException {
            if (writes.getAndIncrement() == getConf().getInt(FAILING_WRITE, -1)) {
                throw new IOException("no space left");
            }
        }

        @Override
        public void write(int b) throws IOException {
            count();
            stream.write(b);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            count();
            stream.write(bytes, from, length);
        }

        @Override
        public void close() throws IOException {
            stream.close();
        }
    }

    private final class PoorStream extends FSInputStream {

        private final FSDataInputStream stream;

        PoorStream(FSDataInputStream stream) {
            this.stream = stream;
        }

        @Override
        public int read(byte[] target, int from, int length) throws IOException {
            if (reads.getAndIncrement() == getConf().getInt(FAILING_READ, -1)) {
                throw new IOException("connection lost");
            }
            return stream.read(target, from, Math.min(length, getConf().getInt(MOST_BYTES, Integer.MAX_VALUE)));
        }

        @Override
        public int read() throws IOException {
            return stream.read();
        }

        @Override
        public void seek(long offset) throws IOException {
            stream.seek(offset);
        }

        @Override
        public long getPos() throws IOException {
            return stream.getPos();
        }

        @Override
        public boolean seekToNewSource(long offset) {
            return false;
        }

        @Override
        public void close() throws IOException {
            stream.close();
        }
    }
}
