package dev.riffle.arrow;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.arrow.internal.schema.FeatureColumn;
import dev.riffle.arrow.internal.schema.MessageType;
import dev.riffle.arrow.internal.schema.ReadColumns;
import dev.riffle.example.FeatureWarning;
import dev.riffle.internal.OrderedWorkers;
import dev.riffle.internal.WorkerFailure;
import dev.riffle.scan.internal.OperationProgress;
import dev.riffle.scan.internal.RecordSequence;
import dev.riffle.shard.RecordInput;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of an input in batches. The caller's thread reads the files, and the workers parse. Batches keep
 * the order of the records. After a failure, the object first returns the batches of the records before the failure.
 *
 * <p>One thread at a time may use an object.
 */
final class RecordBatches implements Closeable {

    /** The number of bytes of payloads after which a batch ends. */
    private static final long MOST_BYTES = 16 << 20;

    private final ReadColumns columns;
    private final FeatureRows.Remedy remedy;
    private final Consumer<? super FeatureWarning> warnings;
    private final int batchSize;
    private final BufferAllocator allocator;

    /** Receives the first feature without a column; null after that, and if there is no listener. */
    private @Nullable Consumer<? super RecordMismatchException> others;

    private final OperationProgress progress;
    private final RecordSequence sequence;

    /** Parses batches; null if the caller's thread parses. */
    private final @Nullable OrderedWorkers<ArrowRecordBatch> workers;

    private final ArrayDeque<RecordRows> idle = new ArrayDeque<>();

    /** The batches of the workers, oldest first. */
    private final ArrayDeque<RecordRows> submitted = new ArrayDeque<>();

    /** A batch whose records were read, but which was not returned yet. */
    private @Nullable RecordRows filled;

    private @Nullable MessageType message;

    /** The parser of all batches; null before the first batch. */
    private @Nullable MessageParsing parsing;

    /** The failure that ended the reading of the files. The caller receives it after the batches before it. */
    private @Nullable Throwable failure;

    /** The failure that the caller has received. */
    private @Nullable Throwable thrown;

    private boolean ended;
    private boolean closed;
    private int taken;

    RecordBatches(
            ReadColumns columns,
            FeatureRows.Remedy remedy,
            Consumer<? super FeatureWarning> warnings,
            RecordInput input,
            int batchSize,
            int threads,
            @Nullable Consumer<? super RecordMismatchException> others,
            BufferAllocator allocator) {
        this.columns = columns;
        this.remedy = remedy;
        this.warnings = warnings;
        this.batchSize = batchSize;
        this.others = others;
        this.allocator = allocator;
        this.progress = OperationProgress.of(input.progress(), input.sources());
        this.sequence = new RecordSequence(input.sources(), input.options(), progress);
        this.workers =
                threads == 1 ? null : new OrderedWorkers<>(threads, threads + 1, number -> "riffle-arrow-" + number);
    }

    /** Returns the message type of the records, which the first record decides if the columns do not. */
    MessageType message() throws IOException {
        if (message == null && columns.message().isEmpty() && filled == null) {
            filled = fill();
        }
        return message == null ? columns.message().orElse(MessageType.EXAMPLE) : message;
    }

    /**
     * Returns the next batch, which the caller closes, or null after the last batch. After an exception, further calls
     * throw the exception again.
     */
    @Nullable
    ArrowRecordBatch next() throws IOException {
        checkOpen();
        if (thrown != null) {
            throw WorkerFailure.of(thrown);
        }
        try {
            ArrowRecordBatch batch = workers == null ? convertNext() : takeNext(workers);
            taken++;
            if (batch == null) {
                if (failure != null) {
                    throw WorkerFailure.of(failure);
                }
                progress.close();
            }
            return batch;
        } catch (InterruptedIOException e) {
            throw e;
        } catch (IOException | RuntimeException | Error e) {
            thrown = e;
            throw e;
        }
    }

    /** Throws an exception if this object is closed. */
    void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the reader is closed");
        }
    }

    private @Nullable ArrowRecordBatch convertNext() throws IOException {
        RecordRows rows = nextRows();
        if (rows == null) {
            return null;
        }
        return reported(rows.convert(), rows);
    }

    /** Reports the first feature without a column, and returns the batch of these rows. */
    private ArrowRecordBatch reported(ArrowRecordBatch batch, RecordRows rows) {
        RecordMismatchException other = rows.other();
        Consumer<? super RecordMismatchException> listener = others;
        idle.add(rows);
        if (other != null && listener != null) {
            others = null;
            try {
                listener.accept(other);
            } catch (Throwable e) {
                batch.close();
                throw e;
            }
        }
        return batch;
    }

    private @Nullable ArrowRecordBatch takeNext(OrderedWorkers<ArrowRecordBatch> parallel) throws IOException {
        // The first batch does not wait until the workers have all their batches.
        int most = taken == 0 ? 1 : Integer.MAX_VALUE;
        while (!parallel.isFull() && submitted.size() < most) {
            RecordRows rows = nextRows();
            if (rows == null) {
                break;
            }
            submitted.add(rows);
            parallel.submit(rows::convert);
        }
        if (parallel.isEmpty()) {
            return null;
        }
        return reported(parallel.take("interrupted while parsing records"), submitted.remove());
    }

    /** Returns the records of the next batch, or null at the end or after a failure. */
    private @Nullable RecordRows nextRows() {
        RecordRows rows = filled;
        filled = null;
        return rows == null ? fill() : rows;
    }

    private @Nullable RecordRows fill() {
        RecordRows rows = null;
        try {
            while (!ended && (rows == null || rows.size() < batchSize && rows.byteSize() < MOST_BYTES)) {
                if (!sequence.next()) {
                    ended = true;
                    break;
                }
                rows = rows == null ? begin(sequence.reader()) : rows;
                rows.add(sequence.reader());
            }
        } catch (IOException | RuntimeException | Error e) {
            failure = e;
            ended = true;
        }
        return rows == null || rows.size() == 0 ? null : rows;
    }

    private RecordRows begin(RecordReader reader) {
        MessageType type = message == null ? messageOf(reader) : message;
        message = type;
        RecordRows rows = idle.isEmpty()
                ? new RecordRows(columns, type, remedy, features -> parsing(type, features), allocator)
                : idle.remove();
        rows.clear(others != null);
        return rows;
    }

    private MessageParsing parsing(MessageType type, List<FeatureColumn> features) {
        parsing = parsing == null ? MessageParsing.of(type, features, warnings) : parsing.forOtherThread();
        return parsing;
    }

    /** Returns the message type of the files. All files of an input have one format. */
    private MessageType messageOf(RecordReader reader) {
        MessageType ofFormat = reader.format() == RecordFormat.OFRECORD ? MessageType.OFRECORD : MessageType.EXAMPLE;
        MessageType expected = columns.message().orElse(ofFormat);
        if ((expected == MessageType.OFRECORD) != (ofFormat == MessageType.OFRECORD)) {
            throw RecordMismatchException.of(
                    reader.name() + ": is a file of " + reader.format().title()
                            + ", but the columns are those of " + expected.title()
                            + "; infer the schema from this file, or change the message type of the schema");
        }
        return expected;
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try (progress;
                sequence) {
            if (workers != null) {
                workers.end().forEach(ArrowRecordBatch::close);
            }
        }
    }
}
