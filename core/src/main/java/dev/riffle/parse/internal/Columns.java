package dev.riffle.parse.internal;

import dev.riffle.example.Dialect;
import dev.riffle.example.ExampleCursor;
import dev.riffle.example.Kind;
import dev.riffle.internal.Block;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The columns of one map of features: of Examples, or of the contexts of SequenceExamples. */
public final class Columns {

    private final Map<String, Column> byKey = new LinkedHashMap<>();
    private final Map<String, Integer> indexes = new HashMap<>();
    private final Column[] all;
    private final VaryingColumn[] varying;
    private final FeaturesScanner scanner;
    private final Spellings spellings;
    private final UnsetFeature unset;

    /** For each column, the number of the last event of its key in an unusual message, or -1. */
    private final int[] lastEvents;

    /** For each column, the name of its feature with a kind in an unusual message, or null. */
    private final @Nullable String[] lastNames;

    public Columns(Collection<ColumnPlan> plans, Dialect dialect, Leniency leniency, UnsetFeature unset, Block empty) {
        for (ColumnPlan plan : plans) {
            indexes.put(plan.key(), byKey.size());
            byKey.put(plan.key(), column(plan, leniency, empty));
        }
        this.all = byKey.values().toArray(new Column[0]);
        this.varying = Arrays.stream(all)
                .filter(VaryingColumn.class::isInstance)
                .map(VaryingColumn.class::cast)
                .toArray(VaryingColumn[]::new);
        this.spellings = Spellings.of(byKey.keySet(), leniency);
        this.scanner = new FeaturesScanner(dialect, byKey, spellings, unset);
        this.unset = unset;
        this.lastEvents = new int[all.length];
        this.lastNames = new String[all.length];
    }

    static Column column(ColumnPlan plan, Leniency leniency, Block empty) {
        return switch (plan.width()) {
            case FIXED -> new FixedColumn(plan, leniency, empty);
            case VARYING -> new VaryingColumn(plan, leniency, empty);
        };
    }

    /** Returns the column of a key that a spec names. */
    public Column get(String key) {
        return Objects.requireNonNull(byKey.get(key), key);
    }

    /** Returns the column of a key. Rows of this column have any number of values. */
    public VaryingColumn varying(String key) {
        return (VaryingColumn) get(key);
    }

    public void clear(int rows) {
        for (Column column : all) {
            column.clear();
            column.expect(rows);
        }
    }

    public void release() {
        for (Column column : all) {
            column.release();
        }
    }

    /** Reads a row in its usual form. If the row has another form, removes its values and returns false. */
    public boolean readUsual(int row, byte[] array, int from, int to) {
        if (scanner.scan(row, array, from, to) && (scanner.taken == all.length || takeDefaults(row))) {
            endRow(row);
            return true;
        }
        rewind(row);
        return false;
    }

    private boolean takeDefaults(int row) {
        for (Column column : all) {
            if (column.lastRow != row && !column.takeDefault(row)) {
                return false;
            }
        }
        return true;
    }

    private void endRow(int row) {
        for (VaryingColumn column : varying) {
            column.endRow(row);
        }
    }

    /** Removes the values of a row. */
    public void rewind(int row) {
        for (Column column : all) {
            column.rewind(row);
        }
    }

    public int count() {
        return all.length;
    }

    /** Appends rows of a column of {@code others} to the column with the same number. */
    public void append(int column, int before, Columns others, int rows) {
        all[column].append(before, others.all[column], rows);
    }

    // ---------------------------------------------------------------- the slow path

    /**
     * Begins an unusual message. The caller passes its features twice: first to {@link #markLast}, then to
     * {@link #take}.
     */
    public void beginUnusual() {
        Arrays.fill(lastEvents, -1);
        Arrays.fill(lastNames, null);
    }

    /**
     * Stores the number of an event of an unusual message as the last event of its key.
     *
     * @throws RowFault if the features of two keys with different case are the values of one column
     */
    public void markLast(ExampleCursor cursor, int event) {
        // Features without a spec must also be well-formed.
        boolean hasKind = cursor.kind() != Kind.NOT_SET || unset == UnsetFeature.EMPTY;
        int index = indexOf(cursor.key());
        if (index < 0) {
            return;
        }
        String before = lastNames[index];
        if (before != null && !before.equals(cursor.key())) {
            if (hasKind) {
                throw RowFault.spellings(all[index].plan, before, cursor.key());
            }
            return;
        }
        lastEvents[index] = event;
        if (hasKind) {
            lastNames[index] = cursor.key();
        }
    }

    /** Takes the feature of an event if the event is the last event of its key. */
    public void take(ExampleCursor cursor, int event, int row, byte[] array, int base) {
        int index = indexOf(cursor.key());
        if (index >= 0 && lastEvents[index] == event) {
            if (SlowPath.take(all[index], row, cursor, array, base, unset)) {
                all[index].lastRow = row;
            }
        }
    }

    /** Adds defaults for missing features of an unusual message. */
    public void endUnusual(int row) {
        for (int i = 0; i < all.length; i++) {
            if (all[i].lastRow != row && !all[i].takeDefault(row)) {
                throw RowFault.missing(all[i].plan, lastEvents[i] >= 0);
            }
        }
        endRow(row);
    }

    private int indexOf(String key) {
        Integer exact = indexes.get(key);
        if (exact != null) {
            return exact;
        }
        String name = spellings.nameOf(key);
        return name == null ? -1 : indexes.getOrDefault(name, -1);
    }
}
