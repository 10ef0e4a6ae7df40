package dev.riffle.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Detects calls of several threads that overlap, for an object that one thread at a time may use. Detection is not
 * guaranteed. After a detected overlap every call fails, because the state of the object is undefined.
 *
 * <p>The accesses to the state are opaque: a compiler cannot remove them, and they need no memory barrier. So a check
 * costs about a nanosecond.
 */
public final class OverlapDetector {

    private static final VarHandle STATE = stateHandle();

    private static final int IDLE = 0;
    private static final int BUSY = 1;
    private static final int OVERLAPPED = 2;

    @SuppressWarnings("UnusedVariable") // The handle reads and writes this field.
    private int state = IDLE;

    private static VarHandle stateHandle() {
        try {
            return MethodHandles.lookup().findVarHandle(OverlapDetector.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Begins a call. Returns false if the call overlaps another call, now or earlier. The caller must throw then. */
    public boolean begin() {
        return change(IDLE, BUSY);
    }

    /** Ends a call. Returns false if another call has begun since {@link #begin()}. The caller must throw then. */
    public boolean end() {
        return change(BUSY, IDLE);
    }

    private boolean change(int from, int to) {
        boolean alone = (int) STATE.getOpaque(this) == from;
        STATE.setOpaque(this, alone ? to : OVERLAPPED);
        return alone;
    }
}
