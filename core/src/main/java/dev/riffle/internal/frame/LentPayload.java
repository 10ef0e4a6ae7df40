package dev.riffle.internal.frame;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds programs that keep the view of a payload. Reused memory often still has the payload, so such a program works by
 * chance. With {@code -Driffle.debug.payloads=true}, each view is a copy, and the copy is overwritten when the view
 * becomes invalid. The program then reads bytes that are neither the payload nor a message. The JVM reads the property
 * once, so the JIT compiler removes all checks of it.
 */
public final class LentPayload {

    /** Whether views are copies that become invalid visibly. */
    public static final boolean IS_DEBUGGED = Boolean.getBoolean("riffle.debug.payloads");

    /** A byte that is no ASCII character. A series of it is no message, because the first varint does not end. */
    private static final byte OVERWRITTEN = (byte) 0xDB;

    private byte[] copied = {};
    private @Nullable ByteBuffer view;

    /** Returns a view of a copy. Returns the same view until {@link #expire()}, as a reader without the option does. */
    public ByteBuffer view(ByteBuffer payload) {
        ByteBuffer present = view;
        if (present == null) {
            copied = new byte[payload.remaining()];
            payload.get(copied);
            present = ByteBuffer.wrap(copied).asReadOnlyBuffer();
            view = present;
        }
        return present.clear().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Overwrites the copy. */
    public void expire() {
        overwrite(copied, copied.length);
        view = null;
    }

    /** Overwrites the first bytes of an array. The caller must not use the array again. */
    static void overwrite(byte[] memory, int bytes) {
        Arrays.fill(memory, 0, bytes, OVERWRITTEN);
    }
}
