package dev.riffle.parse.internal;

import dev.riffle.example.Dialect;
import dev.riffle.example.Kind;
import java.util.Map;

/**
 * Reads one map of features in its usual form into the columns of a row. In this form, entries have a key and a value,
 * and a value has at most one list. The list contains one packed chunk or only byte strings, and no key occurs twice.
 * {@link SlowPath} reads every valid form. It handles other forms, and values that do not fit the specs.
 *
 * <p>Features have the same order in nearly every message of a file. The scanner therefore first compares each key with
 * the key at the same position in the previous message ({@link KeySlot}). It skips features without a spec, but checks
 * that these features are well-formed.
 */
final class FeaturesScanner extends MapScanner<Column> {

    private final Kind[] listKinds;

    private final UnsetFeature unset;

    FeaturesScanner(Dialect dialect, Map<String, Column> columns, Spellings spellings, UnsetFeature unset) {
        super(columns, spellings);
        this.listKinds = Tags.listKinds(dialect);
        this.unset = unset;
    }

    /** Takes the needed features between two indexes. Returns false if only the slow path can read the message. */
    boolean scan(int row, byte[] array, int from, int to) {
        taken = 0;
        int at = from;
        KeySlot<Column> before = head;
        while (at < to) {
            KeySlot<Column> slot = before.next;
            int size = slot == null ? UNUSUAL : slot.dataSize(array, at, to);
            if (slot != null && size >= 0) {
                int data = at + slot.prefix;
                at = data + size;
                Column column = slot.column;
                if (column == null ? !slot.isWellFormed(array, data, at) : !take(slot, column, row, array, data, at)) {
                    return false;
                }
            } else {
                at = scanEntry(slot, row, array, at, to);
                if (at == UNUSUAL) {
                    return false;
                }
                slot = present;
                link(before, slot);
            }
            before = slot;
        }
        return true;
    }

    private boolean take(KeySlot<Column> slot, Column column, int row, byte[] array, int data, int end) {
        if (!isFirst(column, row)) {
            return false;
        }
        return slot.action == KeySlot.Action.TAKE_STRING
                ? column.takeString(row, array, data, end)
                : column.takeChunk(row, array, data, end);
    }

    private boolean isFirst(Column column, int row) {
        if (column.lastRow == row) {
            return false;
        }
        column.lastRow = row;
        taken++;
        return true;
    }

    @Override
    boolean scanValue(KeySlot<Column> slot, int row, byte[] array, int at, int value, int end) {
        Column column = slot.column;
        if (value == end) {
            return column == null || scanUnset(column, row);
        }
        Kind kind = listKinds[array[value] & 0xff];
        int list = Lengths.exact(array, value + 1, end);
        if (list < 0) {
            return false;
        }
        return switch (kind) {
            case NOT_SET -> false;
            case BYTES -> scanStrings(slot, row, array, at, list, end);
            case FLOAT, DOUBLE, INT32, INT64 -> scanNumbers(slot, kind, row, array, at, list, end);
        };
    }

    private boolean scanUnset(Column column, int row) {
        if (column.lastRow == row) {
            return false;
        }
        return switch (unset) {
            case MISSING -> true;
            case EMPTY -> isFirst(column, row) && column.takeEmpty(row);
        };
    }

    private boolean scanStrings(KeySlot<Column> slot, int row, byte[] array, int at, int list, int end) {
        Column column = slot.column;
        int single = list < end && array[list] == Tags.FIELD_1 ? Lengths.exact(array, list + 1, end) : UNUSUAL;
        if (column == null) {
            if (single >= 0) {
                slot.learn(array, at, single, end, KeySlot.Action.SKIP_STRING);
                return true;
            }
            return Strings.count(array, list, end) >= 0;
        }
        if (column.kind != Kind.BYTES || !isFirst(column, row)) {
            return false;
        }
        if (single >= 0) {
            slot.learn(array, at, single, end, KeySlot.Action.TAKE_STRING);
            return column.takeString(row, array, single, end);
        }
        return column.takeStrings(row, array, list, end);
    }

    private boolean scanNumbers(KeySlot<Column> slot, Kind kind, int row, byte[] array, int at, int list, int end) {
        Column column = slot.column;
        int chunk = end;
        if (list < end) {
            chunk = array[list] == Tags.FIELD_1 ? Lengths.exact(array, list + 1, end) : UNUSUAL;
            if (chunk < 0) {
                return false;
            }
        }
        if (column == null) {
            if (list < end) {
                slot.learn(array, at, chunk, end, skipping(kind));
            }
            return isWellFormed(kind, array, chunk, end);
        }
        if (column.kind != kind) {
            return column.takes(kind) && isFirst(column, row) && column.takeOther(kind, array, chunk, end);
        }
        if (!isFirst(column, row)) {
            return false;
        }
        if (list < end) {
            slot.learn(array, at, chunk, end, taking(kind));
        }
        return column.takeChunk(row, array, chunk, end);
    }

    private static KeySlot.Action skipping(Kind kind) {
        return switch (kind) {
            case FLOAT -> KeySlot.Action.SKIP_FIXED32;
            case DOUBLE -> KeySlot.Action.SKIP_FIXED64;
            case INT32, INT64 -> KeySlot.Action.SKIP_VARINTS;
            case BYTES, NOT_SET -> throw new IllegalStateException("no numbers: " + kind);
        };
    }

    private static KeySlot.Action taking(Kind kind) {
        return kind == Kind.FLOAT || kind == Kind.DOUBLE ? KeySlot.Action.TAKE_FIXED : KeySlot.Action.TAKE_VARINTS;
    }

    static boolean isWellFormed(Kind kind, byte[] array, int from, int to) {
        return switch (kind) {
            case FLOAT -> (to - from & 3) == 0;
            case DOUBLE -> (to - from & 7) == 0;
            case INT32, INT64 -> KeySlot.areVarints(array, from, to);
            case BYTES, NOT_SET -> throw new IllegalStateException("no numbers: " + kind);
        };
    }
}
