package dev.riffle.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** All tasks run, or the first failure ends the group. No thread remains. */
@Timeout(60)
class TaskGroupTest {

    @AfterEach
    void leavesNoThread() {
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().startsWith("group"));
    }

    private static TaskGroup group(int threads) {
        return new TaskGroup(threads, number -> "group-" + number, "stopped");
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IOException("woken", e);
        }
    }

    @Test
    void eachTaskRunsOnce() throws IOException {
        for (int threads : new int[] {1, 2, 7}) {
            AtomicIntegerArray runs = new AtomicIntegerArray(100);
            group(threads).run(100, runs::incrementAndGet);
            for (int i = 0; i < 100; i++) {
                assertThat(runs.get(i)).isOne();
            }
        }
    }

    @Test
    void callerRunsTasks() throws IOException {
        Set<String> names = ConcurrentHashMap.newKeySet();
        CountDownLatch together = new CountDownLatch(3);
        group(3).run(3, number -> {
            names.add(Thread.currentThread().getName());
            together.countDown();
            await(together);
        });
        assertThat(names).containsExactlyInAnyOrder(Thread.currentThread().getName(), "group-1", "group-2");
    }

    @Test
    void throwsTheEarliestFailureUnchanged() {
        List<Throwable> failures =
                List.of(new IOException("wrong"), new IllegalStateException("wrong"), new StackOverflowError("wrong"));
        for (Throwable failure : failures) {
            CountDownLatch both = new CountDownLatch(2);
            TaskGroup group = group(2);
            assertThatThrownBy(() -> group.run(100, number -> {
                        both.countDown();
                        await(both);
                        if (number == 1) {
                            throw WorkerFailure.of(failure);
                        }
                        while (true) {
                            group.checkNotFailed();
                            Thread.onSpinWait();
                        }
                    }))
                    .isSameAs(failure);
        }
    }

    @Test
    void beginsNoTaskAfterAFailure() {
        Set<Integer> begun = ConcurrentHashMap.newKeySet();
        assertThatThrownBy(() -> group(1).run(10, number -> {
                    begun.add(number);
                    if (number == 3) {
                        throw new IOException("wrong");
                    }
                }))
                .hasMessage("wrong");
        assertThat(begun).containsExactlyInAnyOrder(0, 1, 2, 3);
    }

    @Test
    void failureOfTheCallerInterruptsTheOthers() {
        CountDownLatch asleep = new CountDownLatch(2);
        CountDownLatch never = new CountDownLatch(1);
        Set<String> woken = ConcurrentHashMap.newKeySet();
        Thread caller = Thread.currentThread();
        assertThatThrownBy(() -> group(3).run(3, number -> {
                    if (Thread.currentThread() == caller) {
                        await(asleep);
                        throw new IOException("wrong");
                    }
                    asleep.countDown();
                    try {
                        await(never);
                    } finally {
                        woken.add(Thread.currentThread().getName());
                    }
                }))
                .hasMessage("wrong");
        assertThat(woken).containsExactlyInAnyOrder("group-1", "group-2");
    }

    @Test
    void interruptOfTheWaitingCallerEndsTheTasks() {
        CountDownLatch asleep = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        Thread caller = Thread.currentThread();
        assertThatThrownBy(() -> group(2).run(2, number -> {
                    if (Thread.currentThread() == caller) {
                        await(asleep);
                        caller.interrupt();
                    } else {
                        asleep.countDown();
                        await(never);
                    }
                }))
                .isInstanceOf(InterruptedIOException.class)
                .hasMessage("stopped");
        assertThat(Thread.interrupted()).isTrue();
    }
}
