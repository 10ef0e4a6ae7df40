package dev.riffle.parse.internal;

import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Gives decoders of other packages internal access to a batch. With it they read a payload without a copy, and create
 * the exception that rejects a payload. The batch sets its access when its class is initialized.
 */
public abstract class BatchAccess<B> {

    private static volatile @Nullable BatchAccess<?> instance;

    public static void set(BatchAccess<?> access) {
        instance = access;
    }

    /** Returns the access to batches of this class, which is the only class that sets it. */
    @SuppressWarnings("unchecked")
    public static <B> BatchAccess<B> of(Class<B> batches) {
        try {
            MethodHandles.lookup().ensureInitialized(batches);
        } catch (IllegalAccessException e) {
            throw new AssertionError("the batch is public", e);
        }
        return (BatchAccess<B>) Objects.requireNonNull(instance);
    }

    /** Returns a payload in the array that holds it, from the position to the limit of the buffer. */
    public abstract ByteBuffer inPlace(B batch, int index);

    /** Returns the exception that rejects a payload, with the payload's origin. */
    public abstract RuntimeException rejection(B batch, int index, RowFault fault);
}
