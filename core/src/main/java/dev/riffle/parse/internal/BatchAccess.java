package dev.riffle.parse.internal;

import dev.riffle.RecordReader;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Lets decoders of other packages read a payload of a batch without a copy, and create the exception that rejects a
 * payload. Lets pipelines add payloads without origins. The batch class sets the access during class initialization.
 */
public abstract class BatchAccess<B> {

    private static volatile @Nullable BatchAccess<?> instance;

    public static void set(BatchAccess<?> access) {
        instance = access;
    }

    /** Returns the access to batches of this class. Only this class sets an access. */
    @SuppressWarnings("unchecked")
    public static <B> BatchAccess<B> of(Class<B> batches) {
        try {
            MethodHandles.lookup().ensureInitialized(batches);
        } catch (IllegalAccessException e) {
            throw new AssertionError("the batch is public", e);
        }
        return (BatchAccess<B>) Objects.requireNonNull(instance);
    }

    /** Returns a payload without a copy: the bytes from the position to the limit of the buffer. */
    public abstract ByteBuffer inPlace(B batch, int index);

    /** Adds the payload of a reader's current record, without its origin. */
    public abstract void addPayload(B batch, RecordReader reader) throws IOException;

    /** Returns the exception that rejects a payload, with the payload's origin. */
    public abstract RuntimeException rejection(B batch, int index, RowFault fault);
}
