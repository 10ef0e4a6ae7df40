package dev.riffle.shard.internal;

import dev.riffle.internal.TaskGroup;
import dev.riffle.scan.internal.OperationProgress;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

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
    private final ShardChoice.InOrder even;
    private final Opening opening;
    private final OperationProgress progress;
    private final StagedShard.Finished[] finished;

    /** The number of blocks. One thread writes the consecutive shards of a block with one reader. */
    private final int blocks;

    private final TaskGroup group;

    private ShardThreads(CountedInput records, ShardChoice.InOrder even, Opening opening, OperationProgress progress) {
        this.records = records;
        this.even = even;
        this.opening = opening;
        this.progress = progress;
        this.finished = new StagedShard.Finished[even.shards()];
        this.blocks = (int) Math.min(even.shards(), (long) BLOCKS_PER_THREAD * records.threads());
        this.group = new TaskGroup(
                Math.min(records.threads(), even.shards()),
                number -> "riffle-shard-" + number,
                "interrupted while writing shards");
    }

    /**
     * Writes all shards with several threads, including the calling thread.
     *
     * @param progress receives calls from all threads
     * @return the complete shards, in order
     * @throws IOException if a shard cannot be written; then no thread begins another shard
     */
    static List<StagedShard.Finished> write(
            CountedInput records, ShardChoice.InOrder even, Opening opening, OperationProgress progress)
            throws IOException {
        ShardThreads all = new ShardThreads(records, even, opening, progress);
        all.group.run(all.blocks, all::writeBlock);
        return Arrays.asList(all.finished);
    }

    private void writeBlock(int block) throws IOException {
        int shard = firstOf(block);
        try (CountedInput.Cursor cursor = records.at(even.first(shard))) {
            for (; shard < firstOf(block + 1); shard++) {
                try (StagedShard staged = opening.open(shard)) {
                    long count = even.most(shard);
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
