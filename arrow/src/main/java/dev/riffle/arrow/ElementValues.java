package dev.riffle.arrow;

import dev.riffle.example.Feature;
import dev.riffle.example.Kind;
import java.util.List;

/**
 * The values of list elements. An element is a value, or a fixed-size list of such elements, whose values are then in
 * one sequence.
 *
 * @param fixed the fixed-size lists, outermost first; empty if the elements are values
 * @param memory the memory for the values of a row
 */
record ElementValues(List<ListRanges> fixed, LeafValues leaf, RowMemory memory) {

    Kind kind() {
        return leaf.kind();
    }

    /** Returns whether an element, or a fixed-size list, is null. */
    boolean isNull(int element) {
        return fixed.isEmpty() ? leaf.isNull(element) : fixed.get(0).isNull(element);
    }

    /** Returns a feature of all values of elements. No element and no part of it may be null. */
    Feature feature(int start, int end) {
        int from = start;
        int to = end;
        for (ListRanges lists : fixed) {
            if (from == to) {
                return Feature.empty(kind());
            }
            for (int i = from; i < to; i++) {
                if (lists.isNull(i)) {
                    throw LeafValues.nullInList();
                }
            }
            int first = lists.start(from);
            to = lists.end(to - 1);
            from = first;
        }
        memory.add((to - from) * valueBytes(kind()));
        return leaf.feature(from, to);
    }

    /** Returns the memory for a number, or for a reference to a byte string. */
    private static long valueBytes(Kind kind) {
        return switch (kind) {
            case NOT_SET -> 0;
            case FLOAT, INT32 -> Integer.BYTES;
            case INT64, DOUBLE, BYTES -> Long.BYTES;
        };
    }
}
