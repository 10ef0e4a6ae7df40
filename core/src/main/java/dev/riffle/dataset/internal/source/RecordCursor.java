package dev.riffle.dataset.internal.source;

import dev.riffle.dataset.internal.collate.PayloadList;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads one record file from a position to its end. */
interface RecordCursor extends Closeable {

    /** Returns the next payload, or null at the end and after an error. */
    @Nullable
    Bytes next() throws Exception;

    /** Adds the next payload to a list. Returns false at the end and after an error. */
    default boolean nextInto(PayloadList target) throws Exception {
        Bytes payload = next();
        return payload != null && target.add(payload);
    }

    /** Returns whether {@link #next} has reached the end or an error. */
    boolean isEnded();

    /** Returns the offset of the last record that {@link #next} returned. */
    long offset();

    /** Returns the offset at which the search for the next record starts. */
    long nextOffset();

    /** Returns the number of the next record in its file. */
    long nextIndex();

    /** Returns the version of the source when the cursor opened it, or the expected version before. */
    Optional<String> version();

    /** Returns the file. */
    ByteSource source();

    @Override
    public void close() throws IOException;
}
