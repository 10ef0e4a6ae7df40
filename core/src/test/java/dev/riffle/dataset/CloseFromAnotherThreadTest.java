package dev.riffle.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.Rounds;
import dev.riffle.dataset.stage.Pair;
import java.util.ConcurrentModificationException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that any thread can end a run, whatever the consumer waits for. */
class CloseFromAnotherThreadTest {

    private static final String WAITED = "iterator was closed while it computed the next element";

    /** Stages that wait for other threads, read ahead or keep elements. */
    enum Stages {
        NONE,
        PREFETCH_1,
        PREFETCH_16,
        PREFETCH_TWICE,
        PARALLEL_MAP,
        PARALLEL_MAP_IN_ANY_ORDER,
        PARALLEL_MAP_ON_AN_EXECUTOR,
        PARALLEL_INTERLEAVE,
        PARALLEL_BATCH,
        SHUFFLE,
        REPEAT,
        MEMORY_CACHE,
        ZIP;

        Dataset<Long> after(Dataset<Long> input, ExecutorService executor) {
            return switch (this) {
                case NONE -> input;
                case PREFETCH_1 -> input.prefetch(1);
                case PREFETCH_16 -> input.prefetch(16);
                case PREFETCH_TWICE -> input.prefetch(2).map(x -> x).prefetch(2);
                case PARALLEL_MAP -> input.map(x -> x, Parallel.calls(2));
                case PARALLEL_MAP_IN_ANY_ORDER ->
                    input.map(x -> x, Parallel.calls(3).anyOrder());
                case PARALLEL_MAP_ON_AN_EXECUTOR ->
                    input.map(x -> x, Parallel.calls(2).on(executor));
                case PARALLEL_INTERLEAVE ->
                    input.interleave(x -> Dataset.of(x, x), 2).parallel(Parallel.calls(2));
                case PARALLEL_BATCH ->
                    input.batch(4).parallel(Parallel.calls(2)).flatMap(Dataset::fromList);
                case SHUFFLE -> input.shuffle(5, 1);
                case REPEAT -> input.repeat();
                case MEMORY_CACHE -> input.cache();
                case ZIP -> Dataset.zip(input.prefetch(1), input).map(Pair::first);
            };
        }
    }

    private final ExecutorService executor = Executors.newFixedThreadPool(2);

    @AfterEach
    void shutDown() {
        executor.shutdownNow();
    }

    /** A consumer on a thread of its own, which reads until the iterator ends or throws. */
    private static final class Consumer {
        private final FutureTask<RuntimeException> reading;
        private final Thread thread;
        private volatile boolean isInterrupted;

        Consumer(DatasetIterator<?> iterator) {
            reading = new FutureTask<>(() -> {
                try {
                    while (iterator.hasNext()) {
                        iterator.next();
                    }
                    return new RuntimeException("no failure");
                } catch (RuntimeException e) {
                    isInterrupted = Thread.currentThread().isInterrupted();
                    return e;
                }
            });
            thread = new Thread(reading, "consumer");
            thread.start();
        }

        RuntimeException failure() throws Exception {
            return reading.get();
        }
    }

    @ParameterizedTest
    @EnumSource
    void endsARunWhoseConsumerWaitsForItsInput(Stages stages) throws Exception {
        CountDownLatch blocked = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        Dataset<Long> input = Dataset.range(100).map(x -> {
            threads.add(Thread.currentThread());
            if (x == 20) {
                blocked.countDown();
                never.await();
            }
            return x;
        });
        DatasetIterator<Long> iterator = stages.after(input, executor).iterator();
        Consumer consumer = new Consumer(iterator);
        blocked.await();

        iterator.close();

        assertThat(consumer.failure()).isInstanceOf(IllegalStateException.class);
        assertThat(consumer.failure()).hasMessageMatching(WAITED + "|iterator is closed");
        assertThat(consumer.isInterrupted).isFalse();
        consumer.thread.join();
        assertThat(threads)
                .filteredOn(thread -> thread.getName().startsWith("riffle-"))
                .noneMatch(Thread::isAlive);
        assertThatThrownBy(iterator::hasNext).hasMessage("iterator is closed");
    }

    @ParameterizedTest
    @EnumSource
    void endsARunWhoseConsumerWaitsForAFunction(Stages stages) throws Exception {
        CountDownLatch blocked = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        Dataset<Long> waiting = stages.after(Dataset.range(100), executor)
                .map(
                        x -> {
                            if (x >= 3) {
                                blocked.countDown();
                                never.await();
                            }
                            return x;
                        },
                        Parallel.calls(2));
        DatasetIterator<Long> iterator = waiting.iterator();
        Consumer consumer = new Consumer(iterator);
        blocked.await();

        iterator.close();

        assertThat(consumer.failure()).isInstanceOf(IllegalStateException.class);
        assertThat(consumer.failure()).hasMessageMatching(WAITED + "|iterator is closed");
    }

    @ParameterizedTest
    @EnumSource
    void endsARunAtAnyMoment(Stages stages) throws Exception {
        Rounds.run("close", 200, 5_000, (random, name) -> {
            int closedAfter = random.nextInt(120);
            CountDownLatch reached = new CountDownLatch(1);
            Dataset<Long> input = Dataset.range(100).map(x -> {
                if (x == closedAfter) {
                    reached.countDown();
                }
                return x;
            });
            DatasetIterator<Long> iterator = stages.after(input, executor).iterator();
            Consumer consumer = new Consumer(iterator);
            if (closedAfter < 100) {
                reached.await();
            }

            iterator.close();

            assertThat(consumer.failure().getMessage()).as(name).matches(WAITED + "|iterator is closed|no failure");
            consumer.thread.join();
        });
    }

    @Test
    void anInterruptedCloserReturnsAndTheRunEndsLater() throws Exception {
        CountDownLatch blocked = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        Dataset<Long> stubborn = Dataset.range(100).map(x -> {
            blocked.countDown();
            for (boolean waited = false; !waited; ) {
                try {
                    released.await();
                    waited = true;
                } catch (InterruptedException ignored) {
                    // This function ignores interrupts.
                }
            }
            return x;
        });
        DatasetIterator<Long> iterator = stubborn.prefetch(1).iterator();
        Consumer consumer = new Consumer(iterator);
        blocked.await();

        Thread.currentThread().interrupt();
        iterator.close();
        assertThat(Thread.interrupted()).isTrue();
        released.countDown();

        assertThat(consumer.failure()).isInstanceOf(IllegalStateException.class).hasMessage(WAITED);
        iterator.close();
    }

    @Test
    void aFunctionCanEndItsOwnRun() {
        DatasetIterator<?>[] own = new DatasetIterator<?>[1];
        own[0] = Dataset.range(10)
                .map(x -> {
                    if (x == 2) {
                        own[0].close();
                    }
                    return x;
                })
                .iterator();
        own[0].next();
        own[0].next();

        assertThatThrownBy(own[0]::next)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(WAITED);
        assertThatThrownBy(own[0]::next)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("iterator is closed");
    }

    @Test
    void overlappingCallsThrow() throws Exception {
        CountDownLatch blocked = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        DatasetIterator<Long> iterator = Dataset.range(10)
                .map(x -> {
                    blocked.countDown();
                    never.await();
                    return x;
                })
                .iterator();
        Consumer consumer = new Consumer(iterator);
        blocked.await();

        assertThatThrownBy(iterator::hasNext)
                .isInstanceOf(ConcurrentModificationException.class)
                .hasMessage("calls of the iterator overlap; one thread at a time may use an iterator");
        assertThatThrownBy(iterator::checkpoint).isInstanceOf(ConcurrentModificationException.class);
        iterator.close();
        assertThat(consumer.failure()).hasMessage(WAITED);
    }
}
