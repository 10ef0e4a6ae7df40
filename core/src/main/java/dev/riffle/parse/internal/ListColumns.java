package dev.riffle.parse.internal;

import dev.riffle.example.ExampleCursor;
import dev.riffle.internal.Block;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The columns of one map of feature lists. */
public final class ListColumns {

    private final Map<String, ListColumn> byKey = new LinkedHashMap<>();
    private final Map<String, Integer> indexes = new HashMap<>();
    private final ListColumn[] all;
    private final Spellings spellings;
    private final ListsScanner scanner;

    /** For each column, the number of the last list of its key in an unusual message, or -1. */
    private final int[] lastEvents;

    /** For each column, the name of its list in an unusual message, or null. */
    private final @Nullable String[] lastNames;

    /** The number of the column that takes the steps of the current list of an unusual message, or -1. */
    private int present = -1;

    public ListColumns(Collection<ListPlan> plans, Leniency leniency, Block empty) {
        plans.forEach(plan -> {
            String key = plan.steps().key();
            indexes.put(key, byKey.size());
            byKey.put(key, new ListColumn(plan, leniency, empty));
        });
        this.all = byKey.values().toArray(new ListColumn[0]);
        this.spellings = Spellings.of(byKey.keySet(), leniency);
        this.scanner = new ListsScanner(byKey, spellings);
        this.lastEvents = new int[all.length];
        this.lastNames = new String[all.length];
    }

    /** Returns the column of a key that a spec names. */
    public ListColumn get(String key) {
        return Objects.requireNonNull(byKey.get(key), key);
    }

    public void clear() {
        for (ListColumn column : all) {
            column.clear();
        }
    }

    public void release() {
        for (ListColumn column : all) {
            column.release();
        }
    }

    /** Reads a row in its usual form. If the row has another form, removes its values and returns false. */
    public boolean readUsual(int row, byte[] array, int from, int to) {
        if (scanner.scan(row, array, from, to) && (scanner.taken == all.length || mayLack(row))) {
            endRow(row);
            return true;
        }
        rewind(row);
        return false;
    }

    private boolean mayLack(int row) {
        for (ListColumn column : all) {
            if (column.lastRow != row && column.presence == ListPlan.Presence.REQUIRED) {
                return false;
            }
        }
        return true;
    }

    private void endRow(int row) {
        for (ListColumn column : all) {
            column.endRow(row);
        }
    }

    /** Removes the values of a row. */
    public void rewind(int row) {
        for (ListColumn column : all) {
            column.rewind(row);
        }
    }

    public int count() {
        return all.length;
    }

    /** Appends rows of a column of {@code others} to the column with the same number. */
    public void append(int column, int before, ListColumns others, int rows) {
        all[column].append(before, others.all[column], rows);
    }

    // ---------------------------------------------------------------- the slow path

    /**
     * Begins an unusual message. The caller passes its lists twice: first to {@link #markLast}, then to {@link #begin}.
     */
    public void beginUnusual() {
        Arrays.fill(lastEvents, -1);
        Arrays.fill(lastNames, null);
    }

    /**
     * Stores the number of a list of an unusual message as the last list of its key.
     *
     * @throws RowFault if the lists of two keys with different case are the values of one column
     */
    public void markLast(ExampleCursor cursor, int event) {
        int index = indexOf(cursor.key());
        if (index < 0) {
            return;
        }
        String before = lastNames[index];
        if (before != null && !before.equals(cursor.key())) {
            throw RowFault.spellings(all[index].plan, before, cursor.key());
        }
        lastNames[index] = cursor.key();
        lastEvents[index] = event;
    }

    private int indexOf(String key) {
        Integer exact = indexes.get(key);
        if (exact != null) {
            return exact;
        }
        String name = spellings.nameOf(key);
        return name == null ? -1 : indexes.getOrDefault(name, -1);
    }

    /**
     * Begins a list of an unusual message. The column takes the steps of the list if it is the last list of its key.
     */
    public void begin(ExampleCursor cursor, int event, int row) {
        int index = indexOf(cursor.key());
        present = index >= 0 && lastEvents[index] == event ? index : -1;
        if (present >= 0) {
            all[present].lastRow = row;
        }
    }

    /** Takes a step of the current list of an unusual message, if the list is the last list of its key. */
    public void takeStep(ExampleCursor cursor, int row, byte[] array, int base) {
        if (present < 0) {
            return;
        }
        ListColumn column = all[present];
        try {
            SlowPath.take(column.steps, column.stepCount, cursor, array, base, UnsetFeature.EMPTY);
        } catch (RowFault e) {
            throw e.atStep(column.stepCount - column.begin(row));
        }
        column.endStep();
    }

    /** Throws an exception if an unusual message lacks a required list. */
    public void endUnusual(int row) {
        for (ListColumn column : all) {
            if (column.lastRow != row && column.presence == ListPlan.Presence.REQUIRED) {
                throw RowFault.missingList(column.plan);
            }
        }
        endRow(row);
    }
}
