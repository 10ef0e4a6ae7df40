package dev.riffle.cli.terminal;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a command delete its temporary files when Ctrl-C or a signal stops it. A hook interrupts the thread of the
 * command, so its read or write fails. The command then closes its open files without a commit. The process waits for
 * the end of the command, up to a limit. Then the hook prints the same words for every command, and the JVM exits with
 * 128 plus the number of the signal.
 */
public final class Interruption {

    /** The words on standard error after a signal. */
    static final String WORDS = "riffle: stopped";

    /** The number of milliseconds for the end of the command. Tests on slow machines set more. */
    private static final int MOST_MILLIS = Integer.getInteger("riffle.stop.millis", 800);

    private final CountDownLatch ended = new CountDownLatch(1);
    private final OutputStream err;
    private volatile boolean stopping;

    private Interruption(OutputStream err) {
        this.err = err;
    }

    /**
     * Guards the current thread until {@link #commandEnded}.
     *
     * @param err standard error
     * @param audience the reader of standard error
     */
    public static Interruption guardThisThread(OutputStream err, Terminal.Audience audience) {
        Thread command = Thread.currentThread();
        Interruption interruption = new Interruption(err);
        // A class instead of a lambda saves time at the start of every command.
        Runtime.getRuntime().addShutdownHook(new Thread("riffle-stop") {
            @Override
            public void run() {
                interruption.stop(command, audience);
            }
        });
        return interruption;
    }

    /** Returns standard error for the command. It drops everything after the signal: errors of a command that stops. */
    public OutputStream errors() {
        return new FilterOutputStream(err) {
            @Override
            public void write(int b) throws IOException {
                write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int size) throws IOException {
                if (!stopping) {
                    err.write(bytes, offset, size);
                }
            }
        };
    }

    private void stop(Thread command, Terminal.Audience audience) {
        if (ended.getCount() == 0) {
            return;
        }
        stopping = true;
        command.interrupt();
        try {
            ended.await(MOST_MILLIS, TimeUnit.MILLISECONDS);
            String wipe = audience == Terminal.Audience.PERSON ? ProgressBar.WIPE : "";
            err.write((wipe + WORDS + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            // Standard error is closed, so no reader misses the words.
            stopping = true;
        }
    }

    /** Notes that the command has closed all its files. */
    public void commandEnded() {
        ended.countDown();
    }
}
