package dev.riffle.parse.internal;

import dev.riffle.example.Dialect;
import dev.riffle.example.ExampleCursor;
import dev.riffle.internal.Block;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** The columns of one map of features: of Examples, or of the contexts of SequenceExamples. */
public final class Columns {

    private final Map<String, Column> byKey = new LinkedHashMap<>();
    private final Map<String, Integer> indexes = new HashMap<>();
    private final Column[] all;
    private final VaryingColumn[] varying;
    private final FeaturesScanner scanner;
    private final UnsetFeature unset;

    /** For each column the event that counts, of those of an odd message; -1 for none. */
    private final int[] lastEvents;

    public Columns(Collection<ColumnPlan> plans, Dialect dialect, UnsetFeature unset, Block empty) {
        for (ColumnPlan plan : plans) {
            indexes.put(plan.key(), byKey.size());
            byKey.put(plan.key(), column(plan, empty));
        }
        this.all = byKey.values().toArray(new Column[0]);
        this.varying = Arrays.stream(all)
                .filter(VaryingColumn.class::isInstance)
                .map(VaryingColumn.class::cast)
                .toArray(VaryingColumn[]::new);
        this.scanner = new FeaturesScanner(dialect, byKey, unset);
        this.unset = unset;
        this.lastEvents = new int[all.length];
    }

    static Column column(ColumnPlan plan, Block empty) {
        return switch (plan.width()) {
            case FIXED -> new FixedColumn(plan, empty);
            case VARYING -> new VaryingColumn(plan, empty);
        };
    }

    /** The column of a key that a spec names. */
    public Column get(String key) {
        return Objects.requireNonNull(byKey.get(key), key);
    }

    /** The column of a key whose rows have any number of values. */
    public VaryingColumn varying(String key) {
        return (VaryingColumn) get(key);
    }

    public void clear() {
        for (Column column : all) {
            column.clear();
        }
    }

    public void release() {
        for (Column column : all) {
            column.release();
        }
    }

    /** Reads a row as it is usually written; false if that is not possible, and then nothing of the row is left. */
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

    /** Forgets what was taken for a row. */
    public void rewind(int row) {
        for (Column column : all) {
            column.rewind(row);
        }
    }

    public int count() {
        return all.length;
    }

    /** Puts the rows of another column behind those that are here. */
    public void append(int column, int before, Columns others, int rows) {
        all[column].append(before, others.all[column], rows);
    }

    // ---------------------------------------------------------------- the long way

    /** Begins an odd message, in which each feature is first looked at and then taken. */
    public void beginOdd() {
        Arrays.fill(lastEvents, -1);
    }

    /** Notes an event of an odd message. */
    public void look(ExampleCursor cursor, int event) {
        // also what nobody wants must be well-formed
        cursor.kind();
        int index = indexOf(cursor.key());
        if (index >= 0) {
            lastEvents[index] = event;
        }
    }

    /** Takes the feature of an event if it is the one that counts. */
    public void take(ExampleCursor cursor, int event, int row, byte[] array, int base) {
        int index = indexOf(cursor.key());
        if (index >= 0 && lastEvents[index] == event) {
            if (SlowPath.take(all[index], row, cursor, array, base, unset)) {
                all[index].lastRow = row;
            }
        }
    }

    /** Gives defaults to what an odd message did not have. */
    public void endOdd(int row) {
        for (int i = 0; i < all.length; i++) {
            if (all[i].lastRow != row && !all[i].takeDefault(row)) {
                throw RowFault.missing(all[i].plan, lastEvents[i] >= 0);
            }
        }
        endRow(row);
    }

    private int indexOf(String key) {
        return indexes.getOrDefault(key, -1);
    }
}
