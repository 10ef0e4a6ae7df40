package dev.riffle.spark.internal.infer;

import dev.riffle.example.ExampleCursor;
import dev.riffle.example.Kind;
import dev.riffle.internal.Utf8;
import java.util.EnumMap;
import java.util.Map;

/**
 * Collects facts about one feature or feature list. Keeps the facts of a record apart until the complete record is
 * valid. If a name occurs twice in a record, the last occurrence counts.
 */
final class ColumnSurvey {

    private static final Kind[] KINDS = Kind.values();

    private final Map<Kind, Sighting> kinds = new EnumMap<>(Kind.class);
    private boolean single = true;
    private boolean hasValues;
    private boolean text = true;

    private boolean touched;
    private int newKinds;
    private long newCount;
    private boolean newText;

    /**
     * Begins an occurrence in the current record and drops the facts of an earlier one. Returns true for the first
     * occurrence in this record.
     */
    boolean begin() {
        boolean first = !touched;
        touched = true;
        newKinds = 0;
        newCount = 0;
        newText = true;
        return first;
    }

    /** Examines the feature or step at the cursor. */
    void examine(ExampleCursor cursor, byte[] message, ByteRanges ranges) {
        Kind kind = cursor.kind();
        if (kind == Kind.NOT_SET) {
            return;
        }
        newKinds |= 1 << kind.ordinal();
        newCount += cursor.count();
        if (kind == Kind.BYTES && text && newText) {
            newText = isText(cursor, message, ranges);
        }
    }

    private static boolean isText(ExampleCursor cursor, byte[] message, ByteRanges ranges) {
        int count = cursor.count();
        ranges.read(cursor, count);
        for (int i = 0; i < count; i++) {
            int from = ranges.offset(i);
            if (!Utf8.isValid(message, from, from + ranges.size(i))) {
                return false;
            }
        }
        return true;
    }

    /** Adds the facts of the current record, which is valid. */
    void accept(String file, long record, long offset) {
        touched = false;
        if (newKinds == 0) {
            return;
        }
        for (Kind kind : KINDS) {
            if ((newKinds & 1 << kind.ordinal()) != 0 && !kinds.containsKey(kind)) {
                kinds.put(kind, new Sighting(file, record, offset));
            }
        }
        single &= newCount == 1;
        hasValues |= newCount > 0;
        text &= newText;
    }

    /** Drops the facts of the current record, which is bad. */
    void forget() {
        touched = false;
    }

    /** Returns whether a record so far has the column with a kind. */
    boolean isKnown() {
        return !kinds.isEmpty();
    }

    PartialColumn result() {
        return new PartialColumn(kinds, single, hasValues, text);
    }
}
