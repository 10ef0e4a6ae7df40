package dev.riffle.parse;

import dev.riffle.example.internal.RecordPlace;
import dev.riffle.parse.internal.ParseFault;
import dev.riffle.parse.internal.RowFault;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads a batch of payloads into the rows of one {@link MessageRows}. Several threads read a large batch. Each thread
 * reads a part of the payloads into its own columns. The reader then joins the parts. The threads belong to the JVM's
 * common pool. The calling thread also reads a part, and does not wait for a free thread.
 *
 * <p>The reader does not use {@code TaskGroup}. Starting threads takes too long for one batch, and an interrupt must
 * not end a batch.
 */
final class BatchReader {

    /** The smallest size of a part for which an additional thread saves time. */
    private static final int FEWEST_BYTES = 32 << 10;

    /** The number of payloads to load into the processor's cache together. */
    private static final int TOUCHED_TOGETHER = 16;

    private final Supplier<MessageRows> readers;
    private final int threads;
    private final @Nullable Consumer<ExampleParseException> listener;
    private final MessageRows first;
    private final List<MessageRows> others = new ArrayList<>();

    /** The payload number of each row; unused if the reader skips no payload. */
    private int[] payloadIndexes = {};

    /** Marks the skipped payloads; unused if the reader skips no payload. */
    private boolean[] skipped = {};

    private final List<ExampleParseException> rejected = new ArrayList<>();

    BatchReader(Supplier<MessageRows> readers, ParseSettings settings) {
        this.readers = readers;
        this.threads = settings.threads();
        this.listener = settings.listener();
        this.first = readers.get();
    }

    /** Returns the row reader that contains all rows after {@link #parse}. */
    MessageRows rows() {
        return first;
    }

    /**
     * Reads a batch and passes the number of its rows to {@code outputs}. {@code outputs} creates the tensors.
     *
     * @throws ExampleParseException for the first invalid payload if the reader does not skip invalid records, or if
     *     the batch is too large
     */
    void parse(PayloadBatch payloads, IntConsumer outputs) {
        rejected.clear();
        if (listener != null) {
            skipped = new boolean[payloads.size()];
        }
        while (true) {
            int rows = read(payloads);
            try {
                outputs.accept(rows);
                break;
            } catch (ExampleParseException e) {
                skip(rejectionOf(e, payloads, rows));
            }
        }
        if (listener != null) {
            rejected.sort(Comparator.comparingInt(ExampleParseException::batchIndex));
            rejected.forEach(listener);
        }
    }

    /**
     * Skips an invalid payload. Throws the exception if the settings have no listener, or if the fault concerns the
     * complete batch.
     */
    private void skip(ExampleParseException rejection) {
        if (listener == null || rejection.batchIndex() < 0) {
            throw rejection;
        }
        skipped[rejection.batchIndex()] = true;
        rejected.add(rejection);
    }

    private int read(PayloadBatch payloads) {
        int parts = (int) Math.max(1, Math.min(threads, payloads.byteSize() / FEWEST_BYTES));
        if (parts == 1) {
            Part all = new Part(first, payloads, 0, payloads.size());
            all.read();
            return finish(all);
        }
        while (others.size() < parts - 1) {
            others.add(readers.get());
        }
        int[] borders = borders(payloads, parts);
        List<Part> all = new ArrayList<>();
        for (int i = 0; i < parts; i++) {
            all.add(new Part(i == 0 ? first : others.get(i - 1), payloads, borders[i], borders[i + 1]));
        }
        runTogether(parts, i -> all.get(i).read());
        int rows = 0;
        for (Part part : all) {
            part.before = rows;
            rows += finish(part);
        }
        // Each thread handles some columns, and appends the other parts of these columns to the first part.
        List<Part> rest = all.subList(1, parts);
        runTogether(parts, group -> appendGroup(rest, group, parts));
        return rows;
    }

    /**
     * Runs a task for each number below {@code tasks}, the first task on this thread. No task runs after this method
     * returns or throws an exception.
     */
    private static void runTogether(int tasks, IntConsumer task) {
        List<ForkJoinTask<?>> others = new ArrayList<>();
        for (int i = 1; i < tasks; i++) {
            int number = i;
            others.add(ForkJoinPool.commonPool().submit(() -> task.accept(number)));
        }
        try {
            task.accept(0);
        } finally {
            others.forEach(ForkJoinTask::quietlyJoin);
        }
        others.forEach(ForkJoinTask::join);
    }

    private void appendGroup(List<Part> rest, int group, int groups) {
        for (int column = group; column < first.columns.count(); column += groups) {
            for (Part part : rest) {
                try {
                    first.columns.append(column, part.before, part.reader.columns, part.rows);
                } catch (ArithmeticException e) {
                    throw tooLarge(-1, part.payloads, e);
                }
            }
        }
    }

    /**
     * Reads the first payload of a batch as the only row.
     *
     * @throws ExampleParseException if the payload is invalid
     */
    void readSingle(PayloadBatch payload) {
        first.columns.clear(1);
        try {
            first.read(0, payload.array(0), payload.begin(0), payload.end(0));
        } catch (RowFault e) {
            throw payload.rejection(0, e);
        } catch (ArithmeticException e) {
            throw tooLarge(0, payload, e);
        }
    }

    /** Returns the number of the payload of a row. */
    int payloadIndexOf(int row) {
        return listener == null ? row : payloadIndexes[row];
    }

    /** Returns the payload number of each row, or null if each row has the number of its payload. */
    int @Nullable [] payloadIndexes(int rows) {
        return listener == null ? null : Arrays.copyOf(payloadIndexes, rows);
    }

    /** Releases the memory of the rows. This memory then belongs to the tensors. */
    void release() {
        first.columns.release();
        others.clear();
    }

    /**
     * Returns an exception with the payload, for a fault found during the creation of tensors. If a single record has
     * the fault, the numbers in the message refer to this record instead of the batch.
     */
    private ExampleParseException rejectionOf(ExampleParseException found, PayloadBatch payloads, int rows) {
        for (int row = 0; row < rows && found.key().isPresent(); row++) {
            try {
                first.checkRagged(row, found.key().get());
            } catch (RowFault e) {
                return payloads.rejection(payloadIndexOf(row), e);
            }
        }
        int row = found.batchIndex();
        int payload = row >= 0 && row < rows ? payloadIndexOf(row) : -1;
        return new ExampleParseException(found.fault(), payload, originOf(payload, payloads), found.getCause());
    }

    private static ExampleParseException tooLarge(int payload, PayloadBatch payloads, ArithmeticException cause) {
        return new ExampleParseException(
                new ParseFault(
                        null,
                        "columns of less than 2 GiB",
                        String.valueOf(cause.getMessage()),
                        "parse fewer records together"),
                payload,
                originOf(payload, payloads),
                cause);
    }

    private static @Nullable RecordPlace originOf(int payload, PayloadBatch payloads) {
        return payload < 0 ? null : payloads.origin(payload);
    }

    /** Divides the payloads into parts of about equal size in bytes. */
    private static int[] borders(PayloadBatch payloads, int parts) {
        int[] borders = new int[parts + 1];
        long bytes = 0;
        int next = 1;
        for (int i = 0; i < payloads.size() && next < parts; i++) {
            bytes += payloads.end(i) - payloads.begin(i);
            if (bytes * parts >= payloads.byteSize() * next) {
                borders[next++] = i + 1;
            }
        }
        while (next <= parts) {
            borders[next++] = payloads.size();
        }
        return borders;
    }

    private int finish(Part part) {
        ExampleParseException failure = part.failure;
        if (failure != null) {
            throw failure;
        }
        if (listener != null) {
            int end = part.before + part.rows;
            payloadIndexes = Arrays.copyOf(payloadIndexes, Math.max(payloadIndexes.length, end));
            System.arraycopy(part.kept, 0, payloadIndexes, part.before, part.rows);
        }
        part.bad.forEach(this::skip);
        return part.rows;
    }

    /** A part of the batch: the payloads that one thread reads. */
    private final class Part {
        private final MessageRows reader;
        private final PayloadBatch payloads;
        private final int from;
        private final int to;
        private final List<ExampleParseException> bad = new ArrayList<>();
        private @Nullable ExampleParseException failure;
        private int rows;

        /** The number of rows in the earlier parts. */
        private int before;

        /** The payload number of each row; used only if the reader can skip payloads. */
        private final int[] kept;

        Part(MessageRows reader, PayloadBatch payloads, int from, int to) {
            this.reader = reader;
            this.payloads = payloads;
            this.from = from;
            this.to = to;
            this.kept = new int[listener == null ? 0 : to - from];
        }

        void read() {
            reader.columns.clear(to - from);
            for (int i = from; i < to; i++) {
                if ((i - from) % TOUCHED_TOGETHER == 0) {
                    payloads.touch(i, Math.min(i + TOUCHED_TOGETHER, to));
                }
                if (listener != null && skipped[i]) {
                    continue;
                }
                try {
                    readRow(i);
                } catch (RowFault e) {
                    if (listener == null) {
                        failure = payloads.rejection(i, e);
                        return;
                    }
                    bad.add(payloads.rejection(i, e));
                } catch (ArithmeticException e) {
                    failure = tooLarge(i, payloads, e);
                    return;
                }
            }
        }

        private void readRow(int payload) {
            reader.read(rows, payloads.array(payload), payloads.begin(payload), payloads.end(payload));
            if (listener != null) {
                try {
                    reader.checkRagged(rows, null);
                } catch (RowFault e) {
                    reader.columns.rewind(rows);
                    throw e;
                }
                kept[rows] = payload;
            }
            rows++;
        }
    }
}
