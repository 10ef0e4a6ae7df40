package dev.riffle.dataset.internal.cache;

import dev.riffle.RecordReader;
import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.FlagCell;
import dev.riffle.dataset.internal.checkpoint.LongCell;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.Failures;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.io.SourcePart;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A pass that reads a cache file. */
final class FileCacheReading<T> extends Stage<T> {

    private final FileCacheNode<T> dataset;
    private final CacheFile file;
    private final LongCell index = count("index");
    private final FlagCell ended = flag("ended");

    /** The offset of the next element; -1 before the first element. */
    private final LongCell nextOffset = cell(new LongCell("offset", -1, Long.MAX_VALUE));

    private long offset;
    private @Nullable RecordReader reader;

    FileCacheReading(FileCacheNode<T> dataset, CacheFile file, Run run) {
        super(dataset, run);
        this.dataset = dataset;
        this.file = file;
        nextOffset.value = -1;
    }

    @Override
    public @Nullable T next() throws Exception {
        if (ended.value) {
            return null;
        }
        try {
            RecordReader records = reader;
            if (records == null) {
                records = file.open();
                reader = records;
                if (nextOffset.value >= 0) {
                    records.seek(nextOffset.value, index.value + 1);
                }
            }
            if (!records.next()) {
                throw file.damaged(records, "the last record is missing", null);
            }
            T element = dataset.element(file, records);
            if (element == null) {
                close();
                return null;
            }
            offset = records.offset();
            nextOffset.value = records.endOffset();
            index.value++;
            return element;
        } catch (IOException e) {
            close();
            throw Failures.of(name(), new SourcePart(file.path().toString(), Math.max(nextOffset.value, 0)), e);
        }
    }

    @Override
    public ElementLineage lineage() {
        return FileCacheNode.read(index.value - 1, offset);
    }

    @Override
    public void restore(State state) throws Exception {
        super.restore(state);
        if (file.inspect() != CacheFile.Found.THIS) {
            throw new IOException(
                    file.path() + ": the checkpoint needs this cache file, but the file is missing or has other inputs;"
                            + " restore the file, or start a new run");
        }
    }

    @Override
    public void close() throws IOException {
        ended.value = true;
        RecordReader open = reader;
        reader = null;
        if (open != null) {
            open.close();
        }
    }
}
