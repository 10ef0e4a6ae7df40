package dev.riffle.parse.internal;

import dev.riffle.example.ExampleCursor;
import dev.riffle.example.Kind;
import dev.riffle.tensor.Values;

/**
 * Reads features of unusual messages, which the fast scanners do not support. Uses {@link ExampleCursor}, which accepts
 * all forms that protobuf allows. Describes features that do not fit the plan.
 */
final class SlowPath {

    private SlowPath() {}

    /**
     * Takes the cursor's feature.
     *
     * @return false if the feature has no kind and counts as missing @throws RowFault if the feature does not fit the
     *     plan
     */
    static boolean take(Column column, int row, ExampleCursor cursor, byte[] array, int base, UnsetFeature unset) {
        Kind kind = cursor.kind();
        int count = cursor.count();
        if (kind == Kind.NOT_SET) {
            if (unset == UnsetFeature.MISSING) {
                return false;
            }
            if (!column.takeEmpty(row)) {
                throw RowFault.unset(column.plan);
            }
            return true;
        }
        if (!column.takes(kind)) {
            throw RowFault.otherKind(column, kind, count);
        }
        if (!column.accepts(count)) {
            throw RowFault.otherCount(column.plan, count);
        }
        if (kind == Kind.BYTES) {
            takeStrings(column, count, cursor, array, base);
        } else {
            Values numbers = numbers(kind, count, cursor);
            column.addNumbers(kind == column.kind ? numbers : WideNumbers.of(column.plan, numbers));
        }
        return true;
    }

    private static void takeStrings(Column column, int count, ExampleCursor cursor, byte[] array, int base) {
        int[] offsets = new int[count];
        int[] sizes = new int[count];
        cursor.copyRanges(offsets, sizes, 0);
        for (int i = 0; i < count; i++) {
            int from = base + offsets[i];
            column.addString(array, from, from + sizes[i]);
        }
    }

    private static Values numbers(Kind kind, int count, ExampleCursor cursor) {
        switch (kind) {
            case FLOAT -> {
                float[] values = new float[count];
                cursor.copyFloats(values, 0);
                return Values.ofFloats(values);
            }
            case DOUBLE -> {
                double[] values = new double[count];
                cursor.copyDoubles(values, 0);
                return Values.ofDoubles(values);
            }
            case INT32 -> {
                int[] values = new int[count];
                cursor.copyInts(values, 0);
                return Values.ofInts(values);
            }
            case INT64 -> {
                long[] values = new long[count];
                cursor.copyLongs(values, 0);
                return Values.ofLongs(values);
            }
            case BYTES, NOT_SET -> throw new IllegalStateException("no numbers: " + kind);
        }
        throw new AssertionError(kind);
    }
}
