package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.RecordWriterOptions;
import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.dataset.stage.DatasetFunction;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParallelMapTest {

    private static final DatasetFunction<Long, Long> TENFOLD = x -> 10 * x;

    private static Dataset<Long> failing(Dataset<Long> input, long bad, Parallel parallel) {
        return input.map(
                x -> {
                    if (x == bad) {
                        throw new IOException("never " + x);
                    }
                    return -x;
                },
                parallel);
    }

    @Test
    void keepsTheOrderForAnyNumberOfCallsAndThreads() {
        List<Long> tenfold = LongStream.range(0, 500).map(x -> 10 * x).boxed().toList();
        for (int calls : new int[] {1, 2, 3, 8, 1000}) {
            assertThat(Dataset.range(500).map(TENFOLD, Parallel.calls(calls)).toList())
                    .isEqualTo(tenfold);
        }
        assertThat(Dataset.range(7).map(TENFOLD, Parallel.calls(2)).cardinality())
                .isEqualTo(7);
    }

    @Test
    void callsSeveralAtATime() {
        CyclicBarrier together = new CyclicBarrier(3);
        Dataset<Long> dataset = Dataset.range(9)
                .map(
                        x -> {
                            together.await();
                            return x;
                        },
                        Parallel.calls(3));
        assertThat(dataset.toList()).hasSize(9);
    }

    /** A job ends if the consumer runs a task in its place. Another job must begin when the consumer waits again. */
    @Test
    void beginsAnotherJobAfterTheConsumerRanATask() {
        List<Runnable> jobs = new CopyOnWriteArrayList<>();
        CountDownLatch second = new CountDownLatch(1);
        CountDownLatch thirdJob = new CountDownLatch(1);
        Executor executor = job -> {
            jobs.add(job);
            if (jobs.size() == 3) {
                thirdJob.countDown();
            }
        };
        Dataset<Long> dataset = Dataset.range(6)
                .map(
                        x -> {
                            if (x == 0) {
                                new Thread(jobs.get(0), "first job").start();
                                second.await();
                                jobs.get(1).run();
                            } else if (x == 1) {
                                second.countDown();
                                thirdJob.await();
                            }
                            return x;
                        },
                        Parallel.calls(2).on(executor));

        assertThat(dataset.toList()).containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void neverExceedsTheNumberOfConcurrentCalls() {
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        ExecutorService many = Executors.newFixedThreadPool(8);
        Dataset<Long> dataset = Dataset.range(500)
                .map(
                        x -> {
                            most.accumulateAndGet(now.incrementAndGet(), Math::max);
                            Thread.yield();
                            now.decrementAndGet();
                            return x;
                        },
                        Parallel.calls(3).on(many));
        assertThat(dataset.toList()).hasSize(500);
        assertThat(most.get()).isLessThanOrEqualTo(3);
        many.shutdown();
    }

    @Test
    void continuesAfterAnElementThatFails() {
        for (long bad = 0; bad < 8; bad++) {
            for (long worse = 0; worse < 8; worse++) {
                List<String> sequential = Trace.of(failing(Trace.failingAt(8, worse), bad, Parallel.calls(1)));
                assertThat(Trace.of(failing(Trace.failingAt(8, worse), bad, Parallel.calls(3))))
                        .isEqualTo(sequential)
                        .hasSize(8);
            }
        }
        assertThat(Trace.of(
                        Dataset.range(2).<Long>map(x -> null, Parallel.calls(2)).named("nothing")))
                .containsExactly(
                        "! nothing: a function must not return null", "! nothing: a function must not return null");
    }

    @Test
    void resumesAnywhereInParallelAndInSequence() {
        for (long bad = -1; bad < 6; bad++) {
            long at = bad;
            DatasetFunction<Long, Long> function = x -> {
                if (x == at) {
                    throw new IOException("never " + x);
                }
                return -x;
            };
            Dataset<Long> source = Trace.failingAt(6, (bad + 2) % 6);
            Dataset<Long> sequential = source.map(function);
            Dataset<Long> parallel = source.map(function, Parallel.calls(3));
            Trace.resumes(sequential, parallel);
            Trace.resumes(parallel, sequential);
            Trace.resumes(
                    parallel.prefetch(2),
                    source.map(function, Parallel.calls(1)).prefetch(3));
        }
    }

    @Test
    void anyOrderLosesAndRepeatsNoElement() {
        Dataset<Long> any = Dataset.range(30).map(TENFOLD, Parallel.calls(3).anyOrder());
        Dataset<Long> sequential = Dataset.range(30).map(TENFOLD);
        for (int k = 0; k <= 30; k++) {
            List<Long> delivered = new ArrayList<>();
            Checkpoint checkpoint;
            try (DatasetIterator<Long> iterator = any.iterator()) {
                for (int i = 0; i < k; i++) {
                    delivered.add(iterator.next());
                }
                checkpoint = iterator.checkpoint();
            }
            try (DatasetIterator<Long> iterator = (k % 2 == 0 ? any : sequential).resume(checkpoint)) {
                iterator.forEachRemaining(delivered::add);
            }
            Collections.sort(delivered);
            assertThat(delivered).isEqualTo(sequential.toList());
        }
    }

    /** The executor returns to the consumer only after a thread has begun the first call. */
    @Test
    void anyOrderReturnsReadyResultsFirst() {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Dataset<Long> dataset = Dataset.range(2)
                .map(
                        x -> {
                            if (x == 0) {
                                begun.countDown();
                                release.await();
                            }
                            return x;
                        },
                        Parallel.calls(2)
                                .on(task -> {
                                    threads.execute(task);
                                    awaitUninterruptibly(begun);
                                })
                                .anyOrder());
        try (DatasetIterator<Long> iterator = dataset.iterator()) {
            assertThat(iterator.next()).isEqualTo(1);
            release.countDown();
            assertThat(iterator.next()).isZero();
            assertThat(iterator.hasNext()).isFalse();
        }
        threads.shutdown();
    }

    @Test
    void oneThreadIsEnoughForNestedStages() {
        ExecutorService one = Executors.newSingleThreadExecutor();
        Parallel parallel = Parallel.calls(3).on(one);
        Dataset<Long> dataset = Dataset.range(20)
                .map(x -> x + 1, parallel)
                .prefetch(2, one)
                .<Long>interleave(
                        x -> Dataset.range(5).map(y -> x * y, parallel).prefetch(2, one), 3)
                .parallel(parallel)
                .map(x -> x * 2, parallel)
                .prefetch(1, one);
        Dataset<Long> sequential = Dataset.range(20)
                .map(x -> x + 1)
                .<Long>interleave(x -> Dataset.range(5).map(y -> x * y), 3)
                .map(x -> x * 2);
        for (int round = 0; round < 20; round++) {
            assertThat(dataset.toList()).isEqualTo(sequential.toList());
        }
        for (int k = 0; k < 30; k++) {
            try (DatasetIterator<Long> iterator = dataset.iterator()) {
                assertThat(Trace.of(iterator, k)).hasSize(k);
            }
        }
        one.shutdown();
        assertThat(dataset.toList()).as("on an executor that has ended").isEqualTo(sequential.toList());
    }

    @Test
    void runsOnTheConsumersThreadIfTheExecutorRejects() {
        Executor rejecting = task -> {
            throw new RejectedExecutionException();
        };
        List<Executor> executors = List.of(rejecting, Runnable::run, task -> {});
        for (Executor executor : executors) {
            Parallel parallel = Parallel.calls(3).on(executor);
            assertThat(Dataset.range(50).map(TENFOLD, parallel).toList()).hasSize(50);
            assertThat(Dataset.range(50).map(TENFOLD, parallel.anyOrder()).toList())
                    .hasSize(50);
            assertThat(Dataset.range(5)
                            .<Long>interleave(Dataset::range, 3)
                            .parallel(parallel)
                            .toList())
                    .hasSize(10);
            assertThat(Dataset.range(5)
                            .<Long>interleave(Dataset::range, 3)
                            .parallel(parallel.anyOrder())
                            .toList())
                    .hasSize(10);
        }
    }

    @Test
    void readsAheadToItsLimitWhileTheConsumerStalls() throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        AtomicInteger pulled = new AtomicInteger();
        Dataset<Long> dataset = Dataset.range(1_000_000)
                .map(x -> {
                    pulled.incrementAndGet();
                    return x;
                })
                .map(TENFOLD, Parallel.calls(4).on(executor));
        try (DatasetIterator<Long> iterator = dataset.iterator()) {
            for (int taken = 1; taken <= 200; taken++) {
                iterator.next();
                executor.submit(() -> {}).get();
                assertThat(pulled.get()).isBetween(taken, taken + 20);
            }
        }
        executor.shutdown();
    }

    @Test
    void closesWhileCallsHangAndLeavesNoThread() throws Exception {
        Set<Thread> before = Trace.threads();
        CountDownLatch begun = new CountDownLatch(2);
        CountDownLatch never = new CountDownLatch(1);
        AtomicInteger interrupts = new AtomicInteger();
        Dataset<Long> dataset = Dataset.range(100)
                .map(
                        x -> {
                            if (x == 0) {
                                return x;
                            }
                            begun.countDown();
                            try {
                                never.await();
                            } catch (InterruptedException e) {
                                interrupts.incrementAndGet();
                                throw e;
                            }
                            return x;
                        },
                        Parallel.calls(3))
                .prefetch(2);
        DatasetIterator<Long> iterator = dataset.iterator();
        assertThat(iterator.next()).isZero();
        begun.await();
        iterator.close();
        assertThat(interrupts.get()).isGreaterThanOrEqualTo(2);
        Set<Thread> after = new HashSet<>(Trace.threads());
        after.removeAll(before);
        assertThat(after.stream().filter(Thread::isAlive)).isEmpty();
    }

    @Test
    void closeLeavesTheCallersThreadsRunningAndUninterrupted() throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(2);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        Dataset<Long> dataset = Dataset.range(10)
                .map(
                        x -> {
                            if (x > 0) {
                                begun.countDown();
                                never.await();
                            }
                            return x;
                        },
                        Parallel.calls(2).on(executor))
                .prefetch(1, executor);
        DatasetIterator<Long> iterator = dataset.iterator();
        iterator.next();
        begun.await();
        iterator.close();
        for (int i = 0; i < 4; i++) {
            assertThat(executor.submit(() -> Thread.currentThread().isInterrupted())
                            .get())
                    .isFalse();
        }
        executor.shutdown();
        assertThat(executor.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void continuesAfterAnInterruptOfAWaitingConsumer() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        ExecutorService executor = Executors.newFixedThreadPool(2);
        Dataset<Long> dataset = Dataset.range(5)
                .map(
                        x -> {
                            begun.countDown();
                            release.await();
                            return x;
                        },
                        Parallel.calls(1).on(task -> {
                            executor.execute(task);
                            awaitUninterruptibly(begun);
                        }));
        try (DatasetIterator<Long> iterator = dataset.iterator()) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(iterator::next)
                    .isInstanceOf(DatasetException.class)
                    .hasMessage("map: interrupted");
            assertThat(Thread.interrupted()).isTrue();
            release.countDown();
            assertThat(Trace.of(iterator)).containsExactly("0", "1", "2", "3", "4");
        }
        executor.shutdown();
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        boolean interrupted = false;
        for (boolean open = false; !open; ) {
            try {
                latch.await();
                open = true;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void throwsErrorsUnchanged() {
        Dataset<Long> dataset = Dataset.range(3)
                .map(
                        x -> {
                            throw new StackOverflowError("deep");
                        },
                        Parallel.calls(2));
        try (DatasetIterator<Long> iterator = dataset.iterator()) {
            assertThatThrownBy(iterator::next).isInstanceOf(StackOverflowError.class);
        }
    }

    @Test
    void namesTheRecordWhoseCallFailed(@TempDir Path directory) throws IOException {
        List<Path> files = RecordFilesOnDisk.write(
                directory, RecordWriterOptions.defaults().withoutSync(), 3, 2);
        for (Dataset<Bytes> records : List.of(
                RecordDataset.files(files),
                Dataset.fromList(files)
                        .<Bytes>interleave(RecordDataset::files, 1)
                        .parallel(Parallel.calls(2)))) {
            Dataset<Bytes> failing = records.map(
                    x -> {
                        throw new IOException("bad");
                    },
                    Parallel.calls(2));
            try (DatasetIterator<Bytes> iterator = failing.iterator()) {
                for (int i = 0; i < 5; i++) {
                    String file = files.get(i < 3 ? 0 : 1).getFileName().toString();
                    assertThatThrownBy(iterator::next)
                            .isInstanceOf(DatasetException.class)
                            .hasMessageContaining(file)
                            .hasMessageEndingWith(": bad")
                            .extracting(e -> ((DatasetException) e)
                                            .origin()
                                            .orElseThrow()
                                            .offset()
                                    == 0)
                            .isEqualTo(i == 0 || i == 3);
                }
                assertThat(iterator.hasNext()).isFalse();
            }
        }
    }
}
