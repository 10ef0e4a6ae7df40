package dev.riffle.shard.internal;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriterOptions;
import dev.riffle.example.internal.RecordPlace;
import dev.riffle.internal.Argument;
import dev.riffle.io.Compression;
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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes files that appear together, usually the shards of a set. A {@link ShardChoice} selects the shard of each
 * record. If the choice fills one shard after the other, only one of them is open at a time; otherwise all are open.
 * Belongs to one thread at a time.
 */
public final class ShardedOutput extends SetOutput {

    /** The limit for the buffers of all open files together; each buffer has at least the smallest size. */
    private static final int MAX_BUFFER_BYTES = 16 << 20;

    private static final int MIN_BUFFER_BYTES = 4 << 10;

    private enum State {
        OPEN,
        FAILED,
        WITHDRAWN,
        COMMITTED,
        CLOSED
    }

    private final ShardChoice choice;
    private final AtomicCommit commit;
    private RecordWriterOptions options;

    /** The threads that compress if all shards are open; null if the caller compresses. */
    private final @Nullable CompressionThreads compressing;

    /** The open shards. If the choice fills one shard after the other, the only one has the number {@link #number}. */
    private final List<StagedShard> open = new ArrayList<>();

    private final List<StagedShard.Finished> finished = new ArrayList<>();
    private long finishedBytes;
    private @Nullable String schema;
    private Map<String, String> columns = Map.of();

    /** The shard of the next record in turn. */
    private int next;

    /** Describes a record that has no other place than its number. */
    private final Supplier<String> place = this::place;

    private long count;
    private State state = State.OPEN;

    ShardedOutput(ShardChoice choice, AtomicCommit commit, RecordWriterOptions options) throws IOException {
        this.choice = choice;
        this.commit = commit;
        this.options = options;
        if (choice instanceof ShardChoice.InOrder) {
            this.compressing = null;
            return;
        }
        this.compressing = options.threads() == 1 ? null : new CompressionThreads(options.threads());
        this.options = options.bufferSize(bufferSize(commit.size(), options));
        try {
            for (int i = 0; i < commit.size(); i++) {
                open.add(stage(i, true));
            }
        } catch (Throwable e) {
            try {
                close();
            } catch (IOException notClosed) {
                e.addSuppressed(notClosed);
            }
            throw e;
        }
    }

    private static int bufferSize(int shards, RecordWriterOptions options) {
        int share = Integer.highestOneBit(Math.max(MAX_BUFFER_BYTES / shards, 1));
        return Math.max(MIN_BUFFER_BYTES, Math.min(share, options.bufferSize()));
    }

    /** Creates files with any names, for records in turn or in files that the caller chooses. */
    public static ShardedOutput inTurn(List<Path> paths, RecordWriterOptions options, CommitStorage storage)
            throws IOException {
        if (options.writesInPlace()) {
            throw new IllegalArgumentException(
                    "a set of files cannot be written in place; remove inPlace(), or write the files one by one");
        }
        if (paths.isEmpty()) {
            throw new IllegalArgumentException("paths must not be empty");
        }
        return new ShardedOutput(new ShardChoice.InTurn(), AtomicCommit.of(paths, options, storage), options);
    }

    /**
     * Creates files with any names, one after the other. The caller ends each file with {@link #finishShard} and may
     * set the options of the next one with {@link #options}.
     */
    public static ShardedOutput oneByOne(List<Path> paths, RecordWriterOptions options, CommitStorage storage)
            throws IOException {
        return new ShardedOutput(
                ShardChoice.unlimited(paths.size()), AtomicCommit.of(paths, options, storage), options);
    }

    /** Sets the options for the following shards. */
    public void options(RecordWriterOptions options) {
        this.options = options;
    }

    /** Sets the schema fingerprint for the manifest of the set. */
    public void schema(@Nullable String fingerprint) {
        schema = fingerprint;
    }

    /** Sets the SQL types of the columns for the manifest of the set. */
    public void columns(Map<String, String> types) {
        columns = types;
    }

    /** Returns the number of files. */
    public int shards() {
        return commit.size();
    }

    /** Returns the number of records written so far to one file; numbers begin at 0. Only if all files are open. */
    public long count(int shard) {
        int completed = finished.size();
        return Argument.index(shard, shards(), "shard", "files") < completed
                ? finished.get(shard).records()
                : open.get(shard - completed).writer().count();
    }

    @Override
    public String name() {
        return commit.name();
    }

    /** Returns the number of the current shard, or of the next one if none is open. */
    private int number() {
        return finished.size();
    }

    /** Returns the current shard, and opens it if necessary. */
    private StagedShard current() throws IOException {
        if (open.isEmpty()) {
            open.add(stage(number(), true));
        }
        return open.get(0);
    }

    private StagedShard stage(int number, boolean isConcurrent) throws IOException {
        RecordWriterOptions named = options.forFile(commit.name(number));
        Compression compression = named.compression().orElse(Compression.NONE);
        if (compressing != null && !compression.isNone()) {
            named = named.compression(compressing.with(compression));
        }
        return new StagedShard(commit, number, named, isConcurrent);
    }

    /** Returns the number of records in the current shard. */
    private long records() {
        return open.isEmpty() ? 0 : open.get(0).writer().count();
    }

    /** Returns the size of the current shard in bytes, before compression. */
    private long bytes() {
        return open.isEmpty() ? 0 : open.get(0).writer().uncompressedSize();
    }

    @Override
    public long uncompressedSize() {
        long size = finishedBytes;
        for (StagedShard shard : open) {
            size += shard.writer().uncompressedSize();
        }
        return size;
    }

    /** Completes the current shard, which may be empty. */
    public void finishShard() throws IOException {
        current();
        try (StagedShard done = open.remove(0)) {
            add(done.commit());
        }
    }

    private void add(StagedShard.Finished complete) {
        finished.add(complete);
        finishedBytes += complete.uncompressed();
    }

    @Override
    public long copy(RecordReader reader, long max) throws IOException {
        checkOpen();
        state = State.FAILED;
        long copied = choice instanceof ShardChoice.InOrder inOrder
                ? copyInOrder(inOrder, reader, max)
                : copyOneByOne(reader, max);
        state = State.OPEN;
        return copied;
    }

    private long copyOneByOne(RecordReader reader, long max) throws IOException {
        Supplier<String> place = () -> RecordPlace.of(reader).toString();
        long copied = 0;
        while (copied < max && reader.next()) {
            write(reader.payload(), place);
            copied++;
        }
        return copied;
    }

    private long copyInOrder(ShardChoice.InOrder limits, RecordReader reader, long max) throws IOException {
        long copied = 0;
        while (copied < max) {
            if (!takesAny(limits)) {
                if (!reader.next()) {
                    break;
                }
                makeRoom(limits, reader.endOffset() - reader.offset());
                if (!reader.compression().isNone()) {
                    current().writer().write(reader.payload());
                    copied++;
                    continue;
                }
                // A copy by the reader has no size limit for its first record, so this code reads the size first. The
                // reader still verifies the record only once.
                reader.seek(reader.offset(), reader.index());
            }
            long part = reader.copyTo(
                    current().writer(),
                    Math.min(limits.most(number()) - records(), max - copied),
                    Math.max(limits.maxBytes() - bytes(), 1));
            if (part == 0) {
                break;
            }
            copied += part;
        }
        return copied;
    }

    /** Returns whether the current shard has room for the next record, whatever size the record has. */
    private boolean takesAny(ShardChoice.InOrder limits) {
        return records() < limits.most(number()) && (records() == 0 || limits.maxBytes() == Long.MAX_VALUE);
    }

    /** Moves to a shard that has room for a record with a frame of this size. */
    private void makeRoom(ShardChoice.InOrder limits, long frame) throws IOException {
        while (records() >= limits.most(number()) || records() > 0 && frame > limits.maxBytes() - bytes()) {
            if (number() + 1 == limits.shards()) {
                throw CountedInput.changed("more", limits.records());
            }
            finishShard();
        }
    }

    @Override
    public boolean copyAll(CountedInput records, OperationProgress progress) throws IOException {
        if (!records.isEnterable() || !(choice instanceof ShardChoice.InOrder even) || !even.isCounted()) {
            return false;
        }
        checkOpen();
        state = State.FAILED;
        ShardThreads.write(records, even, number -> stage(number, false), progress)
                .forEach(this::add);
        state = State.OPEN;
        return true;
    }

    @Override
    public void write(ByteBuffer payload) throws IOException {
        checkOpen();
        state = State.FAILED;
        try {
            write(payload, place);
        } catch (IllegalArgumentException rejected) {
            state = State.OPEN;
            throw rejected;
        }
        state = State.OPEN;
    }

    private void write(ByteBuffer payload, Supplier<String> place) throws IOException {
        if (choice instanceof ShardChoice.InOrder limits) {
            makeRoom(limits, (long) payload.remaining() + options.format().overheadBytes());
            current().writer().write(payload);
        } else {
            int shard = choice instanceof ShardChoice.ByKey keyed ? keyed.shard(payload, place) : next;
            open.get(shard).writer().write(payload);
            next = shard + 1 == open.size() ? 0 : shard + 1;
        }
        count++;
    }

    /** Writes a record to the file with this number. The next record in turn goes to the file after it. */
    public void write(int shard, ByteBuffer payload) throws IOException {
        if (shard < 0 || shard >= shards()) {
            throw new IllegalArgumentException("shard must be at least 0 and below " + shards() + ": " + shard);
        }
        next = shard;
        write(payload);
    }

    @Override
    public void removeReplaced() throws IOException {
        complete();
        commit.removeReplaced();
        state = State.WITHDRAWN;
    }

    @Override
    public List<WrittenShard> appear() throws IOException {
        if (state != State.WITHDRAWN) {
            complete();
        }
        state = State.FAILED;
        commit.publish();
        state = State.COMMITTED;
        List<WrittenShard> written = new ArrayList<>();
        for (int i = 0; i < finished.size(); i++) {
            written.add(finished.get(i).as(commit.name(i)));
        }
        return written;
    }

    /** Completes all files and their manifest. All of them keep their hidden names. */
    private void complete() throws IOException {
        checkOpen();
        state = State.FAILED;
        if (choice instanceof ShardChoice.InOrder limits) {
            complete(limits);
        } else {
            while (!open.isEmpty()) {
                finishShard();
            }
        }
        Optional<ShardNames> set = commit.set();
        if (set.isPresent()
                && finished.stream()
                                .map(StagedShard.Finished::format)
                                .distinct()
                                .count()
                        == 1) {
            List<SetManifest.Shard> listed = new ArrayList<>();
            for (int i = 0; i < finished.size(); i++) {
                listed.add(finished.get(i).inManifest(commit.name(i)));
            }
            StagedShard.Finished any = finished.get(0);
            commit.add(
                    new SetManifest(any.format(), any.compression(), listed, Optional.ofNullable(schema), columns),
                    ManifestPlace.beside(commit.name(0), set.get()));
        }
    }

    private void complete(ShardChoice.InOrder limits) throws IOException {
        while (number() < limits.shards()) {
            if (limits.isCounted() && records() < limits.most(number())) {
                throw CountedInput.changed("fewer", limits.records());
            }
            finishShard();
        }
        if (limits.shards() == 0) {
            if (number() == 0 || records() > 0) {
                finishShard();
            }
            commit.count(number());
        }
    }

    @Override
    public void settle() {
        commit.settle();
    }

    @Override
    public boolean canRollBack() {
        return true;
    }

    @Override
    public void rollBack(Throwable failure) {
        commit.rollBack(failure);
    }

    private String place() {
        return commit.name(0) + ": record " + count;
    }

    private void checkOpen() {
        String problem = switch (state) {
            case OPEN -> null;
            case FAILED, WITHDRAWN -> "an earlier write failed and the output is incomplete; write it again";
            case COMMITTED -> "the output is committed";
            case CLOSED -> "the output is closed";
        };
        if (problem != null) {
            throw new IllegalStateException(name() + ": " + problem);
        }
    }

    @Override
    public void close() throws IOException {
        if (state == State.CLOSED) {
            return;
        }
        state = State.CLOSED;
        try (commit) {
            if (compressing != null) {
                compressing.close();
            }
            IOException failure = null;
            for (StagedShard shard : open) {
                try {
                    shard.close();
                } catch (IOException e) {
                    failure = e;
                }
            }
            if (failure != null) {
                throw failure;
            }
        }
    }
}
