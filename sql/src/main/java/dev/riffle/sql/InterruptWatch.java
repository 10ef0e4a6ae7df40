package dev.riffle.sql;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Cancels a statement if the thread that waits for it is interrupted. The thread waits in native code, which an
 * interrupt does not end. A daemon thread therefore reads the interrupt status of all waiting threads 20 times a
 * second. It ends one second after the last statement.
 */
final class InterruptWatch {

    /** A call of native code. */
    @FunctionalInterface
    interface Call<T, E extends Exception> {
        T run() throws E;
    }

    private static final long PAUSE_MILLIS = 50;

    private static final int MOST_IDLE_ROUNDS = 20;

    private static final Set<InterruptWatch> WAITING = new HashSet<>();

    private static @Nullable Thread watcher;

    private final Thread owner = Thread.currentThread();
    private final Statement statement;
    private boolean isOver;

    private InterruptWatch(Statement statement) {
        this.statement = statement;
    }

    /** Runs a call, and cancels the statement if the current thread is interrupted before the call returns. */
    static <T, E extends Exception> T during(Statement statement, Call<T, E> call) throws E {
        InterruptWatch watch = new InterruptWatch(statement);
        watch.begin();
        try {
            return call.run();
        } finally {
            watch.end();
        }
    }

    private void begin() {
        synchronized (WAITING) {
            WAITING.add(this);
            if (watcher == null) {
                watcher = new Thread(InterruptWatch::watch, "riffle-sql-interrupts");
                watcher.setDaemon(true);
                watcher.start();
            }
        }
    }

    private void end() {
        synchronized (WAITING) {
            WAITING.remove(this);
        }
        synchronized (this) {
            isOver = true;
        }
    }

    private static void watch() {
        int idle = 0;
        while (true) {
            List<InterruptWatch> waiting;
            synchronized (WAITING) {
                idle = WAITING.isEmpty() ? idle + 1 : 0;
                if (idle > MOST_IDLE_ROUNDS) {
                    watcher = null;
                    return;
                }
                waiting = List.copyOf(WAITING);
            }
            waiting.forEach(InterruptWatch::look);
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                // No other code has this thread, so an interrupt has no meaning.
                idle = 0;
            }
        }
    }

    private synchronized void look() {
        if (!isOver && owner.isInterrupted()) {
            try {
                statement.cancel();
            } catch (SQLException e) {
                // The statement has ended, or fails on its own.
                isOver = true;
            }
        }
    }
}
