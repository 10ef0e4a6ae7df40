package dev.riffle.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** A file whose writes can be short, and fail from the n-th write on. */
final class FailingFileChannel extends FileChannel {

    private final FileChannel channel;
    private final int failingWrite;
    private final int mostAtOnce;
    private int writes;
    private FailingSinkContract.Step step = () -> {};
    private Thread writer = Thread.currentThread();

    /**
     * @param failingWrite the number of the write that fails, from 0; all later writes fail too
     * @param mostAtOnce the largest number of bytes of one write
     */
    FailingFileChannel(FileChannel channel, int failingWrite, int mostAtOnce) {
        this.channel = channel;
        this.failingWrite = failingWrite;
        this.mostAtOnce = mostAtOnce;
    }

    /** Runs a step at the beginning of each later write and each later sync. */
    void beginWith(FailingSinkContract.Step first) {
        step = first;
    }

    /** Returns the thread of the last write. */
    Thread writer() {
        return writer;
    }

    int writes() {
        return writes;
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        writer = Thread.currentThread();
        step.run();
        if (writes++ >= failingWrite) {
            throw new IOException("No space left on device");
        }
        int limit = source.limit();
        source.limit(source.position() + Math.min(source.remaining(), mostAtOnce));
        try {
            return channel.write(source);
        } finally {
            source.limit(limit);
        }
    }

    @Override
    protected void implCloseChannel() throws IOException {
        channel.close();
    }

    @Override
    public void force(boolean metaData) throws IOException {
        step.run();
        channel.force(metaData);
    }

    @Override
    public int read(ByteBuffer target) {
        throw new AssertionError("read");
    }

    @Override
    public long read(ByteBuffer[] targets, int offset, int length) {
        throw new AssertionError("read");
    }

    @Override
    public long write(ByteBuffer[] sources, int offset, int length) {
        throw new AssertionError("gathered");
    }

    @Override
    public long position() throws IOException {
        return channel.position();
    }

    @Override
    public FileChannel position(long newPosition) throws IOException {
        channel.position(newPosition);
        return this;
    }

    @Override
    public long size() throws IOException {
        return channel.size();
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
        channel.truncate(size);
        return this;
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target) {
        throw new AssertionError("transferred");
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long position, long count) {
        throw new AssertionError("transferred");
    }

    @Override
    public int read(ByteBuffer target, long position) {
        throw new AssertionError("read");
    }

    @Override
    public int write(ByteBuffer source, long position) {
        throw new AssertionError("written elsewhere");
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long position, long size) {
        throw new AssertionError("mapped");
    }

    @Override
    public FileLock lock(long position, long size, boolean shared) {
        throw new AssertionError("locked");
    }

    @Override
    public FileLock tryLock(long position, long size, boolean shared) {
        throw new AssertionError("locked");
    }
}
