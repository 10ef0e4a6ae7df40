package dev.riffle.index;

import java.util.concurrent.atomic.AtomicLong;

/** Counts the bytes of indexes that stay in memory so that a later read is faster, and limits them for all indexes. */
final class KeptMemory {

    private static final long MOST_BYTES = Runtime.getRuntime().maxMemory() / 8;
    private static final AtomicLong ALL = new AtomicLong();

    private final AtomicLong own = new AtomicLong();

    /** Returns whether these bytes may stay in memory, and counts them. */
    boolean keep(long bytes) {
        if (ALL.addAndGet(bytes) > MOST_BYTES) {
            ALL.addAndGet(-bytes);
            return false;
        }
        own.addAndGet(bytes);
        return true;
    }

    /** Ends the use of bytes that this object counted. */
    void discard(long bytes) {
        own.addAndGet(-bytes);
        ALL.addAndGet(-bytes);
    }

    /** Ends the use of all bytes that this object counted. Idempotent. */
    void release() {
        ALL.addAndGet(-own.getAndSet(0));
    }
}
