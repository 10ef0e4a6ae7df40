package dev.riffle.scan;

import org.jspecify.annotations.Nullable;

/** A thread of a walk, which may be interrupted at a split that nobody needs any more, and only there. */
final class BusyThread {

    private static final long IDLE = Long.MAX_VALUE;

    private @Nullable Thread thread;
    private long at = IDLE;

    /** The calling thread begins to walk a split. */
    synchronized void begin(long number) {
        thread = Thread.currentThread();
        at = number;
    }

    /** It has done so. Says whether it was interrupted, of which nothing is left. */
    synchronized boolean end() {
        at = IDLE;
        return Thread.interrupted();
    }

    /** Interrupts it if it is at a split that comes before {@code number}. */
    synchronized void interruptBefore(long number) {
        if (thread != null && at < number) {
            thread.interrupt();
        }
    }
}
