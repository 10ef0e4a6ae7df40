package dev.riffle.spark.internal.infer;

import dev.riffle.example.ExampleCursor;
import dev.riffle.example.Kind;
import dev.riffle.internal.Utf8;
import java.util.EnumMap;
import java.util.Map;

/**
 * Gathers what is known of one feature or feature list. What a record has is kept apart until the record is known to be whole; of a
 * name that comes twice in a record the last one counts.
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

    /** Begins with what the present record has of it, and forgets what it had before; true for the first time in this record. */
    boolean begin() {
        boolean first = !touched;
        touched = true;
        newKinds = 0;
        newCount = 0;
        newText = true;
        return first;
    }

    /** Looks at the feature or step that the cursor is at. */
    void look(ExampleCursor cursor, byte[] message, ByteRanges ranges) {
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

    /** The present record is whole: what it has counts. */
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

    /** The present record is bad: nothing of it counts. */
    void forget() {
        touched = false;
    }

    /** Whether a record had it with a kind. */
    boolean isKnown() {
        return !kinds.isEmpty();
    }

    PartialColumn result() {
        return new PartialColumn(kinds, single, hasValues, text);
    }
}
