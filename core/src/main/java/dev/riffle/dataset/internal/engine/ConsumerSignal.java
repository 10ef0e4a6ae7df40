package dev.riffle.dataset.internal.engine;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets one consumer wait until one of its producers signals. The signal is also the lock for the state that consumer
 * and producers share.
 */
public final class ConsumerSignal {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition signalled = lock.newCondition();
    private volatile boolean waiting;

    public void lock() {
        lock.lock();
    }

    public void unlock() {
        lock.unlock();
    }

    /**
     * Sets whether the consumer waits. The consumer calls this method before its last check, so that producers signal
     * later changes.
     */
    public void waiting(boolean now) {
        waiting = now;
    }

    /** Waits for a signal. The caller must hold the lock and call this method in a loop. */
    @SuppressWarnings("WaitNotInLoop")
    public void await() throws InterruptedException {
        signalled.await();
    }

    /** Waits for a signal without interruption. The caller must hold the lock and call this method in a loop. */
    @SuppressWarnings("WaitNotInLoop")
    void awaitUninterruptibly() {
        signalled.awaitUninterruptibly();
    }

    /** Signals the consumer. The caller must hold the lock. */
    void signal() {
        signalled.signalAll();
    }

    /**
     * Signals the consumer if it waits. The caller must not hold the lock. The method acquires the lock only if the
     * consumer waits.
     */
    void signalIfWaiting() {
        if (waiting) {
            lock.lock();
            try {
                signalled.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }
}
