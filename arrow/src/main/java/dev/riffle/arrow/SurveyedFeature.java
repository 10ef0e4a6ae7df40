package dev.riffle.arrow;

import dev.riffle.example.ExampleCursor;
import dev.riffle.example.Kind;
import dev.riffle.internal.Utf8;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The facts about one feature or feature list of the sampled records. The facts of a record count when the record ends,
 * because the last occurrence of a name in a record replaces earlier ones.
 */
final class SurveyedFeature {

    /** The first record with each kind. */
    private final Map<Kind, RecordPlace> kinds = new EnumMap<>(Kind.class);

    private boolean single = true;
    private boolean text = true;
    private boolean unset;

    private int newKinds;
    private long newCount;
    private boolean newText;

    /** Begins an occurrence in the current record, and drops the facts of an earlier occurrence. */
    void begin() {
        newKinds = 0;
        newCount = 0;
        newText = true;
    }

    /** Examines the feature or step at a cursor over a message. */
    void examine(ExampleCursor cursor, byte[] message) {
        Kind kind = cursor.kind();
        if (kind == Kind.NOT_SET) {
            return;
        }
        newKinds |= 1 << kind.ordinal();
        newCount += cursor.count();
        if (kind == Kind.BYTES && text && newText) {
            newText = isText(cursor, message);
        }
    }

    private static boolean isText(ExampleCursor cursor, byte[] message) {
        int count = cursor.count();
        int[] offsets = new int[count];
        int[] sizes = new int[count];
        cursor.copyRanges(offsets, sizes, 0);
        for (int i = 0; i < count; i++) {
            if (!Utf8.isValid(message, offsets[i], offsets[i] + sizes[i])) {
                return false;
            }
        }
        return true;
    }

    /** Ends a record, and counts its last occurrence. */
    void accept(RecordPlace place) {
        for (Kind kind : Kind.values()) {
            if ((newKinds & 1 << kind.ordinal()) != 0) {
                kinds.putIfAbsent(kind, place);
            }
        }
        if (newKinds != 0) {
            single &= newCount == 1;
            text &= newText;
        }
        unset |= newKinds == 0;
    }

    /** Returns the kind, or null if no record has a kind. Call {@link #conflict} first. */
    @Nullable
    Kind kind() {
        return kinds.isEmpty() ? null : kinds.keySet().iterator().next();
    }

    /** Returns the first record of the feature. The feature must have a kind. */
    RecordPlace first() {
        return kinds.values().iterator().next();
    }

    /** Returns a sentence about records with different kinds, or null if all records agree. */
    @Nullable
    String conflict() {
        if (kinds.size() < 2) {
            return null;
        }
        StringBuilder places = new StringBuilder();
        kinds.forEach((kind, place) -> places.append(places.isEmpty() ? "" : ", but ")
                .append(kind.fieldName())
                .append(" in ")
                .append(place));
        return places.toString();
    }

    /** Returns whether each feature with a kind has exactly one value. */
    boolean isSingle() {
        return single;
    }

    /** Makes the feature a list if a record has it without a kind. */
    void requireListIfUnset() {
        single &= !unset;
    }

    /** Returns whether all byte strings are UTF-8. */
    boolean isText() {
        return text;
    }
}
