package dev.riffle.parse.internal;

import dev.riffle.example.internal.KeyTable;
import dev.riffle.example.internal.Spellings;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The columns of one map of a message: of features, or of feature lists. */
public final class Columns<C extends KeyColumn> {

    private final Map<String, C> byKey = new LinkedHashMap<>();
    private final KeyColumn[] all;

    /** The columns whose rows have different sizes. */
    private final KeyColumn[] varying;

    private final Spellings spellings;

    Columns(Collection<ColumnPlan> plans, Leniency leniency, Function<ColumnPlan, C> creation) {
        plans.forEach(plan -> byKey.put(plan.key(), creation.apply(plan)));
        this.all = byKey.values().toArray(KeyColumn[]::new);
        this.varying = byKey.values().stream()
                .filter(column -> !(column instanceof FixedColumn))
                .toArray(KeyColumn[]::new);
        this.spellings = leniency.anyCase() ? Spellings.of(byKey.keySet()) : Spellings.NONE;
    }

    /** Returns a table of the keys, which learns the keys of messages. */
    KeyTable<C> keys() {
        return KeyTable.learning(byKey, spellings);
    }

    /** Returns the column of a key that a spec names. */
    public KeyColumn get(String key) {
        return Objects.requireNonNull(byKey.get(key), key);
    }

    /** Returns the column of a feature whose rows have any number of values. */
    public VaryingColumn varying(String key) {
        return (VaryingColumn) get(key);
    }

    /** Returns the column of a feature list. */
    public ListColumn list(String key) {
        return (ListColumn) get(key);
    }

    /** Returns the column for the name of a feature or list, or null if no spec needs the feature or list. */
    @Nullable
    C find(String name) {
        C exact = byKey.get(name);
        if (exact != null) {
            return exact;
        }
        String key = spellings.nameOf(name);
        return key == null ? null : byKey.get(key);
    }

    /** Returns all columns. Callers must not change the array. */
    KeyColumn[] all() {
        return all;
    }

    /**
     * Ends a row that has values in this number of columns. Adds defaults to the other columns. Returns false if one of
     * them has no default.
     */
    boolean endRow(int row, int taken) {
        if (taken != all.length) {
            for (KeyColumn column : all) {
                if (column.lastRow != row && !column.takeDefault(row)) {
                    return false;
                }
            }
        }
        for (KeyColumn column : varying) {
            column.endRow(row);
        }
        return true;
    }

    // ---------------------------------------------------------------- unusual messages

    void beginUnusual() {
        for (KeyColumn column : all) {
            column.forgetLast();
        }
    }

    /** Adds defaults for missing features or lists of an unusual message, and ends its row. */
    void endUnusual(int row) {
        for (KeyColumn column : all) {
            column.endUnusual(row);
        }
        endRow(row, all.length);
    }
}
