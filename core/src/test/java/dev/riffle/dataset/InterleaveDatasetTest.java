package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.Rounds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class InterleaveDatasetTest {

    private static Dataset<Long> copies(long value, long count) {
        return Dataset.range(count).map(x -> value);
    }

    private static List<Long> longs(long... values) {
        return LongStream.of(values).boxed().toList();
    }

    @Test
    void takesBlocksInTurnAndRefillsWhenTheTurnComesAgain() {
        assertThat(Dataset.range(4)
                        .<Long>interleave(x -> copies(x, 3), 2)
                        .blockLength(2)
                        .toList())
                .isEqualTo(longs(0, 0, 1, 1, 0, 1, 2, 2, 3, 3, 2, 3));
        assertThat(Dataset.range(3).<Long>interleave(x -> copies(x, 3), 2).toList())
                .isEqualTo(longs(0, 1, 0, 1, 0, 1, 2, 2, 2));
        assertThat(Dataset.of(3L, 1L, 2L, 2L)
                        .<Long>interleave(x -> copies(x, x), 2)
                        .toList())
                .isEqualTo(longs(3, 1, 3, 3, 2, 2, 2, 2));
        assertThat(Dataset.range(1, 6)
                        .<Long>interleave(x -> copies(x, 6), 2)
                        .blockLength(4)
                        .toList())
                .isEqualTo(longs(
                        1, 1, 1, 1, 2, 2, 2, 2, 1, 1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 3, 3, 4, 4, 5, 5, 5, 5, 5, 5));
    }

    @Test
    void flatMapReadsOneDatasetAfterTheOther() {
        assertThat(Dataset.of(2L, 0L, 3L).<Long>flatMap(x -> copies(x, x)).toList())
                .isEqualTo(longs(2, 2, 3, 3, 3));
    }

    @Test
    void isEmptyWithoutInputAndForEmptyDatasets() {
        assertThat(Dataset.range(0).<Long>interleave(x -> copies(x, 1), 3).toList())
                .isEmpty();
        assertThat(Dataset.range(9).<Long>interleave(x -> Dataset.range(0), 3).toList())
                .isEmpty();
    }

    @Test
    void rejectsCyclesAndBlocksBelowOne() {
        assertThatThrownBy(() -> Dataset.range(1).<Long>interleave(x -> copies(x, 1), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("cycleLength must be positive, or -1 (Riffle chooses): 0");
        assertThatThrownBy(() -> Dataset.range(1).<Long>interleave(x -> copies(x, 1), -2))
                .isInstanceOf(IllegalArgumentException.class);
        InterleaveDataset<Long, Long> dataset = Dataset.range(1).interleave(x -> copies(x, 1), 1);
        assertThatThrownBy(() -> dataset.blockLength(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("blockLength must be positive: 0");
        assertThat(dataset.cardinality()).isEqualTo(Dataset.UNKNOWN_CARDINALITY);
    }

    @Test
    void continuesAfterAnElementWithoutADataset() {
        Dataset<Long> failing = Dataset.range(4).<Long>flatMap(x -> {
            if (x == 1) {
                throw new IOException("no " + x);
            }
            return x == 2 ? null : copies(x, 2);
        });
        assertThat(Trace.of(failing))
                .containsExactly("0", "0", "! flatMap: no 1", "! flatMap: a function must not return null", "3", "3");
    }

    @Test
    void reportsInputAndInnerFailuresInTheirPlace() {
        for (int bad = 0; bad < 5; bad++) {
            int at = bad;
            for (int cycle = 1; cycle < 4; cycle++) {
                Dataset<Long> sequential = Trace.failingAt(5, bad).<Long>interleave(x -> Trace.failingAt(3, at), cycle);
                Dataset<Long> parallel = Trace.failingAt(5, bad)
                        .<Long>interleave(x -> Trace.failingAt(3, at), cycle)
                        .parallel(Parallel.calls(2));
                assertThat(Trace.of(parallel)).isEqualTo(Trace.of(sequential));
                Trace.resumes(sequential, parallel);
            }
        }
    }

    @Test
    void resumesAnywhereInParallelAndInSequence() throws Exception {
        Rounds.run("interleave", 15, (random, name) -> {
            int cycle = 1 + random.nextInt(4);
            int block = 1 + random.nextInt(3);
            long salt = random.nextInt(10);
            InterleaveDataset<Long, Long> sequential = Dataset.range(random.nextInt(6))
                    .<Long>interleave(x -> Dataset.range(10 * x, 10 * x + (x * 7 + salt) % 5), cycle)
                    .blockLength(block);
            InterleaveDataset<Long, Long> parallel = sequential.parallel(Parallel.calls(2));
            Trace.resumes(sequential, sequential);
            Trace.resumes(sequential, parallel);
            Trace.resumes(parallel, sequential);
            Trace.resumes(parallel, parallel);
        });
    }

    @Test
    void resumesNestedInterleaves() {
        InterleaveDataset<Long, Long> inner = Dataset.range(4)
                .<Long>interleave(
                        x -> Dataset.range(x)
                                .<Long>flatMap(y -> copies(10 * x + y, 2))
                                .prefetch(2),
                        2);
        Trace.resumes(inner.map(x -> x + 1), inner.parallel(Parallel.calls(3)).map(x -> x + 1));
    }

    @Test
    void recomputesElementsThatWereReadAhead() {
        Dataset<Long> dataset = Dataset.range(4)
                .<Long>interleave(x -> copies(x, 3), 3)
                .map(x -> x * 2)
                .prefetch(5);
        Trace.resumes(dataset, dataset);
    }

    /** The executor returns to the consumer only after a thread is stuck in the first dataset. */
    @Test
    void anyOrderSkipsADatasetThatIsStuck() throws Exception {
        CountDownLatch stuck = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        Executor executor = task -> {
            threads.execute(task);
            await(stuck);
        };
        Dataset<Long> dataset = Dataset.range(2)
                .<Long>interleave(
                        x -> Dataset.range(100 * x, 100 * x + 40).map(y -> {
                            if (y == 1) {
                                stuck.countDown();
                                release.await();
                            }
                            return y;
                        }),
                        2)
                .parallel(Parallel.calls(2).on(executor).anyOrder());
        try (DatasetIterator<Long> iterator = dataset.iterator()) {
            List<Long> delivered = new ArrayList<>();
            while (!delivered.contains(139L)) {
                delivered.add(iterator.next());
            }
            assertThat(delivered).hasSize(41).contains(0L, 100L).doesNotContain(1L);
            release.countDown();
            iterator.forEachRemaining(delivered::add);
            assertThat(delivered).hasSize(80).doesNotHaveDuplicates();
        } finally {
            threads.shutdownNow();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void anyOrderLosesAndRepeatsNoElement() {
        InterleaveDataset<Long, Long> ordered = Dataset.range(5).interleave(x -> Dataset.range(10 * x, 10 * x + x), 3);
        InterleaveDataset<Long, Long> any = ordered.parallel(Parallel.calls(2).anyOrder());
        List<Long> all = ordered.toList();
        Collections.sort(all);
        for (int k = 0; k <= all.size(); k++) {
            List<Long> delivered = new ArrayList<>();
            Checkpoint checkpoint;
            try (DatasetIterator<Long> iterator = any.iterator()) {
                for (int i = 0; i < k; i++) {
                    delivered.add(iterator.next());
                }
                checkpoint = iterator.checkpoint();
            }
            try (DatasetIterator<Long> iterator = (k % 2 == 0 ? any : ordered).resume(checkpoint)) {
                iterator.forEachRemaining(delivered::add);
            }
            Collections.sort(delivered);
            assertThat(delivered).isEqualTo(all);
        }
    }

    @Test
    void allowsACycleLongerThanTheInput() {
        for (int cycle : new int[] {4, 5, 7, 50_000_000, Integer.MAX_VALUE}) {
            InterleaveDataset<Long, Long> ordered = Dataset.range(4).interleave(x -> copies(x, x), cycle);
            assertThat(ordered.toList()).as("cycle of %d", cycle).containsExactly(1L, 2L, 3L, 2L, 3L, 3L);
            assertThat(ordered.parallel(Parallel.calls(2)).toList()).isEqualTo(ordered.toList());
            assertThat(ordered.parallel(Parallel.calls(2).anyOrder()).toList())
                    .containsExactlyInAnyOrder(1L, 2L, 3L, 2L, 3L, 3L);
        }
    }

    @Test
    void failureDoesNotRunTheSourceAgain() {
        List<Long> calls = new ArrayList<>();
        Dataset<Long> failing = Dataset.<Long>fromGenerator(() -> {
                    calls.add(0L);
                    return LongStream.range(0, 20).iterator();
                })
                .flatMap(x -> copies(x, 2))
                .map(x -> {
                    throw new IOException("no " + x);
                });
        assertThat(Trace.of(failing)).hasSize(40).startsWith("! map: no 0");
        assertThat(calls).hasSize(1);
    }
}
