package dev.riffle;

import dev.riffle.internal.LittleEndian;
import java.nio.ByteBuffer;

/**
 * Makes the JVM report at once that mapped memory is gone.
 *
 * <p>When another program shortens a file, the pages after its new end vanish from every mapping of it. Java code that
 * touches one gets an {@link InternalError}, and garbage instead of the bytes. Up to JDK 17 the error is not thrown
 * there: it stays pending until the thread enters the JVM's own code, which may be anywhere. And the machine code of
 * {@link java.util.zip.CRC32C} is not guarded at all: if it touches such a page, the process dies.
 *
 * <p>So mapped bytes are copied before they are summed, which the JVM guards, and {@link #deliver()} has a pending
 * error thrown. A proof that the bytes are there is not enough, since pages vanish in the middle of a checksum, too.
 * One case is left to a proof, because copies would take a seventh more time: a walk over payloads of at most 4 KiB
 * that does not look at them.
 */
final class MappedFault {

    /** Not final, and so not a constant: otherwise the compiler could leave out the allocation. */
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
        // A copy that meets a page that is gone ends there, and leaves the mark.
        if (count < MARK_BYTES || LittleEndian.getLong(target, mark) == 0) {
            deliver();
        }
    }

    /**
     * Throws a pending {@link InternalError}, if there is one. Allocating an array of arrays always enters the JVM; calls of
     * native methods, polls and plain allocations do not suffice.
     */
    static void deliver() {
        int size = one;
        kept = new byte[size][size];
    }

    /**
     * Takes all pending errors, and says whether there was one. Where many pages were touched an error can be pending
     * while another one is handled, so that it is thrown from the handler.
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

    /** What was last allocated; there only so that it is read somewhere. */
    static Object kept() {
        return kept;
    }
}
