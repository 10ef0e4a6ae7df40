package dev.riffle.internal;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Iterator;

/**
 * Keeps a few direct buffers for reuse. Only a garbage collection frees a direct buffer, and a garbage collection of a
 * large heap is rare. Without this class, a program that reads or writes many files in sequence would allocate a buffer
 * for each file.
 *
 * <p>Thread-safe. This class never reuses a buffer if a thread other than its first user has accessed its bytes. So
 * wrong use of one reader or writer cannot corrupt another.
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

        /** Records that the calling thread will now use the buffer. */
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

    /** Returns an empty buffer of exactly this capacity, on loan. */
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
