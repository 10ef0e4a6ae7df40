package dev.riffle.dataset;

import java.util.ConcurrentModificationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Decides which thread may use the stages of a run: the consumer during a call, or the thread that closes the run.
 *
 * <p>A thread can close the run during a call of the consumer. It then requests the end of this call and interrupts the
 * consumer. The consumer leaves the stages and releases the run, because two threads must never use a stage at once.
 */
final class RunAccess {

    private static final long MILLIS_BETWEEN_INTERRUPTS = 50;

    private static final Object CLOSED = new Object();

    /** A request to end a call. The lock of this object guards {@code left}. */
    private static final class Request {
        private final Thread consumer;
        private final CountDownLatch released = new CountDownLatch(1);
        private boolean left;

        Request(Thread consumer) {
            this.consumer = consumer;
        }

        /** Interrupts the consumer, unless it has left the stages. */
        synchronized void interrupt() {
            if (!left) {
                consumer.interrupt();
            }
        }

        /** Clears the interrupt of this request. No interrupt follows. */
        synchronized void leave() {
            left = true;
            boolean unused = Thread.interrupted();
        }
    }

    /** Null if no thread uses the run, the consumer during a call, a {@link Request} or {@link #CLOSED}. */
    private final AtomicReference<@Nullable Object> user = new AtomicReference<>();

    private final Runnable release;

    /** Creates the access to a run. No thread uses the run while {@code release} runs. */
    RunAccess(Runnable release) {
        this.release = release;
    }

    void checkOpen() {
        if (user.get() == CLOSED) {
            throw new IllegalStateException("iterator is closed");
        }
    }

    /**
     * Begins a call of the consumer.
     *
     * @throws IllegalStateException if the run is closed
     * @throws ConcurrentModificationException if another call is in progress
     */
    void begin() {
        if (!user.compareAndSet(null, Thread.currentThread())) {
            checkOpen();
            throw new ConcurrentModificationException(
                    "calls of the iterator overlap; one thread at a time may use an iterator");
        }
    }

    /**
     * Ends a call of the consumer.
     *
     * @param failure what the call throws, or null
     * @throws IllegalStateException if the run was closed during the call
     */
    void end(@Nullable Throwable failure) {
        if (user.compareAndSet(Thread.currentThread(), null)) {
            return;
        }
        if (!(user.get() instanceof Request request)) {
            throw new AssertionError("end without begin");
        }
        request.leave();
        user.set(CLOSED);
        try {
            release.run();
        } finally {
            request.released.countDown();
        }
        throw new IllegalStateException("iterator was closed while it computed the next element", failure);
    }

    /**
     * Closes the run. Waits for the end of a call of another thread. If the waiting thread is interrupted, it keeps its
     * interrupt flag and returns; the run then ends when the call ends.
     */
    void close() {
        for (; ; ) {
            Object now = user.get();
            if (now == CLOSED) {
                return;
            }
            if (now instanceof Request request) {
                await(request);
                return;
            }
            if (now instanceof Thread consumer) {
                Request request = new Request(consumer);
                if (user.compareAndSet(consumer, request)) {
                    await(request);
                    return;
                }
            } else if (user.compareAndSet(null, CLOSED)) {
                release.run();
                return;
            }
        }
    }

    /** Interrupts the consumer until it leaves, because a function may ignore an interrupt. */
    private static void await(Request request) {
        if (request.consumer == Thread.currentThread()) {
            // A function of the pipeline closes its own run. The call ends when this function returns.
            return;
        }
        try {
            do {
                request.interrupt();
            } while (!request.released.await(MILLIS_BETWEEN_INTERRUPTS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
