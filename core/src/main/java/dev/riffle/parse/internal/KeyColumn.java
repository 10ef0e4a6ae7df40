package dev.riffle.parse.internal;

import dev.riffle.tensor.Values;
import org.jspecify.annotations.Nullable;

/**
 * The values of one key in the rows of a batch, while a parser reads the batch. A scanner writes the rows in order.
 * {@link #rewind} removes the values of the current row if the row is unusual or invalid. Earlier rows stay.
 */
public abstract sealed class KeyColumn permits Column, ListColumn {

    final ColumnPlan plan;

    /** The rows in which the feature or list is missing, or has no kind. */
    MissingRows missing = new MissingRows();

    /** The last row that has values from a record in this column. Rows without such values have the default. */
    int lastRow = -1;

    /** The number of the last event of the key in an unusual message, or -1. */
    private int lastEvent = -1;

    /** The name of the column's feature with a kind, or of its list, in an unusual message; may be null. */
    private @Nullable String lastName;

    KeyColumn(ColumnPlan plan) {
        this.plan = plan;
    }

    /** Returns the set of rows in which the feature or list is missing, or has no kind. */
    public final MissingRows missingRows() {
        return missing;
    }

    /** Returns the values of all rows. */
    public abstract Values values();

    /** Returns the index of the first value of a row. For the row after the last row, returns the number of values. */
    abstract int firstValue(int row);

    /** Begins a new batch of at most {@code rows} rows. */
    void clear(int rows) {
        lastRow = -1;
        missing.keepBefore(0);
    }

    /** Releases the memory. This memory then belongs to the tensors. */
    void release() {
        missing = new MissingRows();
    }

    /** Adds the default to a row without the feature or list. Returns false if the column has no default. */
    abstract boolean takeDefault(int row);

    /** Ends the current row. */
    abstract void endRow(int row);

    /** Removes {@code row} and later rows. */
    void rewind(int row) {
        lastRow = Math.min(lastRow, row - 1);
        missing.keepBefore(row);
    }

    /** Appends {@code rows} rows of another column with an equal plan, after the {@code before} rows of this column. */
    void append(int before, KeyColumn other, int rows) {
        missing.append(before, other.missing);
    }

    /** Returns the fault of a row that lacks the feature or list. */
    abstract RowFault missingFault(boolean isPresent);

    // ---------------------------------------------------------------- unusual messages

    /** Begins an unusual message. */
    final void forgetLast() {
        lastEvent = -1;
        lastName = null;
    }

    /**
     * Stores the number of an event of an unusual message as the last event of the key.
     *
     * @param name the name of the feature or list, which may differ from the key in case
     * @throws RowFault if the features of two keys with different case are the values of this column
     */
    final void markLast(String name, int event, boolean hasKind) {
        if (lastName != null && !lastName.equals(name)) {
            if (hasKind) {
                throw RowFault.spellings(plan, lastName, name);
            }
            return;
        }
        lastEvent = event;
        if (hasKind) {
            lastName = name;
        }
    }

    final boolean isLast(int event) {
        return lastEvent == event;
    }

    /** Adds the default if an unusual message lacks the feature or list. */
    final void endUnusual(int row) {
        if (lastRow != row && !takeDefault(row)) {
            throw missingFault(lastEvent >= 0);
        }
    }
}
