package dev.riffle.parse.internal;

import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Gives decoders of other packages access that users of a batch do not have. They read a payload without a copy, and
 * create the exception that refuses one. The batch sets its access when its class is initialized.
 */
public abstract class BatchAccess<B> {

    private static volatile @Nullable BatchAccess<?> given;

    public static void set(BatchAccess<?> access) {
        given = access;
    }

    /** Returns the access to batches of this class, which is the only class that sets it. */
    @SuppressWarnings("unchecked")
    public static <B> BatchAccess<B> of(Class<B> batches) {
        try {
            MethodHandles.lookup().ensureInitialized(batches);
        } catch (IllegalAccessException e) {
            throw new AssertionError("the batch is public", e);
        }
        return (BatchAccess<B>) Objects.requireNonNull(given);
    }

    /** Returns a payload in the array that holds it, from the position to the limit of the buffer. */
    public abstract ByteBuffer inPlace(B batch, int index);

    /** Returns the exception that refuses a payload, with the payload's origin. */
    public abstract RuntimeException refusal(B batch, int index, RowFault fault);
}
