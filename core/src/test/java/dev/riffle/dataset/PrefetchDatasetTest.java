package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.dataset.stage.DatasetException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PrefetchDatasetTest {

    @Test
    void sizeZeroChangesNothingAndLowerSizesAreRejected() {
        Dataset<Long> range = Dataset.range(3);
        assertThat(range.prefetch(0)).isSameAs(range);
        assertThatThrownBy(() -> range.prefetch(-2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bufferSize")
                .hasMessageContaining("-2");
        assertThat(range.prefetch(-1).cardinality()).isEqualTo(3);
    }

    @Test
    void returnsTheSameElementsForEverySize() {
        List<Long> all = LongStream.range(0, 1000).boxed().toList();
        for (int size : new int[] {-1, 1, 2, 3, 63, 64, 65, 200, 5000, Integer.MAX_VALUE}) {
            assertThat(Dataset.range(1000).prefetch(size).toList()).isEqualTo(all);
        }
    }

    @Test
    void reportsFailuresInTheirPlaces() {
        for (int bad = 0; bad <= 6; bad++) {
            assertThat(Trace.of(Trace.failingAt(6, bad).prefetch(3)))
                    .isEqualTo(Trace.of(Trace.failingAt(6, bad)))
                    .hasSize(6);
        }
    }

    @Test
    void resumesAnywhereWithAnotherSize() {
        for (int bad = -1; bad < 7; bad++) {
            Dataset<Long> source = Trace.failingAt(7, bad);
            Trace.resumes(source.prefetch(4), source.prefetch(1));
            Trace.resumes(source.prefetch(1).prefetch(2), source.prefetch(7).prefetch(100));
        }
    }

    @Test
    void holdsNoMoreThanItsSizeWhileTheConsumerStalls() throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        AtomicInteger made = new AtomicInteger();
        Dataset<Long> dataset = Dataset.range(1_000_000)
                .map(x -> {
                    made.incrementAndGet();
                    return x;
                })
                .prefetch(10, executor);
        try (DatasetIterator<Long> iterator = dataset.iterator()) {
            for (int taken = 1; taken <= 300; taken++) {
                iterator.next();
                // This executor runs one task at a time. Therefore the producer has ended when this empty task runs.
                executor.submit(() -> {}).get();
                assertThat(made.get()).isBetween(taken, taken + 10);
            }
            assertThat(made.get()).isGreaterThan(300);
        }
        assertThat(executor.isShutdown()).isFalse();
        executor.shutdown();
    }

    @Test
    void preparesElementsWhileTheConsumerIsBusy() throws Exception {
        CountDownLatch third = new CountDownLatch(3);
        Dataset<Long> dataset = Dataset.range(10)
                .map(x -> {
                    third.countDown();
                    return x;
                })
                .prefetch(5);
        try (DatasetIterator<Long> iterator = dataset.iterator()) {
            assertThat(iterator.next()).isZero();
            third.await();
            assertThat(iterator.next()).isEqualTo(1);
        }
    }

    @Test
    void runsOnTheConsumersThreadIfTheExecutorRejects() {
        Dataset<Long> rejected = Dataset.range(100).prefetch(5, task -> {
            throw new RejectedExecutionException();
        });
        assertThat(rejected.toList()).hasSize(100);
        Dataset<Long> dropped = Dataset.range(100).prefetch(5, task -> {});
        assertThat(dropped.toList()).hasSize(100);
        Dataset<Long> direct = Dataset.range(100).prefetch(5, Runnable::run);
        assertThat(direct.toList()).hasSize(100);
        Trace.resumes(direct.take(9), dropped.take(9));
    }

    @Test
    void submitsOneTaskToAnExecutorThatNeverRunsIt() {
        List<Runnable> queue = new ArrayList<>();
        assertThat(Dataset.range(1000).prefetch(5, queue::add).toList()).hasSize(1000);
        assertThat(queue).hasSize(1);
        queue.get(0).run();
    }

    @Test
    void continuesAfterAnInterruptOfAWaitingConsumer() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Dataset<Long> dataset = Dataset.range(5)
                .map(x -> {
                    if (x == 1) {
                        begun.countDown();
                        release.await();
                    }
                    return x;
                })
                .prefetch(2);
        try (DatasetIterator<Long> iterator = dataset.iterator()) {
            assertThat(iterator.next()).isZero();
            begun.await();
            Thread.currentThread().interrupt();
            assertThatThrownBy(iterator::next)
                    .isInstanceOf(DatasetException.class)
                    .hasMessage("prefetch: interrupted");
            assertThat(Thread.interrupted()).isTrue();
            release.countDown();
            assertThat(Trace.of(iterator)).containsExactly("1", "2", "3", "4");
        }
    }

    @Test
    void endsItsThreadsWhenClosedWhileTheSourceHangs() throws Exception {
        Set<Thread> before = Trace.threads();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        AtomicInteger interrupts = new AtomicInteger();
        Dataset<Long> dataset = Dataset.range(5)
                .map(x -> {
                    if (x == 2) {
                        begun.countDown();
                        try {
                            never.await();
                        } catch (InterruptedException e) {
                            interrupts.incrementAndGet();
                            throw e;
                        }
                    }
                    return x;
                })
                .prefetch(4);
        DatasetIterator<Long> iterator = dataset.iterator();
        iterator.next();
        begun.await();
        iterator.close();
        iterator.close();
        assertThat(interrupts.get()).isEqualTo(1);
        Set<Thread> after = new HashSet<>(Trace.threads());
        after.removeAll(before);
        assertThat(after.stream().filter(Thread::isAlive)).isEmpty();
    }

    @Test
    void closesOnAnInterruptedThreadAndKeepsTheInterrupt() {
        DatasetIterator<Long> iterator = Dataset.range(1_000_000).prefetch(4).iterator();
        iterator.next();
        Thread.currentThread().interrupt();
        iterator.close();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void threadsEndSoonAfterTheRunIsDropped() throws Exception {
        Set<Thread> before = Trace.threads();
        DatasetIterator<Long> iterator = Dataset.range(1_000_000).prefetch(4).iterator();
        iterator.next();
        Set<Thread> begun = new HashSet<>(Trace.threads());
        begun.removeAll(before);
        for (Thread thread : begun) {
            thread.join();
        }
        assertThat(Trace.of(iterator, 10)).hasSize(10);
        iterator.close();
    }
}
