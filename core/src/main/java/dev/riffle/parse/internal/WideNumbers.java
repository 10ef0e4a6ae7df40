package dev.riffle.parse.internal;

import dev.riffle.internal.Block;
import dev.riffle.internal.LittleEndian;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Values;

/** Converts numbers of other kinds to the doubles that represent them exactly. */
final class WideNumbers {

    private WideNumbers() {}

    /** Writes the floats of a chunk as doubles. */
    static void ofFloats(byte[] array, int from, Block target, int at, int count) {
        for (int i = 0; i < count; i++) {
            float value = Float.intBitsToFloat(LittleEndian.getInt(array, from + i * Float.BYTES));
            target.putLong(at + i * Double.BYTES, Double.doubleToRawLongBits((double) value));
        }
    }

    /** Replaces the longs of a block, whose low 32 bits are ints, by doubles. */
    static void ofInts(Block block, int at, int count) {
        for (int i = 0; i < count; i++) {
            int place = at + i * Double.BYTES;
            block.putLong(place, Double.doubleToRawLongBits((int) block.getLong(place)));
        }
    }

    /** Replaces the longs of a block by doubles. Returns false if a double does not represent a long exactly. */
    static boolean ofLongs(Block block, int at, int count) {
        for (int i = 0; i < count; i++) {
            int place = at + i * Double.BYTES;
            long value = block.getLong(place);
            if (!isExact(value)) {
                return false;
            }
            block.putLong(place, Double.doubleToRawLongBits((double) value));
        }
        return true;
    }

    /** Returns whether a double represents a long exactly. */
    private static boolean isExact(long value) {
        // The nearest double of the largest long is 2^63, which converts back to the largest long.
        return (long) (double) value == value && value != Long.MAX_VALUE;
    }

    /**
     * Returns numbers of any kind as doubles.
     *
     * @throws RowFault if a double does not represent a number exactly
     */
    static Values of(ColumnPlan plan, Values numbers) {
        double[] doubles = new double[numbers.size()];
        for (int i = 0; i < doubles.length; i++) {
            if (numbers.dtype() == DType.INT64) {
                long value = numbers.longAt(i);
                if (!isExact(value)) {
                    throw RowFault.inexact(plan, value);
                }
                doubles[i] = value;
            } else {
                doubles[i] = numbers.dtype() == DType.INT32 ? numbers.intAt(i) : numbers.floatAt(i);
            }
        }
        return Values.ofDoubles(doubles);
    }
}
