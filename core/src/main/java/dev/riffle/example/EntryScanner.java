package dev.riffle.example;

import dev.riffle.internal.Lengths;
import dev.riffle.internal.Utf8;
import dev.riffle.internal.WireScanner;

/**
 * Finds the key and the value of one map entry. Writers usually put the key first and then the value. The scanner
 * checks for this form first. It reads all other forms field by field: fields in another order, repeated, missing or
 * unknown fields.
 *
 * <p>{@link ExampleCursor} reads the fields of this class. They are indices in the array and stay valid until the next
 * {@link #open}.
 */
final class EntryScanner {

    private final WireScanner wire;

    byte[] array = new byte[0];
    int from;
    int to;
    int keyFrom;
    int keyTo;
    /** The beginning of the last value in the array. */
    int valueFrom;

    int valueTo;
    /** The number of values. Protobuf joins several values, and treats a missing value as an empty value. */
    int values;

    EntryScanner(WireScanner wire) {
        this.wire = wire;
    }

    /** Scans an entry. {@code depth} is the number of messages around its fields. */
    void open(int begin, int end, int depth) {
        from = begin;
        to = end;
        wire.window(begin, end);
        if (!openUsual()) {
            openOtherForm(depth);
        }
    }

    private boolean openUsual() {
        int keyEnd = from < to && array[from] == WireScanner.FIELD_1 ? Lengths.bodyEnd(array, from + 1, to) : -1;
        if (keyEnd < 0 || keyEnd == to || array[keyEnd] != WireScanner.FIELD_2) {
            return false;
        }
        int value = Lengths.exact(array, keyEnd + 1, to);
        if (value < 0) {
            return false;
        }
        keyFrom = Lengths.bodyBegin(array, from + 1);
        keyTo = keyEnd;
        valueFrom = value;
        valueTo = to;
        values = 1;
        checkKey();
        return true;
    }

    private void openOtherForm(int depth) {
        keyFrom = from;
        keyTo = from;
        valueFrom = to;
        valueTo = to;
        values = 0;
        while (!wire.atEnd()) {
            int tag = wire.readTag();
            if (tag == WireScanner.FIELD_1) {
                int length = wire.readLength();
                keyFrom = wire.position();
                keyTo = keyFrom + length;
                wire.advance(length);
                checkKey();
            } else if (tag == WireScanner.FIELD_2) {
                int length = wire.readLength();
                valueFrom = wire.position();
                valueTo = valueFrom + length;
                wire.advance(length);
                values++;
            } else {
                wire.skip(tag, depth);
            }
        }
    }

    private void checkKey() {
        int invalid = Utf8.invalidAt(array, keyFrom, keyTo);
        if (invalid >= 0) {
            throw wire.failure(invalid, "a key that is not UTF-8");
        }
    }
}
