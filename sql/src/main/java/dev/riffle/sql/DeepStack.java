package dev.riffle.sql;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Runs DuckDB's parser with a large stack. DuckDB ends the process if the stack is too small for a statement. */
final class DeepStack {

    private static final long STACK_BYTES = 512L << 20;

    private DeepStack() {}

    /** A step that returns a text. */
    @FunctionalInterface
    interface Step {

        String run() throws IOException;
    }

    /** Runs a step in another thread, and waits for its end. */
    static String run(Step step) throws IOException {
        FutureTask<String> task = new FutureTask<>(step::run);
        Thread thread = new Thread(null, task, "riffle-sql-parser", STACK_BYTES);
        thread.setDaemon(true);
        thread.start();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    // The parser needs little time. The interrupt ends the query after it.
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw failure(e);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static RuntimeException failure(ExecutionException failed) throws IOException {
        Throwable cause = failed.getCause();
        if (cause instanceof IOException e) {
            throw e;
        }
        if (cause instanceof Error e) {
            throw e;
        }
        return cause instanceof RuntimeException e ? e : new IllegalStateException("parser failed", cause);
    }
}
