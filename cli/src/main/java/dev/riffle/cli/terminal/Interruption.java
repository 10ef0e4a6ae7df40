package dev.riffle.cli.terminal;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a command that is told to stop, by Ctrl-C or a signal, clear away its temporary files. The thread of the command is
 * interrupted, its reading or writing fails, and it closes on its way out whatever it has open, uncommitted. The process
 * waits for that, but not for ever.
 */
public final class Interruption {

    private static final long MOST_SECONDS = 3;

    private final CountDownLatch ended = new CountDownLatch(1);

    private Interruption() {}

    /** Watches over the present thread until {@link #commandEnded}. */
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

    /** The command has closed everything. */
    public void commandEnded() {
        ended.countDown();
    }
}
