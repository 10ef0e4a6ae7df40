package dev.riffle.dataset.internal.cache;

import dev.riffle.RecordWriter;
import dev.riffle.dataset.internal.checkpoint.CheckpointFailures;
import dev.riffle.dataset.internal.checkpoint.ElementCodec;
import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.FlagCell;
import dev.riffle.dataset.internal.checkpoint.ReplayCell;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.Failures;
import dev.riffle.dataset.internal.engine.Replay;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.engine.UnaryStage;
import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.io.SourcePart;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import org.jspecify.annotations.Nullable;

/**
 * A pass that writes a cache file while it delivers the elements of the input. A resumed pass has lost the part that
 * the earlier run wrote. At the end of such a pass, the stage runs the input from the beginning and writes the file.
 */
final class FileCacheWriting<T> extends UnaryStage<T, T> {

    private final FileCacheNode<T> dataset;
    private final CacheFile file;
    private final long size;
    private final ReplayCell at;

    /** Whether an element or the file has failed. The pass then writes no further elements. */
    private final FlagCell failed = flag("failed");

    /** Whether an element has a type that the cache cannot store. The stage still checks all other elements. */
    private final FlagCell rejected = flag("rejected");

    private final FlagCell finished = flag("finished");
    private CacheFile.Found before;

    /** Whether the pass began before a checkpoint, or another pass has written the file. */
    private boolean resumed;

    private @Nullable RecordWriter writer;

    FileCacheWriting(FileCacheNode<T> dataset, CacheFile file, Run run) throws Exception {
        super(dataset, run);
        this.dataset = dataset;
        this.file = file;
        this.size = dataset.cardinality();
        this.at = cell(new ReplayCell(Replay.start(dataset.input(), input(), run)));
        this.before = file.inspect();
        this.resumed = before == CacheFile.Found.THIS;
    }

    @Override
    public @Nullable T next() throws Exception {
        T element;
        try {
            element = input().next();
        } catch (Exception e) {
            if (!isInterruption(e)) {
                // The file would lack this element, but the element may succeed in the next pass.
                failed.value = true;
                discard();
            }
            throw e;
        }
        if (element == null) {
            finish();
            return null;
        }
        at.read++;
        if (!failed.value) {
            write(element);
        }
        if (at.read == size) {
            finish();
        }
        return element;
    }

    private void write(T element) throws IOException {
        byte[] bytes;
        try {
            bytes = ElementCodec.encode(element);
        } catch (RuntimeException e) {
            rejected.value = true;
            discard();
            throw Failures.of(name(), null, e);
        }
        if (rejected.value || resumed) {
            return;
        }
        try {
            RecordWriter open = writer;
            if (open == null) {
                open = file.create(before);
                writer = open;
            }
            open.write(bytes);
        } catch (FileAlreadyExistsException e) {
            if (file.inspect() != CacheFile.Found.THIS) {
                throw unwritten(e);
            }
            // Another pass has already written the file.
            resumed = true;
        } catch (IOException e) {
            throw unwritten(e);
        }
    }

    private DatasetException unwritten(IOException cause) throws IOException {
        failed.value = true;
        discard();
        return Failures.of(name(), new SourcePart(file.path().toString(), 0), cause);
    }

    private void finish() throws Exception {
        if (finished.value || failed.value || rejected.value) {
            return;
        }
        finished.value = true;
        try {
            if (resumed) {
                writeAgain();
            } else {
                RecordWriter open = writer == null ? file.create(before) : writer;
                writer = null;
                file.publish(open);
            }
        } catch (IOException e) {
            throw Failures.of(name(), new SourcePart(file.path().toString(), 0), e);
        }
    }

    private void writeAgain() throws Exception {
        CacheFile.Found found = file.inspect();
        if (found == CacheFile.Found.THIS) {
            return;
        }
        RecordWriter again = file.create(found);
        try (Stage<T> stage = Replay.begin(dataset.input(), at.start(), run())) {
            for (long i = 0; i < at.read; i++) {
                T element = stage.next();
                if (element == null) {
                    throw CheckpointFailures.changed(
                            dataset.input().name() + ": expected " + at.read
                                    + " elements as before the checkpoint, found " + i,
                            null);
                }
                again.write(ElementCodec.encode(element));
            }
            file.publish(again);
        } finally {
            CacheFile.discard(again);
        }
    }

    private void discard() throws IOException {
        RecordWriter open = writer;
        writer = null;
        if (open != null) {
            CacheFile.discard(open);
        }
    }

    @Override
    public ElementLineage lineage() {
        return FileCacheNode.written(input().lineage());
    }

    @Override
    public void restore(State state) throws Exception {
        super.restore(state);
        resumed |= at.read > 0;
    }

    @Override
    public void close() throws IOException {
        try {
            discard();
        } finally {
            super.close();
        }
    }
}
