package dev.riffle.rewrite;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;

/** Counts the bytes that an operation writes to and reads from temporary files. Can fail at the n-th step. */
class CountingSpill extends SpillSteps {

    private final int failing;
    private int steps;
    private int files;
    private long written;
    private long read;

    /** @param failing the number of the failing step, from 0; negative for none */
    CountingSpill(int failing) {
        this.failing = failing;
    }

    private void step() throws IOException {
        if (steps++ == failing) {
            throw new IOException("No space left on device");
        }
    }

    boolean hasFailed() {
        return failing >= 0 && steps > failing;
    }

    int files() {
        return files;
    }

    long written() {
        return written;
    }

    long read() {
        return read;
    }

    @Override
    void create(Path file) throws IOException {
        step();
        files++;
        super.create(file);
    }

    @Override
    WritableByteChannel append(Path file) throws IOException {
        step();
        WritableByteChannel channel = super.append(file);
        return new WritableByteChannel() {
            @Override
            public int write(ByteBuffer source) throws IOException {
                step();
                int count = channel.write(source);
                written += count;
                return count;
            }

            @Override
            public boolean isOpen() {
                return channel.isOpen();
            }

            @Override
            public void close() throws IOException {
                channel.close();
            }
        };
    }

    @Override
    ReadableByteChannel read(Path file) throws IOException {
        step();
        ReadableByteChannel channel = super.read(file);
        return new ReadableByteChannel() {
            @Override
            public int read(ByteBuffer target) throws IOException {
                step();
                int count = channel.read(target);
                read += Math.max(count, 0);
                return count;
            }

            @Override
            public boolean isOpen() {
                return channel.isOpen();
            }

            @Override
            public void close() throws IOException {
                channel.close();
            }
        };
    }
}
