package dev.riffle.cli.image;

import dev.riffle.cli.input.ThreadsFlag;
import dev.riffle.internal.OrderedWorkers;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;

/**
 * Reads files ahead on separate threads and returns the results in order. The caller writes at the same time, and a
 * disk with several pending requests is faster.
 */
final class ImageReading implements Closeable {

    private static final int MOST_THREADS = 4;
    private static final int FILES_AHEAD = 64;
    private static final long BYTES_AHEAD = 64_000_000;

    /** Reads a file. Several threads call this interface. */
    @FunctionalInterface
    interface Work {
        byte[] payload(ImageEntry entry) throws IOException;
    }

    private final OrderedWorkers<byte[]> workers;
    private final Iterator<ImageEntry> entries;
    private final Work work;
    private final Queue<ImageEntry> ahead = new ArrayDeque<>();
    private long bytes;

    ImageReading(List<ImageEntry> entries, Work work) {
        this.entries = entries.iterator();
        this.work = work;
        int count = Math.min(MOST_THREADS, ThreadsFlag.all());
        this.workers = new OrderedWorkers<>(count, FILES_AHEAD, number -> "riffle-images");
    }

    /** Returns the payload of the next file, which must exist. */
    byte[] next() throws IOException {
        while (entries.hasNext() && !workers.isFull() && (workers.isEmpty() || bytes < BYTES_AHEAD)) {
            ImageEntry entry = entries.next();
            workers.submit(() -> work.payload(entry));
            ahead.add(entry);
            bytes += entry.size();
        }
        ImageEntry first = ahead.remove();
        bytes -= first.size();
        return workers.take(first.shown() + ": interrupted while the file was read");
    }

    @Override
    public void close() {
        workers.close();
    }
}
