package dev.riffle.shard.internal;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriterOptions;
import dev.riffle.shard.WrittenShard;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes one file. {@link #rollBack} can remove the file after it appeared. If the file is a shard of a set, the commit
 * removes the manifest of the set, which no longer matches.
 */
public final class ShardOutput extends SetOutput {

    private final Path path;
    private final AtomicCommit commit;
    private final StagedShard shard;
    private StagedShard.@Nullable Finished finished;

    public ShardOutput(Path path, RecordWriterOptions options, FileSteps steps) throws IOException {
        this.path = path;
        this.commit = new AtomicCommit(List.of(path), options, steps);
        commit.checkPlaces();
        try {
            this.shard = new StagedShard(steps, commit.staged().get(0), path.toString(), options);
        } catch (Throwable e) {
            commit.clear();
            throw e;
        }
    }

    @Override
    public String name() {
        return path.toString();
    }

    @Override
    public long copy(RecordReader reader, long max) throws IOException {
        return reader.copyTo(shard.writer(), max, Long.MAX_VALUE);
    }

    @Override
    public void write(ByteBuffer payload) throws IOException {
        shard.writer().write(payload);
    }

    @Override
    public long uncompressedSize() {
        return shard.writer().uncompressedSize();
    }

    @Override
    public void removeReplaced() throws IOException {
        complete();
        commit.removeReplaced(() -> {});
    }

    @Override
    public List<WrittenShard> appear() throws IOException {
        StagedShard.Finished written = complete();
        commit.rename();
        return List.of(written.as(path));
    }

    private StagedShard.Finished complete() throws IOException {
        StagedShard.Finished written = finished == null ? shard.commit() : finished;
        finished = written;
        return written;
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

    @Override
    public void close() throws IOException {
        try {
            shard.close();
        } finally {
            commit.clear();
        }
    }
}
