package dev.riffle.scan.internal;

import dev.riffle.Progress;
import dev.riffle.io.ByteSource;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Adds up the progress of one operation and sends events to a listener. {@link #close()} sends the last event. After
 * the listener has thrown an exception, it receives no more events.
 *
 * <p>Safe for use by several threads. The listener receives one event at a time.
 */
public final class OperationProgress implements AutoCloseable {

    /** The listener of an operation that reports no progress. Such an operation does not ask for sizes. */
    public static final Consumer<Progress> IGNORED = progress -> {};

    /** The progress of an operation that reports none. */
    public static final OperationProgress NONE = new OperationProgress(IGNORED, OptionalLong.empty(), null);

    private final Consumer<? super Progress> listener;

    /** The progress of the operation if this object is an extra pass, or null. */
    private final @Nullable OperationProgress operation;

    private OptionalLong totalBytes;
    private long records;
    private long bytes;
    private boolean ended;

    private OperationProgress(
            Consumer<? super Progress> listener, OptionalLong totalBytes, @Nullable OperationProgress operation) {
        this.listener = listener;
        this.totalBytes = totalBytes;
        this.operation = operation;
    }

    /** Returns the progress of an operation that reads all bytes of these sources once. */
    public static OperationProgress of(Consumer<? super Progress> listener, List<ByteSource> sources) {
        return listener == IGNORED ? NONE : new OperationProgress(listener, bytesOf(sources), null);
    }

    /** Returns the progress of an operation with this number of bytes. */
    public static OperationProgress of(Consumer<? super Progress> listener, long bytes) {
        return listener == IGNORED ? NONE : new OperationProgress(listener, OptionalLong.of(bytes), null);
    }

    /** Returns the progress of an operation with an unknown number of bytes. */
    public static OperationProgress of(Consumer<? super Progress> listener) {
        return new OperationProgress(listener, OptionalLong.empty(), null);
    }

    /** Returns the size of all sources. Empty if the size of a source is unknown. */
    private static OptionalLong bytesOf(List<ByteSource> sources) {
        long sum = 0;
        for (ByteSource source : sources) {
            try {
                OptionalLong size = source.size();
                if (size.isEmpty()) {
                    return size;
                }
                sum += size.getAsLong();
            } catch (IOException e) {
                // The operation reports the error when it opens the source.
                return OptionalLong.empty();
            }
        }
        return OptionalLong.of(sum);
    }

    /** Counts records and bytes as done, and sends an event if a number is positive. */
    public void advanced(long moreRecords, long moreBytes) {
        if (operation != null) {
            operation.advanced(0, moreBytes);
        } else if (listener != IGNORED && (moreRecords > 0 || moreBytes > 0)) {
            add(moreRecords, moreBytes);
        }
    }

    private synchronized void add(long moreRecords, long moreBytes) {
        if (ended) {
            return;
        }
        records += moreRecords;
        bytes += moreBytes;
        if (totalBytes.isPresent() && totalBytes.getAsLong() < bytes) {
            totalBytes = OptionalLong.of(bytes);
        }
        boolean accepted = false;
        try {
            listener.accept(new Progress(records, bytes, totalBytes, false));
            accepted = true;
        } finally {
            ended = !accepted;
        }
    }

    /**
     * Returns the progress of another pass over these sources. The bytes of the pass count for this operation, but not
     * its records, because each record counts once.
     */
    public OperationProgress extraPass(List<ByteSource> sources) {
        if (listener == IGNORED) {
            return NONE;
        }
        alsoReads(sources);
        return new OperationProgress(event -> {}, OptionalLong.empty(), this);
    }

    /** Adds sources that the operation also reads, or reads again, to the total. */
    public void alsoReads(List<ByteSource> sources) {
        if (operation != null) {
            operation.alsoReads(sources);
        } else {
            addToTotal(sources);
        }
    }

    private synchronized void addToTotal(List<ByteSource> sources) {
        if (listener != IGNORED && totalBytes.isPresent()) {
            OptionalLong more = bytesOf(sources);
            totalBytes = more.isPresent() ? OptionalLong.of(totalBytes.getAsLong() + more.getAsLong()) : more;
        }
    }

    /** Returns a listener for one part of this operation. The events of the part count for this operation. */
    public Consumer<Progress> part() {
        return listener == IGNORED ? IGNORED : new Part();
    }

    private final class Part implements Consumer<Progress> {

        private long partRecords;
        private long partBytes;

        @Override
        public void accept(Progress progress) {
            advanced(progress.records() - partRecords, progress.bytes() - partBytes);
            partRecords = progress.records();
            partBytes = progress.bytes();
        }
    }

    /** Sends the last event. Idempotent. */
    @Override
    public synchronized void close() {
        if (!ended && listener != IGNORED && operation == null) {
            ended = true;
            listener.accept(new Progress(records, bytes, totalBytes, true));
        }
    }
}
