package dev.riffle.cli.picture;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Reads files ahead on threads of its own, and gives what becomes of them in their order. The one who asks writes meanwhile, and a
 * disk with several requests at hand is faster.
 */
final class PictureReading implements Closeable {

    private static final int MOST_THREADS = 4;
    private static final int FILES_AHEAD = 64;
    private static final long BYTES_AHEAD = 64_000_000;

    /** Reads a file; runs on several threads. */
    @FunctionalInterface
    interface Work {
        byte[] payload(PictureEntry entry) throws IOException;
    }

    private record Ahead(PictureEntry entry, Future<byte[]> payload) {}

    private final ExecutorService threads;
    private final Iterator<PictureEntry> entries;
    private final Work work;
    private final Queue<Ahead> ahead = new ArrayDeque<>();
    private long bytes;

    PictureReading(List<PictureEntry> entries, Work work) {
        this.entries = entries.iterator();
        this.work = work;
        int count = Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors());
        this.threads = Executors.newFixedThreadPool(count, task -> {
            Thread thread = new Thread(task, "riffle-pictures");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** The payload of the next file, of which there must be one. */
    byte[] next() throws IOException {
        while (entries.hasNext() && ahead.size() < FILES_AHEAD && (ahead.isEmpty() || bytes < BYTES_AHEAD)) {
            PictureEntry entry = entries.next();
            ahead.add(new Ahead(entry, threads.submit(() -> work.payload(entry))));
            bytes += entry.size();
        }
        Ahead first = ahead.remove();
        bytes -= first.entry().size();
        try {
            return first.payload().get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failed) {
                throw failed;
            }
            if (e.getCause() instanceof RuntimeException failed) {
                throw failed;
            }
            if (e.getCause() instanceof Error failed) {
                throw failed;
            }
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(first.entry().shown() + ": stopped while it was read");
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
