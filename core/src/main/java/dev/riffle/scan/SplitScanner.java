package dev.riffle.scan;

import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.io.ByteSource;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Scans splits of one file on one thread, each from its first record that proves itself. */
final class SplitScanner<R> implements Closeable {

    private final ByteSource source;
    private final Optional<Object> key;
    private final RecordReaderOptions options;
    private final ParallelScan.Work<R> work;
    private @Nullable RecordReader reader;

    /**
     * Creates a scanner; the options must fail on damage.
     *
     * @param key the {@link ByteSource#fileKey} of the file; the scanner does not scan another file that has taken its
     *     name
     */
    SplitScanner(ByteSource source, Optional<Object> key, RecordReaderOptions options, ParallelScan.Work<R> work) {
        this.source = source;
        this.key = key;
        this.options = options;
        this.work = work;
    }

    /**
     * Processes the records that begin between two offsets. A read error is no failure here: the owner of the splits
     * reads again there and meets it in file order. Neither is too little memory, because one thread may need less.
     *
     * @param passed returns whether the split is no longer needed
     */
    ScannedSplit<R> scan(long from, long to, BooleanSupplier passed) {
        RecordSplit split;
        long begin;
        try {
            if (passed.getAsBoolean()) {
                return new ScannedSplit.Nothing<>();
            }
            RecordReader records = reader();
            if (!source.fileKey().equals(key)) {
                letGo();
                return new ScannedSplit.Nothing<>();
            }
            OptionalLong found = from == 0 ? OptionalLong.of(0) : records.find(from, to);
            if (found.isEmpty()) {
                return new ScannedSplit.Nothing<>();
            }
            begin = found.getAsLong();
            records.seek(begin, 0);
            split = new RecordSplit(records, 0, begin, to, ProgressListener.NONE, passed);
        } catch (Throwable e) {
            letGo();
            return new ScannedSplit.Nothing<>();
        }
        R result;
        try {
            result = work.on(split);
            split.finish();
        } catch (OutOfMemoryError e) {
            letGo();
            return new ScannedSplit.Nothing<>();
        } catch (Throwable e) {
            letGo();
            return new ScannedSplit.Failed<>(begin, e);
        }
        boolean whole = split.failure() == null;
        if (!whole) {
            letGo();
        }
        return new ScannedSplit.Done<>(
                begin,
                split.end(),
                split.records(),
                result,
                whole ? ScannedSplit.Reach.WHOLE : ScannedSplit.Reach.BROKEN);
    }

    private RecordReader reader() throws IOException {
        RecordReader open = reader;
        if (open == null) {
            open = RecordReader.open(source, options);
            reader = open;
        }
        return open;
    }

    /** Closes the reader, which may be broken. */
    void letGo() {
        try {
            close();
        } catch (IOException | RuntimeException nothingWasWritten) {
            reader = null;
        }
    }

    @Override
    public void close() throws IOException {
        RecordReader open = reader;
        reader = null;
        if (open != null) {
            open.close();
        }
    }
}
