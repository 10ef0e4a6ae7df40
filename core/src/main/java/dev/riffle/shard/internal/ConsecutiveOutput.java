package dev.riffle.shard.internal;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.scan.internal.OperationProgress;
import dev.riffle.shard.SetManifest;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.WrittenShard;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/** Writes the files of a set one after the other, so that only one is open at a time. */
abstract class ConsecutiveOutput extends SetOutput {

    private enum State {
        OPEN,
        FAILED,
        WITHDRAWN,
        COMMITTED,
        CLOSED
    }

    private final RecordWriterOptions options;
    private final FileSteps steps;
    private final List<StagedShard.Finished> finished = new ArrayList<>();
    private long finishedBytes;
    private @Nullable StagedShard shard;
    private @Nullable AtomicCommit completed;
    private State state = State.OPEN;

    ConsecutiveOutput(RecordWriterOptions options, FileSteps steps) {
        this.options = options;
        this.steps = steps;
    }

    /** Returns a hidden name for the file with this number. */
    abstract Path hidden(int number) throws IOException;

    /** Returns the name of a file for messages. */
    abstract String name(int number);

    /** Copies records to the current shard or to the following ones; the caller updates the state. */
    abstract long copyRecords(RecordReader reader, long max) throws IOException;

    /** Moves to the next shard if a payload of this size does not fit into the current one. */
    abstract void makeRoom(int payloadSize) throws IOException;

    /** Completes the last files and returns their commit; {@link #number} is then the number of files. */
    abstract AtomicCommit complete() throws IOException;

    /** Checks for existing files immediately before the commit, while no other writer can commit. */
    void checkLast() throws IOException {
        // Most outputs check when they open.
    }

    abstract ShardNames names();

    /** Deletes the remaining hidden files. */
    abstract void clear();

    /** Returns the number of the current shard, or of the next one if none is open. */
    final int number() {
        return finished.size();
    }

    /** Returns the writer of the current shard, and opens the shard if necessary. */
    final RecordWriter writer() throws IOException {
        if (shard == null) {
            shard = new StagedShard(steps, hidden(number()), name(number()), options);
        }
        return shard.writer();
    }

    private StagedShard beginOneOfSeveral(int number) throws IOException {
        return new StagedShard(steps, hidden(number), name(number), options, false);
    }

    /** Writes several shards in parallel until all shards are complete. */
    final void writeAll(CountedInput records, int shards, IntToLongFunction firsts, OperationProgress progress)
            throws IOException {
        checkOpen();
        state = State.FAILED;
        ShardThreads.write(records, shards, firsts, records.threads(), this::beginOneOfSeveral, progress)
                .forEach(this::add);
        state = State.OPEN;
    }

    private void add(StagedShard.Finished complete) {
        finished.add(complete);
        finishedBytes += complete.uncompressed();
    }

    /** Returns the number of records in the current shard. */
    final long records() {
        return shard == null ? 0 : shard.writer().count();
    }

    /** Returns the size of the current shard in bytes, before compression. */
    final long bytes() {
        return shard == null ? 0 : shard.writer().uncompressedSize();
    }

    /** Completes the current shard, which may be empty. */
    final void finishShard() throws IOException {
        writer();
        try (StagedShard done = shard) {
            shard = null;
            if (done != null) {
                add(done.commit());
            }
        }
    }

    @Override
    public final String name() {
        return name(0);
    }

    @Override
    public final long copy(RecordReader reader, long max) throws IOException {
        checkOpen();
        state = State.FAILED;
        long count = copyRecords(reader, max);
        state = State.OPEN;
        return count;
    }

    @Override
    public final void write(ByteBuffer payload) throws IOException {
        checkOpen();
        state = State.FAILED;
        makeRoom(payload.remaining());
        writer().write(payload);
        state = State.OPEN;
    }

    @Override
    public final long uncompressedSize() {
        return finishedBytes + bytes();
    }

    @Override
    public final void removeReplaced() throws IOException {
        prepare().removeReplaced(this::checkLast);
        state = State.WITHDRAWN;
    }

    @Override
    public final List<WrittenShard> appear() throws IOException {
        AtomicCommit commit = state == State.WITHDRAWN && completed != null ? completed : prepare();
        state = State.FAILED;
        commit.rename(this::checkLast);
        state = State.COMMITTED;
        List<Path> paths = names().paths();
        List<WrittenShard> written = new ArrayList<>();
        for (int i = 0; i < paths.size(); i++) {
            written.add(finished.get(i).as(paths.get(i)));
        }
        return written;
    }

    /** Completes all files and their manifest. All of them keep their hidden names. */
    private AtomicCommit prepare() throws IOException {
        checkOpen();
        state = State.FAILED;
        AtomicCommit commit = complete();
        List<Path> paths = names().paths();
        List<SetManifest.Shard> listed = new ArrayList<>();
        for (int i = 0; i < paths.size(); i++) {
            listed.add(finished.get(i).inManifest(paths.get(i)));
        }
        String compression = finished.get(0).compression();
        commit.add(
                new SetManifest(options.format(), compression, listed, Optional.empty(), Map.of()),
                SetManifest.pathOf(names()));
        completed = commit;
        return commit;
    }

    @Override
    public final void settle() {
        if (completed != null) {
            completed.finish();
        }
    }

    @Override
    public final boolean canRollBack() {
        return true;
    }

    @Override
    public final void rollBack(Throwable failure) {
        if (completed != null) {
            completed.rollBack(failure);
        }
    }

    private void checkOpen() {
        String problem = switch (state) {
            case OPEN -> null;
            case FAILED, WITHDRAWN -> "an earlier write failed and the set is incomplete; write it again";
            case COMMITTED -> "the set is committed";
            case CLOSED -> "the set is closed";
        };
        if (problem != null) {
            throw new IllegalStateException(name() + ": " + problem);
        }
    }

    @Override
    public final void close() throws IOException {
        if (state == State.CLOSED) {
            return;
        }
        state = State.CLOSED;
        try {
            if (shard != null) {
                shard.close();
            }
        } finally {
            clear();
        }
    }
}
