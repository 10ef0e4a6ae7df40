package dev.riffle.shard.internal;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.internal.Argument;
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
import org.jspecify.annotations.Nullable;

/**
 * Writes to all files of a set, which are all open at the same time. Each record goes to the next file in turn, or to
 * the file that the caller chooses. Belongs to one thread at a time.
 */
public final class OpenShards extends SetOutput {

    /** The limit for the buffers of all files together; each buffer has at least the smallest size. */
    private static final int MAX_BUFFER_BYTES = 16 << 20;

    private static final int MIN_BUFFER_BYTES = 4 << 10;

    private enum State {
        OPEN,
        WRITE_FAILED,
        COMMIT_FAILED,
        WITHDRAWN,
        COMMITTED,
        CLOSED
    }

    private final List<Path> paths;
    private final List<StagedShard> files = new ArrayList<>();
    private final AtomicCommit commit;
    private final long[] counts;
    /** The names of the files in order if they form a set; otherwise null. */
    private final @Nullable ShardNames names;

    private @Nullable String schema;
    private Map<String, String> columns = Map.of();
    private int next;
    private long count;
    private State state = State.OPEN;

    private OpenShards(List<Path> paths, RecordWriterOptions options, FileSteps steps) throws IOException {
        this.paths = paths;
        this.names = namesOf(paths);
        this.counts = new long[paths.size()];
        this.commit = new AtomicCommit(paths, options, steps);
        try {
            if (names == null) {
                commit.checkPlaces();
            } else {
                commit.begin(names);
            }
            RecordWriterOptions shardOptions = options.bufferSize(bufferSize(paths.size(), options));
            for (int i = 0; i < paths.size(); i++) {
                Path staged = commit.staged().get(i);
                files.add(new StagedShard(steps, staged, paths.get(i).toString(), shardOptions));
            }
        } catch (Throwable e) {
            closeAfter(e);
            throw e;
        }
    }

    private static @Nullable ShardNames namesOf(List<Path> paths) {
        try {
            ShardNames names = ShardNames.ofSet(paths);
            return names.paths().equals(paths) ? names : null;
        } catch (IllegalArgumentException noSet) {
            return null;
        }
    }

    private static int bufferSize(int shards, RecordWriterOptions options) {
        int share = Integer.highestOneBit(Math.max(MAX_BUFFER_BYTES / shards, 1));
        return Math.max(MIN_BUFFER_BYTES, Math.min(share, options.bufferSize()));
    }

    private void closeAfter(Throwable failure) {
        try {
            close();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    /** Creates files with any names; {@code steps} performs all file operations. */
    public static OpenShards create(List<Path> paths, RecordWriterOptions options, FileSteps steps) throws IOException {
        if (options.writesInPlace()) {
            throw new IllegalArgumentException(
                    "a set of files cannot be written in place;" + " remove inPlace(), or write the files one by one");
        }
        if (paths.isEmpty()) {
            throw new IllegalArgumentException("paths must not be empty");
        }
        return new OpenShards(List.copyOf(paths), options, steps);
    }

    @Override
    public String name() {
        return commit.name();
    }

    /** Writes a record to the next file in turn; the first file follows the last. */
    @Override
    public void write(ByteBuffer payload) throws IOException {
        write(next, payload);
    }

    @Override
    public long copy(RecordReader reader, long max) throws IOException {
        long copied = 0;
        while (copied < max && reader.next()) {
            write(reader.payload());
            copied++;
        }
        return copied;
    }

    /**
     * Writes the remaining bytes of {@code payload} to the file with this number. The next record in turn goes to the
     * file after it.
     */
    public void write(int shard, ByteBuffer payload) throws IOException {
        checkOpen();
        if (shard < 0 || shard >= counts.length) {
            throw new IllegalArgumentException("shard must be at least 0 and below " + counts.length + ": " + shard);
        }
        try {
            files.get(shard).writer().write(payload);
        } catch (IOException e) {
            state = State.WRITE_FAILED;
            throw e;
        }
        next = shard + 1 == counts.length ? 0 : shard + 1;
        counts[shard]++;
        count++;
    }

    /** Sets the schema fingerprint for the manifest of the set. */
    public void schema(String fingerprint) {
        schema = fingerprint;
    }

    /** Sets the SQL types of the columns for the manifest of the set. */
    public void columns(Map<String, String> types) {
        columns = types;
    }

    /** Returns the number of files. */
    public int shards() {
        return counts.length;
    }

    /** Returns the number of records written so far, to all files. */
    public long count() {
        return count;
    }

    /** Returns the number of records written so far to one file; numbers begin at 0. */
    public long count(int shard) {
        return counts[Argument.index(shard, counts.length, "shard", "files")];
    }

    RecordFormat format() {
        return files.get(0).writer().format();
    }

    @Override
    public long uncompressedSize() {
        long size = 0;
        for (StagedShard file : files) {
            size += file.writer().uncompressedSize();
        }
        return size;
    }

    @Override
    public void removeReplaced() throws IOException {
        complete();
        commit.removeReplaced(() -> {});
        state = State.WITHDRAWN;
    }

    @Override
    public List<WrittenShard> appear() throws IOException {
        if (state != State.WITHDRAWN) {
            complete();
        }
        state = State.COMMIT_FAILED;
        commit.rename();
        state = State.COMMITTED;
        List<WrittenShard> written = new ArrayList<>();
        for (int i = 0; i < files.size(); i++) {
            long bytes = files.get(i).writer().uncompressedSize();
            written.add(new WrittenShard(paths.get(i).toString(), counts[i], bytes));
        }
        return written;
    }

    private void complete() throws IOException {
        checkOpen();
        state = State.COMMIT_FAILED;
        List<SetManifest.Shard> listed = new ArrayList<>();
        for (int i = 0; i < files.size(); i++) {
            listed.add(files.get(i).commit().inManifest(paths.get(i)));
        }
        if (names != null) {
            RecordWriter first = files.get(0).writer();
            commit.add(
                    new SetManifest(
                            first.format(), first.compression().name(), listed, Optional.ofNullable(schema), columns),
                    ManifestPlace.beside(paths.get(0), names));
        }
    }

    @Override
    public void settle() {
        commit.finish();
    }

    @Override
    public boolean canRollBack() {
        return true;
    }

    @Override
    public void rollBack(Throwable failure) {
        commit.rollBack(failure);
    }

    private void checkOpen() {
        String problem = switch (state) {
            case OPEN -> null;
            case WRITE_FAILED -> "an earlier write failed and the set is incomplete; write it again";
            case COMMIT_FAILED, WITHDRAWN -> "an earlier commit failed; write the set again";
            case COMMITTED -> "the writer is committed";
            case CLOSED -> "the writer is closed";
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
        IOException failure = null;
        for (StagedShard file : files) {
            try {
                file.close();
            } catch (IOException e) {
                failure = e;
            }
        }
        commit.clear();
        if (failure != null) {
            throw failure;
        }
    }
}
