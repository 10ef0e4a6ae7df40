package dev.riffle.shard.internal;

import dev.riffle.internal.TaskGroup;
import dev.riffle.scan.ProgressListener;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;

/** Writes the shards of a set, several at a time: each by one thread. No thread is left behind. */
final class ShardThreads {

    /** More than one for each thread, so that all end at about the same time. */
    private static final int BLOCKS_PER_THREAD = 2;

    /** Begins a shard. */
    @FunctionalInterface
    interface Opening {
        StagedShard open(int number) throws IOException;
    }

    private final CountedInput records;
    private final IntToLongFunction firsts;
    private final Opening opening;
    private final ProgressListener progress;
    private final StagedShard.Finished[] finished;

    /** Shards that follow each other are written by one thread, which reads on from one to the next. */
    private final int blocks;

    private final TaskGroup group;

    private ShardThreads(
            CountedInput records,
            int shards,
            IntToLongFunction firsts,
            int threads,
            Opening opening,
            ProgressListener progress) {
        this.records = records;
        this.firsts = firsts;
        this.opening = opening;
        this.progress = progress;
        this.finished = new StagedShard.Finished[shards];
        this.blocks = (int) Math.min(shards, (long) BLOCKS_PER_THREAD * threads);
        this.group = new TaskGroup(
                Math.min(threads, shards), number -> "riffle-shard-" + number, "interrupted while shards were written");
    }

    /**
     * Writes so many shards, with that of the caller among the threads.
     *
     * @param records what is written
     * @param firsts for each shard, and behind the last, how many records come before it
     * @param progress is called by all threads, in turn
     * @return the shards, complete, in the order of their numbers
     * @throws IOException if one of them cannot be written; no other is begun then
     */
    static List<StagedShard.Finished> write(
            CountedInput records,
            int shards,
            IntToLongFunction firsts,
            int threads,
            Opening opening,
            ProgressListener progress)
            throws IOException {
        ShardThreads all = new ShardThreads(records, shards, firsts, threads, opening, progress);
        all.group.run(all.blocks, all::writeBlock);
        return Arrays.asList(all.finished);
    }

    private void writeBlock(int block) throws IOException {
        int shard = firstOf(block);
        try (CountedInput.Cursor cursor = records.at(firsts.applyAsLong(shard))) {
            for (; shard < firstOf(block + 1); shard++) {
                try (StagedShard staged = opening.open(shard)) {
                    long count = firsts.applyAsLong(shard + 1) - firsts.applyAsLong(shard);
                    cursor.copy(count, staged.writer(), this::advanced);
                    finished[shard] = staged.commit();
                }
                group.checkNotFailed();
            }
        }
    }

    private int firstOf(int block) {
        return (int) ((long) finished.length * block / blocks);
    }

    private void advanced(long records, long bytes) {
        if (records > 0) {
            synchronized (this) {
                progress.advanced(records, bytes);
            }
        }
        group.checkNotFailed();
    }
}
