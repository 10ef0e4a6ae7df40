package dev.riffle.dataset.internal.engine;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Lets one consumer wait until one of its producers signals. Also the lock of the state that they share. */
public final class ConsumerSignal {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition rung = lock.newCondition();
    private volatile boolean waiting;

    public void lock() {
        lock.lock();
    }

    public void unlock() {
        lock.unlock();
    }

    /** Set before the consumer looks for the last time, so that a producer that it has not seen rings. */
    public void waiting(boolean now) {
        waiting = now;
    }

    /** With the lock, in a loop of the caller. */
    @SuppressWarnings("WaitNotInLoop")
    public void await() throws InterruptedException {
        rung.await();
    }

    /** With the lock, in a loop of the caller. */
    @SuppressWarnings("WaitNotInLoop")
    void awaitUninterruptibly() {
        rung.awaitUninterruptibly();
    }

    /** With the lock. */
    void ring() {
        rung.signalAll();
    }

    /** Without the lock, which is only taken if somebody waits. */
    void ringIfWaiting() {
        if (waiting) {
            lock.lock();
            try {
                rung.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }
}
