package dev.riffle.io;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.WritableByteChannel;

/** Collects the written bytes. Optionally accepts only a few bytes for each write, or fails when it is full. */
public final class MemoryOutput implements WritableByteChannel {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final int mostBytesPerWrite;
    private final int capacity;
    private boolean open = true;

    private MemoryOutput(int mostBytesPerWrite, int capacity) {
        this.mostBytesPerWrite = mostBytesPerWrite;
        this.capacity = capacity;
    }

    /** Returns an output that accepts all bytes. */
    public static MemoryOutput unlimited() {
        return new MemoryOutput(Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    /** Returns an output that accepts at most {@code mostBytes} for each write. */
    public static MemoryOutput shortWrites(int mostBytes) {
        return new MemoryOutput(mostBytes, Integer.MAX_VALUE);
    }

    /** Returns an output that fails after {@code capacity} bytes. */
    public static MemoryOutput full(int capacity) {
        return new MemoryOutput(Integer.MAX_VALUE, capacity);
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
        if (!open) {
            throw new ClosedChannelException();
        }
        int count = Math.min(Math.min(source.remaining(), mostBytesPerWrite), capacity - bytes.size());
        if (count == 0 && source.hasRemaining()) {
            throw new IOException("No space left on device");
        }
        byte[] taken = new byte[count];
        source.get(taken);
        bytes.write(taken, 0, count);
        return count;
    }

    /** Returns the bytes written so far. */
    public byte[] toByteArray() {
        return bytes.toByteArray();
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public void close() {
        open = false;
    }
}
