package dev.riffle.shard.internal;

import dev.riffle.internal.OrderedWorkers;
import dev.riffle.io.CompressedOutput;
import dev.riffle.io.Compression;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Compresses and writes the open files of an output on several threads, while the caller encodes the next records. A
 * file receives the calls that it would receive from the caller, in the same order and one at a time, so that its bytes
 * do not depend on the number of threads.
 *
 * <p>After the failure of a call, its file receives no more calls. A later call of any file throws the failure, at the
 * latest {@link CompressedOutput#finish}, and all calls after it throw too.
 */
final class CompressionThreads implements Closeable {

    /** The number of calls for each thread that wait for it. */
    private static final int CALLS_PER_THREAD = 16;

    /** The largest number of bytes in all waiting calls, unless one call has more. */
    private static final int MOST_WAITING_BYTES = 16 << 20;

    private static final String INTERRUPTION = "interrupted while waiting for a thread that compresses";

    private final OrderedWorkers<Boolean> workers;

    /** The number of bytes in the calls that have not ended. */
    private final AtomicLong waitingBytes = new AtomicLong();

    /** The failure that a call has thrown, or null. Only the thread of the caller uses it. */
    private @Nullable Throwable failure;

    private interface Call {
        void run() throws IOException;
    }

    CompressionThreads(int threads) {
        this.workers = new OrderedWorkers<>(
                threads,
                (int) Math.min(Integer.MAX_VALUE, (long) CALLS_PER_THREAD * threads),
                number -> "riffle-compression-" + number);
    }

    /** Returns a compression whose outputs use these threads. */
    Compression with(Compression compression) {
        return new Threaded(compression);
    }

    /** Ends the threads. The outputs can then only be closed. */
    @Override
    public void close() {
        workers.close();
    }

    private void take() throws IOException {
        try {
            workers.take(INTERRUPTION);
        } catch (Throwable e) {
            failure = e;
            throw e;
        }
    }

    private final class Threaded implements Compression {

        private final Compression compression;

        Threaded(Compression compression) {
            this.compression = compression;
        }

        @Override
        public String name() {
            return compression.name();
        }

        @Override
        public ReadableByteChannel decompress(ReadableByteChannel in) throws IOException {
            return compression.decompress(in);
        }

        @Override
        public CompressedOutput compress(WritableByteChannel out) throws IOException {
            return new Later(compression.compress(out));
        }

        @Override
        public boolean mayContainOfRecords() {
            return compression.mayContainOfRecords();
        }
    }

    /** Passes the calls of one file on to the threads. */
    private final class Later implements CompressedOutput {

        private final CompressedOutput output;
        private final Queue<Call> calls = new ConcurrentLinkedQueue<>();

        /** The number of threads that have begun a task of this file, and whose calls have not ended. */
        private final AtomicInteger begun = new AtomicInteger();

        Later(CompressedOutput output) {
            this.output = output;
        }

        private void submit(Call call) throws IOException {
            if (failure != null) {
                throw new IllegalStateException("the compression of a file has failed", failure);
            }
            if (workers.isFull()) {
                take();
            }
            calls.add(call);
            workers.submit(this::runCalls);
        }

        /**
         * Runs one call, or leaves it to the thread that already runs calls of this file. A failed call never ends, so
         * no thread begins the next one.
         */
        private Boolean runCalls() throws IOException {
            if (begun.getAndIncrement() == 0) {
                do {
                    calls.remove().run();
                } while (begun.decrementAndGet() > 0);
            }
            return true;
        }

        private void await() throws IOException {
            while (!workers.isEmpty()) {
                take();
            }
        }

        @Override
        public int write(ByteBuffer source) throws IOException {
            int bytes = source.remaining();
            while (failure == null && !workers.isEmpty() && waitingBytes.get() + bytes > MOST_WAITING_BYTES) {
                take();
            }
            waitingBytes.addAndGet(bytes);
            ByteBuffer copy = ByteBuffer.allocate(bytes).put(source).flip();
            submit(() -> {
                while (copy.hasRemaining()) {
                    output.write(copy);
                }
                waitingBytes.addAndGet(-bytes);
            });
            return bytes;
        }

        @Override
        public void endRecord() throws IOException {
            submit(output::endRecord);
        }

        @Override
        public void flush() throws IOException {
            submit(output::flush);
            await();
        }

        @Override
        public void finish() throws IOException {
            submit(output::finish);
            await();
        }

        @Override
        public boolean isOpen() {
            return output.isOpen();
        }

        @Override
        public void close() throws IOException {
            output.close();
        }
    }
}
