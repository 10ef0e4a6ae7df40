package dev.riffle.shard.internal;

import dev.riffle.internal.WorkerFailure;
import dev.riffle.scan.ProgressListener;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

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

    private final AtomicInteger nextBlock = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final List<Thread> others = new ArrayList<>();

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
        all.run(Math.min(threads, shards));
        Throwable failed = all.failure.get();
        if (failed != null) {
            throw WorkerFailure.of(failed);
        }
        return Arrays.asList(all.finished);
    }

    private void run(int threads) {
        try {
            for (int i = 1; i < threads; i++) {
                Thread thread = new Thread(this::writeBlocks, "riffle-shard-" + i);
                thread.setDaemon(true);
                thread.start();
                others.add(thread);
            }
        } catch (Throwable e) {
            failure.compareAndSet(null, e);
        }
        writeBlocks();
        await();
    }

    private void writeBlocks() {
        try {
            for (int block = nextBlock.getAndIncrement(); block < blocks; block = nextBlock.getAndIncrement()) {
                checkGoesOn();
                writeBlock(block);
            }
        } catch (Throwable e) {
            failure.compareAndSet(null, e);
        }
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
                checkGoesOn();
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
        checkGoesOn();
    }

    private void checkGoesOn() {
        if (failure.get() != null) {
            throw new CancellationException("another shard could not be written");
        }
    }

    /** Waits for the other threads; where something has failed, they need not end what they do. */
    private void await() {
        boolean interrupted = false;
        for (int i = 0; i < others.size(); ) {
            if (failure.get() != null) {
                others.forEach(Thread::interrupt);
            }
            try {
                others.get(i).join();
                i++;
            } catch (InterruptedException e) {
                interrupted = true;
                failure.compareAndSet(null, new InterruptedIOException("interrupted while shards were written"));
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
