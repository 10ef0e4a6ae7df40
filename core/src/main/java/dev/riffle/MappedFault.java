package dev.riffle;

import dev.riffle.internal.LittleEndian;
import java.nio.ByteBuffer;

/**
 * Makes the JVM report immediately that mapped memory is gone.
 *
 * <p>When another program truncates a file, the pages after its new end vanish from every mapping of it. Java code that
 * accesses one gets an {@link InternalError}, and garbage instead of the bytes. Up to JDK 17 the JVM does not throw the
 * error there: it stays pending until the thread enters the JVM's own code, which may be anywhere. The machine code of
 * {@link java.util.zip.CRC32C} is not guarded at all: if it accesses such a page, the process dies.
 *
 * <p>So callers copy mapped bytes before they sum them, because the JVM guards copies, and {@link #deliver()} makes it
 * throw a pending error. A proof that the bytes exist is not enough, since pages can vanish during a checksum, too. One
 * case uses only a proof, because copies would take a seventh more time: verifying payloads of at most 4 KiB that no
 * caller reads.
 */
final class MappedFault {

    /** Not final, and so not a constant: otherwise the compiler could remove the allocation. */
    private static int one = 1;

    private static Object kept = new Object();

    private static final int MARK_BYTES = 8;

    private MappedFault() {}

    /**
     * Copies mapped bytes to an array.
     *
     * @throws InternalError if some of them are gone
     */
    static void copy(ByteBuffer source, int index, byte[] target, int at, int count) {
        int mark = at + count - MARK_BYTES;
        if (count >= MARK_BYTES) {
            LittleEndian.putLong(target, mark, 0);
        }
        source.get(index, target, at, count);
        // A copy ends at a missing page, and leaves the mark in place.
        if (count < MARK_BYTES || LittleEndian.getLong(target, mark) == 0) {
            deliver();
        }
    }

    /**
     * Throws a pending {@link InternalError}, if any. Allocating an array of arrays always enters the JVM; calls of
     * native methods, polls and plain allocations do not suffice.
     */
    static void deliver() {
        int size = one;
        kept = new byte[size][size];
    }

    /**
     * Clears all pending errors, and returns whether one was pending. After accesses to many pages, an error can be
     * pending while another one is handled, so the handler throws it.
     */
    static boolean settle() {
        boolean gone = false;
        for (int quiet = 0; quiet < 2; ) {
            try {
                quiet = isQuiet() ? quiet + 1 : 0;
                gone |= quiet == 0;
            } catch (InternalError fromHandler) {
                gone = true;
            }
        }
        return gone;
    }

    private static boolean isQuiet() {
        try {
            deliver();
            return true;
        } catch (InternalError pending) {
            return false;
        }
    }

    /** Returns the array allocated last, so that the compiler keeps the field. */
    static Object kept() {
        return kept;
    }
}
