package dev.riffle.cli.terminal;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.Map;

/**
 * Prints the output of several files in their order while threads work on them at the same time. The first unfinished
 * file prints immediately. A buffer keeps the output of the other files, up to a limit for all of them. Threads must
 * begin files in order, so that the printing file never waits for another file.
 */
public final class OrderedOutput {

    private static final long MOST_KEPT_BYTES = 8 << 20;

    private final Terminal terminal;
    private final Map<Integer, ByteArrayOutputStream> kept = new HashMap<>();
    private long keptBytes;
    private int turn = -1;
    private boolean stopped;

    public OrderedOutput(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Begins the turn of this file, and prints its buffered output. The turns of all earlier files must have ended. */
    public void give(int file) throws IOException {
        ByteArrayOutputStream before;
        synchronized (this) {
            before = kept.remove(file);
            keptBytes -= before == null ? 0 : before.size();
            if (before == null) {
                begin(file);
            }
        }
        while (before != null) {
            before.writeTo(terminal.out());
            synchronized (this) {
                before = kept.remove(file);
                keptBytes -= before == null ? 0 : before.size();
                if (before == null) {
                    begin(file);
                }
            }
        }
    }

    private void begin(int file) {
        turn = file;
        notifyAll();
    }

    public synchronized void stop() {
        stopped = true;
        notifyAll();
    }

    /**
     * Checks before new work that {@link #stop} was not called.
     *
     * @throws InterruptedIOException if {@link #stop} was called
     */
    public synchronized void checkNotStopped() throws InterruptedIOException {
        if (stopped) {
            throw new InterruptedIOException("stopped before the file was read");
        }
    }

    /** Returns the stream that a file prints to. */
    public OutputStream outputOf(int file) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int size) throws IOException {
                if (!keep(file, bytes, offset, size)) {
                    terminal.out().write(bytes, offset, size);
                }
            }
        };
    }

    /** Buffers output before the file's turn. Returns false if it is the file's turn. */
    private synchronized boolean keep(int file, byte[] bytes, int offset, int size) throws InterruptedIOException {
        while (turn != file && !stopped && keptBytes + size > MOST_KEPT_BYTES) {
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                InterruptedIOException interrupted = new InterruptedIOException("interrupted while waiting to print");
                interrupted.initCause(e);
                throw interrupted;
            }
        }
        if (turn == file) {
            return false;
        }
        if (stopped) {
            throw new InterruptedIOException("stopped while waiting to print");
        }
        kept.computeIfAbsent(file, number -> new ByteArrayOutputStream()).write(bytes, offset, size);
        keptBytes += size;
        return true;
    }
}
