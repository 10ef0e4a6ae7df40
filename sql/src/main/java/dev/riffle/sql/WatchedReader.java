package dev.riffle.sql;

import java.io.IOException;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the failure of another reader. DuckDB calls the reader, and reports a failure as text with a stack trace. The
 * session throws the kept failure instead. An interrupt of the thread that has created the object ends the read.
 */
final class WatchedReader extends ForwardingReader {

    private final UnaryOperator<RuntimeException> words;
    private final Thread owner = Thread.currentThread();
    private volatile @Nullable Throwable failure;

    /**
     * Creates a reader.
     *
     * @param words replaces an unchecked exception of the reader
     */
    WatchedReader(BufferAllocator allocator, ArrowReader reader, UnaryOperator<RuntimeException> words) {
        super(allocator, reader);
        this.words = words;
    }

    /** Returns the failure of the reader. */
    Optional<Throwable> failure() {
        return Optional.ofNullable(failure);
    }

    @Override
    public boolean loadNextBatch() throws IOException {
        try {
            if (owner.isInterrupted()) {
                throw new SqlException(SqlException.Reason.CANCELLED, "SQL: thread was interrupted");
            }
            return super.loadNextBatch();
        } catch (RuntimeException e) {
            RuntimeException worded = words.apply(e);
            failure = worded;
            throw worded;
        } catch (IOException | Error e) {
            failure = e;
            throw e;
        }
    }
}
