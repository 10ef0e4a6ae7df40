package dev.riffle.dataset.internal.source;

import dev.riffle.CorruptRecordException;
import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.LineageTable;
import dev.riffle.dataset.internal.checkpoint.LongCell;
import dev.riffle.dataset.internal.checkpoint.Member;
import dev.riffle.dataset.internal.checkpoint.SavedElement;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.collate.PayloadList;
import dev.riffle.dataset.internal.engine.BufferedElement;
import dev.riffle.dataset.internal.engine.Failures;
import dev.riffle.dataset.internal.engine.LimitedExecutor;
import dev.riffle.dataset.internal.engine.Parallelism;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.SourceProgress;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.SourcePart;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Reads record files in turn, like TensorFlow's interleave with a block of one record. The cycle length is the number
 * of concurrent reads, at least 1. At the next turn of a file that has ended, a new file replaces it. An error uses a
 * turn.
 *
 * <p>With {@link ReadAheadCursor}, other threads read the current files and the next files. A checkpoint holds the
 * position before the records read ahead. So the checkpoint is the same with and without threads.
 */
final class RecordStage extends Stage<Bytes> {

    /**
     * The states of the files that the stage reads in turn. An entry is empty if the stage has not taken the next file.
     */
    private static final Member<List<Optional<State>>> OPEN =
            Member.state("open").optional().list();

    private static final Member<List<State>> WAITING = Member.state("waiting").list();
    private static final Member<Optional<SavedElement.Failed>> FAILED =
            Member.failure("failed").optional();

    private static final Member<ElementLineage> FILE = Member.lineage("file");

    /** The start of the next record of a file; empty if the file has ended. */
    private static final Member<Optional<State>> NEXT = Member.state("next").optional();

    private static final Member<Long> OFFSET = Member.count("offset");
    private static final Member<Long> INDEX = Member.count("index");

    /** The version of the source of a file; missing if the source has none. */
    private static final Member<String> VERSION = Member.text("version");

    /** One of the files that the stage reads in turn, with its position. */
    private record Open(ElementLineage file, RecordCursor records) {}

    private final RecordNode dataset;
    private final Stage<?> files;
    private final @Nullable Parallelism parallel;
    private final Executor executor;

    /** Counts the records and bytes read, or is null without an observer. */
    private final @Nullable SourceProgress progress;

    private final @Nullable Open[] cycle;
    private final LongCell turn;
    private int open;

    /** The files that the stage has taken from the input before their turn. */
    private final Deque<Open> waiting = new ArrayDeque<>();

    /** The failure of the input when the stage requested a file ahead of its turn. */
    private @Nullable Exception failed;

    private boolean filesEnded;
    private @Nullable ElementLineage file;
    private long offset;
    private Optional<String> version = Optional.empty();
    private @Nullable Bytes payload;

    RecordStage(RecordNode dataset, Run run, @Nullable Parallelism parallel) throws Exception {
        super(dataset, run);
        this.dataset = dataset;
        this.files = openInput("files", dataset.files());
        this.parallel = parallel;
        this.executor =
                parallel == null ? Runnable::run : new LimitedExecutor(run.executor(parallel), parallel.calls());
        this.cycle = new Open[dataset.cycleLength()];
        this.turn = index("turn", cycle.length);
        this.progress = run.sources(dataset);
    }

    @Override
    @Nullable
    public Bytes next() throws Exception {
        if (!advance(null)) {
            return null;
        }
        Bytes read = payload;
        payload = null;
        return read;
    }

    @Override
    public boolean nextInto(PayloadList target) throws Exception {
        return advance(target);
    }

    /** Adds the next payload to a list, or stores it in a field if {@code target} is null. */
    private boolean advance(@Nullable PayloadList target) throws Exception {
        while (true) {
            if (parallel != null && parallel.isAnyOrder()) {
                preferReady();
            }
            Open current = cycle[turn.index()];
            if (current == null) {
                current = nextFile();
                if (current == null) {
                    if (open == 0) {
                        return false;
                    }
                    endTurn();
                    continue;
                }
                cycle[turn.index()] = current;
                open++;
            }
            RecordCursor records = current.records();
            boolean found;
            try {
                found = read(records, target);
            } catch (Exception e) {
                endTurn();
                throw failure(records, e);
            }
            if (found) {
                file = current.file();
                offset = records.offset();
                version = records.version();
                endTurn();
                return true;
            }
            cycle[turn.index()] = null;
            open--;
            endTurn();
        }
    }

    private boolean read(RecordCursor records, @Nullable PayloadList target) throws Exception {
        if (target != null) {
            return records.nextInto(target);
        }
        payload = records.next();
        return payload != null;
    }

    /** Moves the turn to a file with a ready record, or to an empty slot for the next file, if possible. */
    private void preferReady() {
        for (int i = 0; i < cycle.length; i++) {
            int candidate = (turn.index() + i) % cycle.length;
            Open each = cycle[candidate];
            if (each == null ? !filesEnded || !waiting.isEmpty() : isReady(each.records())) {
                turn.value = candidate;
                return;
            }
        }
    }

    private static boolean isReady(RecordCursor records) {
        return !(records instanceof ReadAheadCursor reading) || reading.isReady();
    }

    private void endTurn() {
        int next = turn.index() + 1;
        turn.value = next == cycle.length ? 0 : next;
    }

    private @Nullable Open nextFile() throws Exception {
        takeAhead();
        Open next = waiting.poll();
        Exception failure = failed;
        if (next == null && failure != null) {
            failed = null;
            throw failure;
        }
        return next == null && parallel == null ? takeFile() : next;
    }

    /**
     * Takes files from the input ahead of their turn. The limit for open and waiting files is the cycle length or the
     * number of concurrent reads, whichever is larger, plus 1.
     */
    private void takeAhead() {
        if (parallel == null) {
            return;
        }
        int most = Math.max(cycle.length, parallel.calls()) + 1;
        while (failed == null && !filesEnded && waiting.size() + open < most) {
            try {
                Open next = takeFile();
                if (next != null) {
                    waiting.add(next);
                }
            } catch (Exception e) {
                failed = e;
            }
        }
    }

    private @Nullable Open takeFile() throws Exception {
        if (filesEnded) {
            return null;
        }
        Object next = files.next();
        if (next == null) {
            filesEnded = true;
            return null;
        }
        ByteSource source;
        try {
            source = FileSet.source(next);
        } catch (IllegalArgumentException e) {
            throw Failures.failure(name(), null, String.valueOf(e.getMessage()), e);
        }
        return new Open(files.lineage(), records(source, RecordCursor.Start.FIRST));
    }

    private RecordCursor records(ByteSource from, RecordCursor.Start start) {
        FileRecordCursor records = new FileRecordCursor(from, dataset.options(), start, progress);
        return parallel == null ? records : new ReadAheadCursor(records, executor);
    }

    private DatasetException failure(RecordCursor records, Exception cause) {
        long at = cause instanceof CorruptRecordException damage ? damage.recordOffset() : records.nextOffset();
        return Failures.of(name(), new SourcePart(records.source().name(), at), cause);
    }

    @Override
    public ElementLineage lineage() {
        return dataset.lineage(delivered(file), offset, version);
    }

    @Override
    public State save(LineageTable table) {
        List<Optional<State>> turns = new ArrayList<>();
        for (Open each : cycle) {
            turns.add(Optional.ofNullable(each).map(file -> save(file, table)));
        }
        return super.save(table)
                .with(OPEN, turns)
                .with(WAITING, waiting.stream().map(each -> save(each, table)).toList())
                .with(FAILED, Optional.ofNullable(failed).map(BufferedElement::savedFailure));
    }

    private static State save(Open each, LineageTable table) {
        RecordCursor records = each.records();
        State file = table.state().with(FILE, each.file());
        if (records.isEnded()) {
            return file.with(NEXT, Optional.empty());
        }
        RecordCursor.Start start = records.start();
        State position = table.state().with(OFFSET, start.offset()).with(INDEX, start.index());
        return file.with(
                NEXT,
                Optional.of(
                        start.version().map(tag -> position.with(VERSION, tag)).orElse(position)));
    }

    @Override
    public void restore(State state) throws Exception {
        super.restore(state);
        List<Optional<State>> turns = state.list(OPEN, cycle.length);
        for (int i = 0; i < cycle.length; i++) {
            Optional<State> saved = turns.get(i);
            if (saved.isPresent()) {
                cycle[i] = restored(saved.get());
                open++;
            }
        }
        for (State each : state.get(WAITING)) {
            waiting.add(restored(each));
        }
        failed = state.get(FAILED).map(BufferedElement::restoredFailure).orElse(null);
    }

    private Open restored(State state) throws Exception {
        ElementLineage lineage = state.get(FILE);
        ByteSource from = FileSet.source(
                dataset.files().recompute(List.of(lineage), run()).get(0));
        Optional<State> next = state.get(NEXT);
        if (next.isEmpty()) {
            FileRecordCursor ended = new FileRecordCursor(from, dataset.options(), RecordCursor.Start.FIRST, null);
            ended.close();
            return new Open(lineage, ended);
        }
        State position = next.get();
        Optional<String> version = position.has(VERSION) ? Optional.of(position.get(VERSION)) : Optional.empty();
        RecordCursor.Start start = new RecordCursor.Start(position.get(OFFSET), position.get(INDEX), version);
        return new Open(lineage, records(from, start));
    }

    @Override
    public void close() throws IOException {
        List<RecordCursor> cursors = new ArrayList<>();
        for (Open each : cycle) {
            if (each != null) {
                cursors.add(each.records());
            }
        }
        waiting.forEach(each -> cursors.add(each.records()));
        try {
            closeAll(cursors);
        } finally {
            super.close();
        }
    }
}
