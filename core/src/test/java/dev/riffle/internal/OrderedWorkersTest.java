package dev.riffle.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Results and failures arrive in the order of the tasks, and no thread remains. */
@Timeout(60)
class OrderedWorkersTest {

    private static final String STOPPED = "stopped";

    @AfterEach
    void leavesNoThread() {
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().startsWith("ordered"));
    }

    private static <T> OrderedWorkers<T> workers(int threads, int mostTasks) {
        return new OrderedWorkers<>(threads, mostTasks, number -> "ordered-" + number);
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IOException("woken", e);
        }
    }

    @Test
    void returnsResultsInTheOrderOfTheTasks() throws IOException {
        try (OrderedWorkers<Integer> workers = workers(3, 4)) {
            CountDownLatch later = new CountDownLatch(2);
            workers.submit(() -> {
                await(later);
                return 0;
            });
            for (int i = 1; i < 3; i++) {
                int number = i;
                workers.submit(() -> {
                    later.countDown();
                    return number;
                });
            }
            for (int i = 0; i < 3; i++) {
                assertThat(workers.take(STOPPED)).isEqualTo(i);
            }
            assertThat(workers.isEmpty()).isTrue();
        }
    }

    @Test
    void threadsAreDaemonsWithTheGivenNames() throws IOException {
        Set<String> names = ConcurrentHashMap.newKeySet();
        CountDownLatch begun = new CountDownLatch(2);
        try (OrderedWorkers<Boolean> workers = workers(2, 2)) {
            for (int i = 0; i < 2; i++) {
                workers.submit(() -> {
                    names.add(Thread.currentThread().getName());
                    begun.countDown();
                    await(begun);
                    return Thread.currentThread().isDaemon();
                });
            }
            assertThat(workers.take(STOPPED)).isTrue();
            assertThat(workers.take(STOPPED)).isTrue();
        }
        assertThat(names).containsExactlyInAnyOrder("ordered-1", "ordered-2");
    }

    @Test
    void rejectsMoreTasksThanTheLimit() throws IOException {
        try (OrderedWorkers<Integer> workers = workers(1, 2)) {
            workers.submit(() -> 1);
            assertThat(workers.isFull()).isFalse();
            workers.submit(() -> 2);
            assertThat(workers.isFull()).isTrue();
            assertThatIllegalStateException().isThrownBy(() -> workers.submit(() -> 3));
            assertThat(workers.take(STOPPED)).isEqualTo(1);
            workers.submit(() -> 3);
            assertThat(workers.take(STOPPED)).isEqualTo(2);
            assertThat(workers.take(STOPPED)).isEqualTo(3);
        }
    }

    @Test
    void throwsFailuresUnchangedAndInOrder() throws IOException {
        List<Throwable> failures =
                List.of(new IOException("wrong"), new IllegalStateException("wrong"), new StackOverflowError("wrong"));
        for (Throwable failure : failures) {
            try (OrderedWorkers<Integer> workers = workers(2, 3)) {
                workers.submit(() -> 0);
                workers.submit(() -> {
                    throw WorkerFailure.of(failure);
                });
                workers.submit(() -> 2);
                assertThat(workers.take(STOPPED)).isZero();
                assertThatThrownBy(() -> workers.take(STOPPED)).isSameAs(failure);
                assertThat(workers.take(STOPPED)).isEqualTo(2);
            }
        }
    }

    @Test
    void anInterruptedCallerKeepsTheOldestTask() throws IOException {
        CountDownLatch never = new CountDownLatch(1);
        try (OrderedWorkers<Integer> workers = workers(1, 1)) {
            workers.submit(() -> {
                await(never);
                return 7;
            });
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> workers.take(STOPPED))
                    .isInstanceOf(InterruptedIOException.class)
                    .hasMessage(STOPPED);
            assertThat(Thread.interrupted()).isTrue();
            never.countDown();
            assertThat(workers.take(STOPPED)).isEqualTo(7);
        }
    }

    @Test
    void callerRunsTasksThatNoThreadHasBegun() throws IOException {
        CountDownLatch others = new CountDownLatch(2);
        List<Thread> ran = new ArrayList<>();
        try (OrderedWorkers<Integer> workers = workers(1, 3)) {
            workers.submit(() -> {
                await(others);
                return 0;
            });
            for (int i = 1; i < 3; i++) {
                int number = i;
                workers.submit(() -> {
                    ran.add(Thread.currentThread());
                    others.countDown();
                    return number;
                });
            }
            for (int i = 0; i < 3; i++) {
                assertThat(workers.takeRunning(STOPPED)).isEqualTo(i);
            }
        }
        assertThat(ran).containsExactly(Thread.currentThread(), Thread.currentThread());
    }

    @Test
    void interruptEndsTheCallersWorkAfterItsTask() throws IOException {
        CountDownLatch never = new CountDownLatch(1);
        List<Integer> ran = new ArrayList<>();
        try (OrderedWorkers<Integer> workers = workers(1, 3)) {
            workers.submit(() -> {
                await(never);
                return 0;
            });
            for (int i = 1; i < 3; i++) {
                int number = i;
                workers.submit(() -> {
                    ran.add(number);
                    Thread.currentThread().interrupt();
                    return number;
                });
            }
            assertThatThrownBy(() -> workers.takeRunning(STOPPED))
                    .isInstanceOf(InterruptedIOException.class)
                    .hasMessage(STOPPED);
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(ran).containsExactly(1);
    }

    @Test
    void interruptsOnlyTheSkippedTask() throws IOException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        try (OrderedWorkers<Boolean> workers = workers(1, 2)) {
            workers.submit(() -> {
                begun.countDown();
                await(never);
                return true;
            });
            workers.submit(() -> Thread.currentThread().isInterrupted());
            await(begun);
            workers.skip();
            assertThat(workers.take(STOPPED)).isFalse();
        }
    }

    @Test
    void endInterruptsTasksAndReturnsExistingResults() throws IOException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        OrderedWorkers<Integer> workers = workers(2, 4);
        workers.submit(() -> {
            await(begun);
            throw new IOException("not reported");
        });
        workers.submit(() -> {
            begun.countDown();
            try {
                never.await();
            } catch (InterruptedException e) {
                return 1;
            }
            return 0;
        });
        await(begun);
        assertThat(workers.end()).containsExactly(1);
        assertThat(workers.isEmpty()).isTrue();
    }

    @Test
    void endWaitsForTasksEvenIfTheCallerIsInterrupted() throws IOException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        Set<String> ended = ConcurrentHashMap.newKeySet();
        OrderedWorkers<Integer> workers = workers(1, 2);
        workers.submit(() -> {
            begun.countDown();
            try {
                await(never);
            } finally {
                ended.add("first");
            }
            return 1;
        });
        workers.submit(() -> {
            ended.add("second");
            return 2;
        });
        await(begun);
        Thread.currentThread().interrupt();
        workers.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(ended).containsExactly("first");
    }
}
