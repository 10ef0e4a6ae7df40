package dev.riffle.shard.internal;

import dev.riffle.internal.TaskGroup;
import dev.riffle.scan.internal.OperationProgress;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;

/** Writes the shards of a set in parallel, each shard by one thread. All threads end before {@link #write} returns. */
final class ShardThreads {

    /** The number of blocks for each thread. Several blocks let all threads end at about the same time. */
    private static final int BLOCKS_PER_THREAD = 2;

    /** Opens a shard. */
    @FunctionalInterface
    interface Opening {
        StagedShard open(int number) throws IOException;
    }

    private final CountedInput records;
    private final IntToLongFunction firsts;
    private final Opening opening;
    private final OperationProgress progress;
    private final StagedShard.Finished[] finished;

    /** The number of blocks. One thread writes the consecutive shards of a block with one reader. */
    private final int blocks;

    private final TaskGroup group;

    private ShardThreads(
            CountedInput records,
            int shards,
            IntToLongFunction firsts,
            int threads,
            Opening opening,
            OperationProgress progress) {
        this.records = records;
        this.firsts = firsts;
        this.opening = opening;
        this.progress = progress;
        this.finished = new StagedShard.Finished[shards];
        this.blocks = (int) Math.min(shards, (long) BLOCKS_PER_THREAD * threads);
        this.group = new TaskGroup(
                Math.min(threads, shards), number -> "riffle-shard-" + number, "interrupted while writing shards");
    }

    /**
     * Writes all shards with several threads, including the calling thread.
     *
     * @param records the records to write
     * @param firsts returns the number of records before the shard with a number; if the number is {@code shards}, the
     *     number of all records
     * @param progress receives calls from all threads
     * @return the complete shards, in order
     * @throws IOException if a shard cannot be written; then no thread begins another shard
     */
    static List<StagedShard.Finished> write(
            CountedInput records,
            int shards,
            IntToLongFunction firsts,
            int threads,
            Opening opening,
            OperationProgress progress)
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
        progress.advanced(records, bytes);
        group.checkNotFailed();
    }
}
