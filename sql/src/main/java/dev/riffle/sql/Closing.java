package dev.riffle.sql;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Closes things, the last one first, even if some of them fail. */
final class Closing {

    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    void add(AutoCloseable closeable) {
        open.push(closeable);
    }

    /** Closes everything after a failure. Further failures are suppressed exceptions of the first one. */
    void closeAfter(Throwable failure) {
        while (!open.isEmpty()) {
            try {
                open.pop().close();
            } catch (Exception e) {
                if (e != failure) {
                    failure.addSuppressed(e);
                }
            }
        }
    }

    /** Closes everything, and then throws the first failure. */
    void close() throws IOException {
        @Nullable Exception first = null;
        while (!open.isEmpty()) {
            try {
                open.pop().close();
            } catch (Exception e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        if (first instanceof IOException e) {
            throw e;
        }
        if (first instanceof RuntimeException e) {
            throw e;
        }
        if (first != null) {
            throw new IOException("cannot free the resources of a query: " + first.getMessage(), first);
        }
    }
}
