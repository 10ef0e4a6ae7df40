package dev.riffle.benchmarks.write;

import dev.riffle.RecordWriterOptions;
import dev.riffle.benchmarks.harness.Amount;
import dev.riffle.benchmarks.harness.Contest;
import dev.riffle.benchmarks.harness.RecordFiles;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.writer.ShardedRecordWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Compares writing a set of gzip files on several threads with the same on one thread. Neither side syncs. */
public final class ShardedWriteContest implements Contest {

    private static final int SHARDS = 16;

    private final ShardNames names;
    private final ShardNames otherNames;
    private final List<byte[]> payloads;
    private final int threads;

    public ShardedWriteContest(RecordFiles files, List<byte[]> payloads, int threads) {
        this.names = new ShardNames(files.path("on-threads"), SHARDS, ".gz");
        this.otherNames = new ShardNames(files.path("on-one-thread"), SHARDS, ".gz");
        this.payloads = payloads;
        this.threads = threads;
    }

    @Override
    public Amount amount() {
        return Amount.of(payloads);
    }

    @Override
    public long ours() throws IOException {
        return write(names, threads);
    }

    @Override
    public long baseline() throws IOException {
        return write(otherNames, 1);
    }

    private long write(ShardNames set, int threads) throws IOException {
        RecordWriterOptions options =
                RecordWriterOptions.defaults().overwrite().withoutSync().threads(threads);
        try (ShardedRecordWriter writer = ShardedRecordWriter.create(set, options)) {
            for (byte[] payload : payloads) {
                writer.write(payload);
            }
            writer.commit();
        }
        long bytes = 0;
        for (Path path : set.paths()) {
            bytes += Files.size(path);
        }
        return bytes;
    }

    @Override
    public void check() throws IOException {
        Contest.requireEqual(ours(), baseline());
        for (int shard = 0; shard < SHARDS; shard++) {
            Contest.requireEqual(-1L, Files.mismatch(names.path(shard), otherNames.path(shard)));
        }
    }
}
