package dev.riffle.parse.internal;

import dev.riffle.example.Dialect;
import dev.riffle.example.Kind;
import java.util.Map;

/**
 * Reads one map of feature lists in its usual form into the columns of a row. {@link FeaturesScanner} describes the
 * method.
 */
final class ListsScanner extends MapScanner<ListColumn> {

    private final Kind[] listKinds = Tags.listKinds(Dialect.TENSORFLOW);

    ListsScanner(Map<String, ListColumn> columns, Spellings spellings) {
        super(columns, spellings);
    }

    /** Takes the needed feature lists between two indexes. Returns false if only the slow path can read the message. */
    boolean scan(int row, byte[] array, int from, int to) {
        taken = 0;
        KeySlot<ListColumn> before = head;
        int at = from;
        while (at < to) {
            at = scanEntry(before.next, row, array, at, to);
            if (at == UNUSUAL) {
                return false;
            }
            link(before, present);
            before = present;
        }
        return true;
    }

    @Override
    boolean scanValue(KeySlot<ListColumn> slot, int row, byte[] array, int at, int value, int end) {
        ListColumn column = slot.column;
        if (column == null) {
            return areWellFormed(array, value, end);
        }
        if (column.lastRow == row) {
            return false;
        }
        column.lastRow = row;
        taken++;
        int step = value;
        while (step < end) {
            int after = column.takeShortSteps(array, step, end);
            if (after == step) {
                after = takeLongStep(column, array, step, end);
                if (after == UNUSUAL) {
                    return false;
                }
                column.endStep();
            }
            step = after;
        }
        return true;
    }

    /** Takes a step that is not short. Returns the index of the step's end, or {@link #UNUSUAL}. */
    private int takeLongStep(ListColumn column, byte[] array, int step, int end) {
        int after = array[step] == Tags.FIELD_1 ? Lengths.bodyEnd(array, step + 1, end) : UNUSUAL;
        if (after < 0) {
            return UNUSUAL;
        }
        int body = array[step + 1] >= 0 ? step + 2 : Lengths.bodyBegin(array, step + 1);
        return takeStep(column, array, body, after) ? after : UNUSUAL;
    }

    private boolean takeStep(ListColumn column, byte[] array, int from, int to) {
        Column steps = column.steps;
        int step = column.stepCount;
        if (from == to) {
            return steps.takeEmpty(step);
        }
        Kind kind = listKinds[array[from] & 0xff];
        if (!steps.takes(kind)) {
            return false;
        }
        int list = Lengths.exact(array, from + 1, to);
        if (list < 0) {
            return false;
        }
        if (kind == Kind.BYTES) {
            return steps.takeStrings(step, array, list, to);
        }
        int chunk = list == to ? to : chunkAt(array, list, to);
        if (chunk < 0) {
            return false;
        }
        return kind == steps.kind ? steps.takeChunk(step, array, chunk, to) : steps.takeOther(kind, array, chunk, to);
    }

    private static int chunkAt(byte[] array, int list, int to) {
        return array[list] == Tags.FIELD_1 ? Lengths.exact(array, list + 1, to) : UNUSUAL;
    }

    /** Returns whether the steps of an unneeded list are well-formed. */
    private boolean areWellFormed(byte[] array, int from, int to) {
        int step = from;
        while (step < to) {
            int after = array[step] == Tags.FIELD_1 ? Lengths.bodyEnd(array, step + 1, to) : UNUSUAL;
            if (after < 0 || !isWellFormed(array, Lengths.bodyBegin(array, step + 1), after)) {
                return false;
            }
            step = after;
        }
        return true;
    }

    private boolean isWellFormed(byte[] array, int from, int to) {
        if (from == to) {
            return true;
        }
        Kind kind = listKinds[array[from] & 0xff];
        int list = Lengths.exact(array, from + 1, to);
        if (kind == Kind.NOT_SET || list < 0) {
            return false;
        }
        if (kind == Kind.BYTES) {
            return Strings.count(array, list, to) >= 0;
        }
        int chunk = list == to ? to : chunkAt(array, list, to);
        return chunk >= 0 && FeaturesScanner.isWellFormed(kind, array, chunk, to);
    }
}
