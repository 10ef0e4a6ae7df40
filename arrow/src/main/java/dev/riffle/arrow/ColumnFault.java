package dev.riffle.arrow;

import org.jspecify.annotations.Nullable;

/** A row that does not fit a column, before the place of its record is known. */
final class ColumnFault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int row;
    private final @Nullable String column;

    ColumnFault(int row, @Nullable String column, String reason, @Nullable Throwable cause) {
        super(reason, cause, false, false);
        this.row = row;
        this.column = column;
    }

    static ColumnFault of(int row, String column, String expected, String found, String remedy) {
        return new ColumnFault(row, column, "expected " + expected + ", found " + found + "; " + remedy, null);
    }

    int row() {
        return row;
    }

    @Nullable
    String column() {
        return column;
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
