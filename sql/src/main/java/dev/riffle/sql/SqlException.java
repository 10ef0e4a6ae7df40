package dev.riffle.sql;

import dev.riffle.RiffleException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when Riffle rejects a statement, or DuckDB cannot run it. The message shows the line of the statement and
 * marks the error if the place is known. Safe for use by several threads.
 *
 * @since 0.1
 */
public final class SqlException extends RiffleException {

    private static final long serialVersionUID = 1L;

    /**
     * Lists the reasons for a failure. Safe for use by several threads.
     *
     * @since 0.1
     */
    public enum Reason {
        /** The statement is not valid SQL, is not a query, or names unknown files, columns or functions. */
        STATEMENT,
        /** The values do not fit the statement or the types of the columns. */
        VALUES,
        /** The query needs more memory or more disk than the limit. */
        RESOURCES,
        /** Another thread has cancelled the query. */
        CANCELLED
    }

    private final Reason reason;

    SqlException(Reason reason, String message) {
        this(reason, message, null);
    }

    SqlException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** Returns the reason. */
    public Reason reason() {
        return reason;
    }
}
