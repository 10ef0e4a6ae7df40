package dev.riffle.internal.frame;

import dev.riffle.internal.LittleEndian;
import java.nio.ByteBuffer;

/**
 * Makes the JVM report immediately that mapped memory is missing.
 *
 * <p>If another program truncates a file, the pages after the new end are missing from every mapping of the file. Java
 * code that accesses a missing page gets an {@link InternalError}, and wrong bytes. Up to JDK 17 the JVM does not throw
 * the error at the access. The error stays pending until the thread enters the JVM's own code, which may be anywhere.
 * The machine code of {@link java.util.zip.CRC32C} is not guarded at all. If it accesses a missing page, the process
 * crashes.
 *
 * <p>So callers copy mapped bytes before they compute a checksum, because the JVM guards copies. {@link #deliver()}
 * then makes the JVM throw a pending error. A proof that the bytes exist is not enough, because pages can disappear
 * during a checksum. Only one case relies on a proof: verifying payloads of at most 4 KiB that no caller reads. Copies
 * would take a seventh more time there.
 */
public final class MappedFault {

    /** Not final, so that the compiler does not treat the field as a constant and remove the allocation. */
    private static int one = 1;

    /** The array that was allocated last. Not private, so that the compiler keeps the field. */
    static Object kept = new Object();

    private static final int MARK_BYTES = 8;

    private MappedFault() {}

    /**
     * Copies mapped bytes to an array.
     *
     * @throws InternalError if some of the bytes are missing
     */
    public static void copy(ByteBuffer source, int index, byte[] target, int at, int count) {
        int mark = at + count - MARK_BYTES;
        if (count >= MARK_BYTES) {
            LittleEndian.putLong(target, mark, 0);
        }
        source.get(index, target, at, count);
        // A copy ends at a missing page and leaves the mark unchanged.
        if (count < MARK_BYTES || LittleEndian.getLong(target, mark) == 0) {
            deliver();
        }
    }

    /**
     * Throws a pending {@link InternalError}, if any. Allocating an array of arrays always enters the JVM. Calls of
     * native methods, polls and plain allocations do not suffice.
     */
    static void deliver() {
        int size = one;
        kept = new byte[size][size];
    }

    /**
     * Clears all pending errors, and returns whether an error was pending. After accesses to many pages, a second error
     * can be pending while a handler runs. The handler then throws that error.
     */
    public static boolean settle() {
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
}
