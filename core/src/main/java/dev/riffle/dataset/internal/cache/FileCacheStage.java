package dev.riffle.dataset.internal.cache;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.dataset.internal.checkpoint.CheckpointFailures;
import dev.riffle.dataset.internal.checkpoint.ElementCodec;
import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.LineageKey;
import dev.riffle.dataset.internal.checkpoint.ReplayStart;
import dev.riffle.dataset.internal.checkpoint.Restoring;
import dev.riffle.dataset.internal.checkpoint.Saving;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.checkpoint.StateKey;
import dev.riffle.dataset.internal.engine.Failures;
import dev.riffle.dataset.internal.engine.Replay;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.io.SourcePart;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import org.jspecify.annotations.Nullable;

/**
 * Writes a cache file while it delivers elements, or reads a cache file. A resumed pass has lost the part that the
 * earlier run wrote. At the end of such a pass, the stage runs the input from the beginning and writes the file.
 */
final class FileCacheStage<T> extends Stage<T> {

    /** The role of a stage in a pass: it writes the file or reads the file. */
    private enum Phase {
        WRITING,
        READING
    }

    private static final StateKey<Phase> PHASE = StateKey.choice("phase", Phase.class);
    private static final StateKey<Long> INDEX = StateKey.count("index");

    /** The start of the pass, in a stage that writes the file. */
    private static final LineageKey<ElementLineage.Replayed> START = LineageKey.replayed("start");

    private static final StateKey<Boolean> FAILED = StateKey.flag("failed");
    private static final StateKey<Boolean> REJECTED = StateKey.flag("rejected");
    private static final StateKey<Boolean> FINISHED = StateKey.flag("finished");
    private static final StateKey<State> INPUT = StateKey.state("input");

    /** The offset of the next element, in a stage that reads the file; -1 before the first element. */
    private static final StateKey<Long> OFFSET = StateKey.number("offset");

    private static final StateKey<Boolean> ENDED = StateKey.flag("ended");

    private final FileCacheNode<T> dataset;
    private final Run run;
    private final CacheFile file;
    private final long size;

    private CacheFile.@Nullable Found before;
    private @Nullable Stage<T> input;
    private @Nullable ReplayStart start;
    private @Nullable RecordWriter writer;

    /** Whether an element or the file has failed. The pass then writes no further elements. */
    private boolean failed;

    /** Whether an element has a type that the cache cannot store. The stage still checks all other elements. */
    private boolean rejected;

    private boolean finished;

    /** Whether the pass began before a checkpoint, or another pass has written the file. */
    private boolean resumed;

    private @Nullable RecordReader reader;
    private boolean ended;
    private long index;
    private long offset = -1;
    private long nextOffset = -1;

    FileCacheStage(FileCacheNode<T> dataset, Run run) throws Exception {
        super(dataset);
        this.dataset = dataset;
        this.run = run;
        this.file = dataset.file();
        this.size = dataset.cardinality();
        CacheFile.Found found = file.inspect();
        if (found != CacheFile.Found.THIS) {
            before = found;
            Stage<T> opened = run.open(dataset.input());
            input = opened;
            start = Replay.start(dataset.input(), opened, run);
        }
    }

    @Override
    @Nullable
    public T next() throws Exception {
        return input == null ? read() : pass(input);
    }

    private @Nullable T pass(Stage<T> from) throws Exception {
        T element;
        try {
            element = from.next();
        } catch (Exception e) {
            if (!isInterruption(e)) {
                // The file would lack this element, but the element may succeed in the next pass.
                failed = true;
                discard();
            }
            throw e;
        }
        if (element == null) {
            finish();
            return null;
        }
        index++;
        if (!failed) {
            write(element);
        }
        if (index == size) {
            finish();
        }
        return element;
    }

    private void write(T element) throws IOException {
        byte[] bytes;
        try {
            bytes = ElementCodec.encode(element);
        } catch (RuntimeException e) {
            rejected = true;
            discard();
            throw Failures.of(name(), null, e);
        }
        if (rejected || resumed) {
            return;
        }
        try {
            RecordWriter open = writer;
            if (open == null) {
                open = file.create(before == null ? CacheFile.Found.NOTHING : before);
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
        failed = true;
        discard();
        return Failures.of(name(), new SourcePart(file.path().toString(), 0), cause);
    }

    private void finish() throws Exception {
        if (finished || failed || rejected) {
            return;
        }
        finished = true;
        try {
            if (resumed) {
                writeAgain();
            } else {
                RecordWriter open =
                        writer == null ? file.create(before == null ? CacheFile.Found.NOTHING : before) : writer;
                writer = null;
                file.publish(open);
            }
        } catch (IOException e) {
            throw Failures.of(name(), new SourcePart(file.path().toString(), 0), e);
        }
    }

    private void writeAgain() throws Exception {
        CacheFile.Found found = file.inspect();
        ReplayStart begun = start;
        if (found == CacheFile.Found.THIS || begun == null) {
            return;
        }
        RecordWriter again = file.create(found);
        try (Stage<T> stage = Replay.begin(dataset.input(), begun, run)) {
            for (long i = 0; i < index; i++) {
                T element = stage.next();
                if (element == null) {
                    throw CheckpointFailures.changed(
                            dataset.input().name() + ": expected " + index
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

    private @Nullable T read() throws Exception {
        if (ended) {
            return null;
        }
        try {
            RecordReader records = reader;
            if (records == null) {
                records = file.open();
                reader = records;
                if (nextOffset >= 0) {
                    records.seek(nextOffset, index + 1);
                }
            }
            if (!records.next()) {
                throw file.damaged(records, "the last record is missing", null);
            }
            T element = dataset.element(file, records);
            if (element == null) {
                closeReader();
                return null;
            }
            offset = records.offset();
            nextOffset = records.endOffset();
            index++;
            return element;
        } catch (IOException e) {
            closeReader();
            throw Failures.of(name(), new SourcePart(file.path().toString(), Math.max(nextOffset, 0)), e);
        }
    }

    private void closeReader() throws IOException {
        ended = true;
        RecordReader open = reader;
        reader = null;
        if (open != null) {
            open.close();
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
        return input == null ? FileCacheNode.read(index - 1, offset) : FileCacheNode.written(input.lineage());
    }

    @Override
    public State save(Saving saving) {
        State state = State.empty().with(INDEX, index);
        if (input == null || start == null) {
            return state.with(PHASE, Phase.READING).with(OFFSET, nextOffset).with(ENDED, ended);
        }
        return state.with(PHASE, Phase.WRITING)
                .with(START, new ElementLineage.Replayed(start, 0), saving)
                .with(FAILED, failed)
                .with(REJECTED, rejected)
                .with(FINISHED, finished)
                .with(INPUT, input.save(saving));
    }

    @Override
    public void restore(State state, Restoring restoring) throws Exception {
        index = state.get(INDEX);
        switch (state.get(PHASE)) {
            case READING -> restoreReading(state);
            case WRITING -> restoreWriting(state, restoring);
        }
    }

    private void restoreReading(State state) throws IOException {
        nextOffset = state.get(OFFSET);
        ended = state.get(ENDED);
        if (input != null) {
            input.close();
            input = null;
        }
        if (file.inspect() != CacheFile.Found.THIS) {
            throw new IOException(
                    file.path() + ": the checkpoint needs this cache file, but the file is missing or has other inputs;"
                            + " restore the file, or start a new run");
        }
    }

    private void restoreWriting(State state, Restoring restoring) throws Exception {
        Stage<T> opened = input;
        if (opened == null) {
            opened = run.open(dataset.input());
            input = opened;
        }
        start = state.get(START, restoring).start();
        failed = state.get(FAILED);
        rejected = state.get(REJECTED);
        finished = state.get(FINISHED);
        before = file.inspect();
        resumed = index > 0 || before == CacheFile.Found.THIS;
        opened.restore(state.get(INPUT), restoring);
    }

    @Override
    public void close() throws IOException {
        try {
            if (input != null) {
                input.close();
            }
        } finally {
            closeReader();
            discard();
        }
    }
}
