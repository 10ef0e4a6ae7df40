package dev.riffle.cli.terminal;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a command delete its temporary files when Ctrl-C or a signal stops it. A hook interrupts the thread of the
 * command, so its read or write fails. The command then closes its open files without a commit. The process waits for
 * the end of the command, up to a limit.
 */
public final class Interruption {

    private static final long MOST_SECONDS = 3;

    private final CountDownLatch ended = new CountDownLatch(1);

    private Interruption() {}

    /** Guards the current thread until {@link #commandEnded}. */
    public static Interruption guardThisThread() {
        Thread command = Thread.currentThread();
        Interruption interruption = new Interruption();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> interruption.stop(command)));
        return interruption;
    }

    private void stop(Thread command) {
        if (ended.getCount() == 0) {
            return;
        }
        command.interrupt();
        try {
            boolean inTime = ended.await(MOST_SECONDS, TimeUnit.SECONDS);
            assert inTime : "the command did not notice";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Notes that the command has closed all its files. */
    public void commandEnded() {
        ended.countDown();
    }
}
