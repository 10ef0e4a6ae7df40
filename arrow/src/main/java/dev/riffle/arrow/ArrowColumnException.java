package dev.riffle.arrow;

import dev.riffle.RiffleException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Thrown when records cannot hold a column of Arrow vectors, or a value in a column. The message names the column, the
 * row, the reason and the remedy. Safe for use by several threads.
 *
 * @since 0.1
 */
public final class ArrowColumnException extends RiffleException {

    private static final long serialVersionUID = 1L;

    private static final long ALL_ROWS = -1;

    private final String column;
    private final long row;
    private final String reason;

    private ArrowColumnException(String column, long row, String reason) {
        super((row == ALL_ROWS ? "" : "row " + row + ": ")
                + (column.isEmpty() ? "" : "column \"" + column + "\": ")
                + reason);
        this.column = column;
        this.row = row;
        this.reason = reason;
    }

    /** Returns an exception for a complete column. */
    static ArrowColumnException ofColumn(String column, String reason) {
        return new ArrowColumnException(column, ALL_ROWS, reason);
    }

    /** Returns an exception for a value, to which {@link #at} adds the place. */
    static ArrowColumnException ofValue(String reason) {
        return new ArrowColumnException("", ALL_ROWS, reason);
    }

    /** Returns this exception with the column, unless it has one. */
    ArrowColumnException in(String name) {
        return column.isEmpty() ? withTrace(new ArrowColumnException(name, row, reason)) : this;
    }

    /** Returns this exception with the row. */
    ArrowColumnException at(long number) {
        return withTrace(new ArrowColumnException(column, number, reason));
    }

    private ArrowColumnException withTrace(ArrowColumnException other) {
        other.setStackTrace(getStackTrace());
        return other;
    }

    /** Returns the name of the column. Empty if the failure concerns the complete schema or row. */
    public Optional<String> column() {
        return column.isEmpty() ? Optional.empty() : Optional.of(column);
    }

    /** Returns the number of the row, from 0. Empty if the failure concerns all rows. */
    public OptionalLong row() {
        return row == ALL_ROWS ? OptionalLong.empty() : OptionalLong.of(row);
    }

    /** Returns the reason, with a remedy if one is known. */
    public String reason() {
        return reason;
    }
}
