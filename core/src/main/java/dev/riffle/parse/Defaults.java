package dev.riffle.parse;

import dev.riffle.internal.FloatText;
import dev.riffle.parse.internal.ColumnPlan;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Creates default values and padding values of the required type and number, in new memory. All NaN values get equal
 * bits, so that printed and parsed values are equal.
 */
final class Defaults {

    private Defaults() {}

    /** Returns the number of elements of a shape. Throws an exception if an array cannot have as many elements. */
    static int checkedElements(Shape shape) {
        long elements = 1;
        for (int dim : shape.toArray()) {
            elements *= dim;
            if (elements > Integer.MAX_VALUE) {
                throw new IllegalArgumentException("shape must have at most 2147483647 elements: " + shape);
            }
        }
        return (int) elements;
    }

    static Optional<Values> checkedDefault(DType dtype, Shape shape, Optional<Values> given) {
        if (given.isEmpty()) {
            return given;
        }
        Values values = given.get();
        checkType("default", dtype, values);
        int elements = checkedElements(shape);
        if (values.size() != elements) {
            String instead = values.size() == 1 ? "; write the value " + elements + " times" : "";
            throw new IllegalArgumentException(
                    "expected " + elements + (elements == 1 ? " default value" : " default values") + " for the shape "
                            + shape + ", found " + values.size() + instead);
        }
        return values.size() == 0 ? Optional.empty() : Optional.of(copy(values));
    }

    static Optional<Values> checkedPadding(DType dtype, Optional<Values> given) {
        if (given.isEmpty()) {
            return given;
        }
        Values values = given.get();
        checkType("padding", dtype, values);
        if (values.size() != 1) {
            throw new IllegalArgumentException("expected one padding value, found " + values.size());
        }
        return Optional.of(copy(values));
    }

    private static void checkType(String role, DType dtype, Values values) {
        if (values.dtype() != dtype) {
            throw new IllegalArgumentException(
                    role + " of a feature of " + dtype + " must be " + dtype + ": " + values.dtype());
        }
    }

    private static Values copy(Values values) {
        return switch (ColumnPlan.kindOf(values.dtype())) {
            case INT64 -> Values.ofLongs(values.toLongs());
            case INT32 -> Values.ofInts(values.toInts());
            case FLOAT -> {
                float[] floats = values.toFloats();
                for (int i = 0; i < floats.length; i++) {
                    floats[i] = Float.intBitsToFloat(Float.floatToIntBits(floats[i]));
                }
                yield Values.ofFloats(floats);
            }
            case DOUBLE -> {
                double[] doubles = values.toDoubles();
                for (int i = 0; i < doubles.length; i++) {
                    doubles[i] = Double.longBitsToDouble(Double.doubleToLongBits(doubles[i]));
                }
                yield Values.ofDoubles(doubles);
            }
            case BYTES -> Values.ofBytes(values.toBytes());
            case NOT_SET -> throw new IllegalStateException("no kind");
        };
    }

    /** Returns integers as values of a numeric type. */
    static Values of(DType dtype, long... values) {
        return switch (ColumnPlan.kindOf(dtype)) {
            case INT64, BYTES -> Values.ofLongs(values);
            case INT32 -> {
                int[] ints = new int[values.length];
                for (int i = 0; i < ints.length; i++) {
                    if (values[i] != (int) values[i]) {
                        throw new IllegalArgumentException("default does not fit int32: " + values[i]);
                    }
                    ints[i] = (int) values[i];
                }
                yield Values.ofInts(ints);
            }
            case FLOAT -> {
                float[] floats = new float[values.length];
                for (int i = 0; i < floats.length; i++) {
                    floats[i] = values[i];
                }
                yield Values.ofFloats(floats);
            }
            case DOUBLE ->
                Values.ofDoubles(LongStream.of(values).asDoubleStream().toArray());
            case NOT_SET -> throw new IllegalStateException("no kind");
        };
    }

    /**
     * Returns floats as values of a floating type. For other types, the values stay floats, and a later check rejects
     * them.
     */
    static Values of(DType dtype, float... values) {
        Values floats = Values.ofFloats(values);
        return dtype == DType.FLOAT64 ? Values.ofDoubles(floats.toDoubles()) : floats;
    }

    /**
     * Returns doubles as values of a floating type. For other types, the values stay doubles, and a later check rejects
     * them.
     */
    static Values of(DType dtype, double... values) {
        if (dtype != DType.FLOAT32) {
            return Values.ofDoubles(values);
        }
        float[] floats = new float[values.length];
        for (int i = 0; i < floats.length; i++) {
            if (FloatText.isBeyondRange(values[i])) {
                throw new IllegalArgumentException("default value " + i + " is beyond the range of float32: "
                        + values[i] + "; use a smaller value, or the type float64");
            }
            floats[i] = (float) values[i];
        }
        return Values.ofFloats(floats);
    }
}
