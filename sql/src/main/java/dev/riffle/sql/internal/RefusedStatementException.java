package dev.riffle.sql.internal;

/** Thrown when Riffle rejects a statement. The module's public methods throw an exported exception instead. */
public final class RefusedStatementException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private RefusedStatementException(String message) {
        super(message);
    }

    /** Returns the exception for a statement that Riffle rejects. */
    public static RefusedStatementException of(String reason) {
        return new RefusedStatementException("SQL: " + reason);
    }

    /** Returns the exception for a place in a statement. */
    static RefusedStatementException at(StatementPlace place, String reason) {
        return new RefusedStatementException(place.message(reason));
    }
}
