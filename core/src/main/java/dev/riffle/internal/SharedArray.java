package dev.riffle.internal;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * An array of verified frames that a reader fills, and that batches of payloads use without a copy. The reader may
 * overwrite the array only while it is the only user. The users may belong to several threads.
 */
public final class SharedArray {

    /** The content. Only the reader that owns the array at the moment writes it. */
    public final byte[] bytes;

    private final AtomicInteger users = new AtomicInteger(1);

    /** Creates an array with one user. */
    public SharedArray(int size) {
        this.bytes = new byte[size];
    }

    /** Returns whether the caller, who is a user, is the only user. */
    public boolean hasOneUser() {
        return users.get() == 1;
    }

    /** Adds a user. The caller must be a user. */
    public void retain() {
        users.incrementAndGet();
    }

    /** Removes the caller as a user. Returns true if no user is left, so that the caller owns the array. */
    public boolean release() {
        return users.decrementAndGet() == 0;
    }

    /** Makes the caller the only user of an array without users. */
    public void reuse() {
        users.set(1);
    }
}
