package dev.riffle.dataset.internal.source;

import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** One record file on the way from a place in it to its end. */
interface RecordWalk extends Closeable {

    /** The next payload, or null at the end and behind an error. */
    @Nullable
    Bytes next() throws Exception;

    /** Whether the end, or an error, was reached by {@link #next}. */
    boolean isEnded();

    /** Where the record began that {@link #next} gave last. */
    long offset();

    /** Where the next record is to be looked for. */
    long nextOffset();

    /** The number of the next record in its file. */
    long nextIndex();

    /** The file. */
    ByteSource source();

    @Override
    public void close() throws IOException;
}
