package dev.riffle.dataset.internal.source;

import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.dataset.internal.collate.PayloadList;
import dev.riffle.dataset.internal.engine.SourceProgress;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads one record file of a {@link RecordNode} from a position to its end. Opens the file at the first request for a
 * record. Closes the file after the last record and at an error. Returns no records after an error.
 */
final class FileRecordCursor extends RecordCursor {

    private final RecordReaderOptions options;

    private final @Nullable SourceProgress progress;

    /** The tasks of a {@link ReadAheadCursor} open the source. The consumer reads its version. */
    private volatile Optional<String> version;

    private @Nullable RecordReader reader;

    /** The bytes of the source that are counted in the progress. */
    private long countedBytes;

    private Bytes payload = Bytes.empty();

    /**
     * Creates a cursor at the start of a record.
     *
     * @param progress counts the records and bytes, or is null
     */
    FileRecordCursor(ByteSource source, RecordReaderOptions options, Start start, @Nullable SourceProgress progress) {
        super(source, start);
        this.options = options;
        this.version = start.version();
        this.progress = progress;
    }

    @Override
    @Nullable
    Bytes next() throws IOException {
        if (!advance(null)) {
            return null;
        }
        Bytes read = payload;
        payload = Bytes.empty();
        return read;
    }

    @Override
    boolean nextInto(PayloadList target) throws IOException {
        return advance(target);
    }

    /** Adds the next payload to a list, or stores it in a field if {@code target} is null. */
    private boolean advance(@Nullable PayloadList target) throws IOException {
        if (isEnded()) {
            return false;
        }
        try {
            RecordReader records = reader;
            if (records == null) {
                records = open();
            }
            if (records.next()) {
                if (target == null) {
                    payload = Bytes.ofOwned(records.payloadBytes());
                } else {
                    target.addRecord(records);
                }
                passed(records.offset(), records.endOffset(), records.index());
                count(records, 1);
                return true;
            }
        } catch (Throwable e) {
            closeAfter(e);
            throw e;
        }
        close();
        return false;
    }

    private RecordReader open() throws IOException {
        ByteSource source = source();
        Optional<String> found = source.version();
        if (nextOffset() > 0 && version.isPresent() && !version.equals(found)) {
            throw new IOException(
                    source.name() + ": expected version " + version.get() + ", as in the checkpoint, found "
                            + found.map(tag -> "version " + tag).orElse("no version") + "; begin a new run");
        }
        version = found;
        RecordReader opened = RecordReader.open(source, options);
        reader = opened;
        if (nextOffset() > 0) {
            skipPastEnd(opened, start());
            countedBytes = opened.sourceBytesRead();
        }
        return opened;
    }

    /**
     * Moves to the end of an earlier record. Seeks in a plain file, and reads up to the position in a compressed file.
     */
    private void skipPastEnd(RecordReader records, Start start) throws IOException {
        long end;
        if (isPlain(records)) {
            end = Math.min(start.offset(), source().size().orElse(start.offset()));
            if (end == start.offset()) {
                records.seek(start.offset(), start.index());
            }
        } else {
            end = 0;
            while (end < start.offset() && records.next()) {
                end = records.endOffset();
            }
        }
        if (end != start.offset()) {
            throw new IOException(source().name() + ": no record ends at offset " + start.offset()
                    + ", the position in the checkpoint; the file has changed");
        }
    }

    private void count(RecordReader records, int more) {
        if (progress != null) {
            long bytes = records.sourceBytesRead();
            progress.read(more, bytes - countedBytes);
            countedBytes = bytes;
        }
    }

    /** Returns whether the reader can seek. */
    static boolean isPlain(RecordReader records) {
        return records.compression().isNone();
    }

    private void closeAfter(Throwable failure) {
        try {
            close();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    @Override
    Optional<String> version() {
        return version;
    }

    @Override
    public void close() throws IOException {
        end();
        RecordReader open = reader;
        reader = null;
        if (open != null) {
            count(open, 0);
            open.close();
        }
    }
}
