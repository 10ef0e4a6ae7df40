package dev.riffle.internal;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Iterator;

/**
 * Keeps a few direct buffers for reuse. Only a garbage collection frees a direct buffer, and a heap of gigabytes is
 * seldom collected. Without this class, reading or writing many files one after the other allocates a buffer for each.
 *
 * <p>Thread-safe. A buffer is never reused if a thread other than its first user touched its bytes. So wrong use of one
 * reader or writer cannot corrupt another one.
 */
public final class SpareBuffers {

    private static final int MOST_KEPT = 8;
    private static final int LARGEST_BYTES = 512 << 10;

    private static final ArrayDeque<ByteBuffer> KEPT = new ArrayDeque<>();

    private SpareBuffers() {}

    /** A buffer that one owner uses until it returns the buffer. */
    public static final class Loan {

        private final ByteBuffer buffer;
        private final Thread owner = Thread.currentThread();
        private boolean ended;

        private Loan(ByteBuffer buffer) {
            this.buffer = buffer;
        }

        /** Returns the buffer. */
        public ByteBuffer buffer() {
            return buffer;
        }

        /** Records that the calling thread is about to use the buffer. */
        public void touch() {
            if (Thread.currentThread() != owner) {
                ended = true;
            }
        }

        /** Ends the use of the buffer and of all views of it. Idempotent. */
        public void giveBack() {
            touch();
            if (!ended && buffer.capacity() <= LARGEST_BYTES) {
                keep(buffer);
            }
            ended = true;
        }
    }

    /** Lends an empty buffer of exactly this capacity. */
    public static Loan take(int bytes) {
        return new Loan(find(bytes));
    }

    private static ByteBuffer find(int bytes) {
        synchronized (KEPT) {
            for (Iterator<ByteBuffer> each = KEPT.iterator(); each.hasNext(); ) {
                ByteBuffer spare = each.next();
                if (spare.capacity() == bytes) {
                    each.remove();
                    return spare.clear();
                }
            }
        }
        return ByteBuffer.allocateDirect(bytes);
    }

    private static void keep(ByteBuffer buffer) {
        synchronized (KEPT) {
            if (KEPT.size() == MOST_KEPT) {
                KEPT.removeFirst();
            }
            KEPT.addLast(buffer);
        }
    }
}
