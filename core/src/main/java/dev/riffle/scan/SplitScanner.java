package dev.riffle.scan;

import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.io.ByteSource;
import dev.riffle.io.internal.resume.SourceIdentity;
import dev.riffle.io.internal.resume.StoredBytes;
import dev.riffle.scan.internal.OperationProgress;
import java.io.Closeable;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Scans splits of one file on one thread. Each scan begins at the first intact record of the split. */
final class SplitScanner<R> implements Closeable {

    /**
     * A split on remote storage searches for its first record in this part of its bytes. The previous split reads these
     * bytes, too. Without a record there, the owner scans the split.
     */
    private static final int SEARCHED_FRACTION = 16;

    private final ScannedFile file;
    private final RecordReaderOptions options;
    private final ParallelScan.Work<R> work;
    private @Nullable RecordReader reader;

    /** The bytes that both the search and the reader read. Null if the file is mapped. */
    private @Nullable StoredBytes stored;

    /**
     * The file at the beginning of the scan.
     *
     * @param identity a scanner does not scan a new file with the same name
     * @param size a scanner does not scan the file after it has become shorter
     * @param isMapped whether the bytes can be read several times without requests
     */
    record ScannedFile(ByteSource source, SourceIdentity identity, long size, boolean isMapped) {}

    /** Creates a scanner; the options must fail on damage. */
    SplitScanner(ScannedFile file, RecordReaderOptions options, ParallelScan.Work<R> work) {
        this.file = file;
        this.options = options;
        this.work = work;
    }

    /**
     * Processes the records that begin between two offsets. This method does not report read errors and memory
     * shortage. The owner of the splits scans the split again and reports these errors in file order.
     *
     * @param cancelled returns whether the owner no longer needs the split
     */
    ScannedSplit<R> scan(long from, long to, BooleanSupplier cancelled) {
        RecordSplit split;
        long begin;
        try {
            if (cancelled.getAsBoolean()) {
                return new ScannedSplit.Nothing<>();
            }
            RecordReader records = reader();
            if (!SourceIdentity.of(file.source()).equals(file.identity()) || isShorter()) {
                closeQuietly();
                return new ScannedSplit.Nothing<>();
            }
            OptionalLong found = from == 0 ? OptionalLong.of(0) : find(records, from, to);
            if (found.isEmpty()) {
                return new ScannedSplit.Nothing<>();
            }
            begin = found.getAsLong();
            records.willReadTo(to);
            records.seek(begin, 0);
            split = new RecordSplit(records, new ParallelScan.Place(begin, 0), to, OperationProgress.NONE, cancelled);
        } catch (Throwable e) {
            closeQuietly();
            return new ScannedSplit.Nothing<>();
        }
        R result;
        try {
            result = work.on(split);
            split.finish();
        } catch (OutOfMemoryError e) {
            closeQuietly();
            return new ScannedSplit.Nothing<>();
        } catch (Throwable e) {
            closeQuietly();
            return new ScannedSplit.Failed<>(begin, e);
        }
        boolean complete = split.failure() == null;
        if (!complete) {
            closeQuietly();
        }
        return new ScannedSplit.Done<>(
                begin,
                split.end(),
                split.records(),
                result,
                complete ? ScannedSplit.Reach.COMPLETE : ScannedSplit.Reach.BROKEN);
    }

    /**
     * Returns whether the file has become shorter. A reader that opens the file afterwards does not know the missing
     * bytes. The owner's reader knows them.
     */
    private boolean isShorter() throws IOException {
        return file.source().size().orElse(file.size()) < file.size();
    }

    /** Finds the first record of a split. Storage sends the bytes of this record once. */
    private OptionalLong find(RecordReader records, long from, long to) throws IOException {
        StoredBytes shared = stored;
        if (shared == null) {
            return records.find(from, to);
        }
        shared.clear();
        long bytes = Math.min(to, file.source().size().orElse(to)) - from;
        OptionalLong found = records.find(from, from + bytes / SEARCHED_FRACTION);
        shared.keepFrom(Long.MAX_VALUE);
        return found;
    }

    private RecordReader reader() throws IOException {
        RecordReader open = reader;
        if (open == null) {
            if (file.isMapped()) {
                open = RecordReader.open(file.source(), options);
            } else {
                StoredBytes shared = StoredBytes.shared(file.source());
                shared.keepFrom(Long.MAX_VALUE);
                stored = shared;
                open = RecordReader.open(shared, options);
            }
            reader = open;
        }
        return open;
    }

    /** Closes the reader and ignores errors. */
    void closeQuietly() {
        try {
            close();
        } catch (IOException | RuntimeException ignored) {
            reader = null;
        }
    }

    @Override
    public void close() throws IOException {
        RecordReader open = reader;
        StoredBytes shared = stored;
        reader = null;
        stored = null;
        try {
            if (open != null) {
                open.close();
            }
        } finally {
            if (shared != null) {
                shared.close();
            }
        }
    }
}
