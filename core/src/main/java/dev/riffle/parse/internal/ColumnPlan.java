package dev.riffle.parse.internal;

import dev.riffle.example.Kind;
import dev.riffle.internal.Block;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Values;
import org.jspecify.annotations.Nullable;

/**
 * The plan for one key on the wire. Several specs can share a plan, for values and indices of sparse and ragged
 * features.
 *
 * @param key the key
 * @param dtype the type of the elements
 * @param width fixed or varying
 * @param count the number of elements in a row, or a divisor of their number
 * @param defaults the {@code count} values of a row without the feature; null if there are none
 * @param required whether the parser rejects a record without the feature or feature list
 */
public record ColumnPlan(
        String key,
        DType dtype,
        Width width,
        int count,
        @Nullable Values defaults,
        boolean required) {

    public ColumnPlan {
        long bytes = (long) count * dtype.byteSize();
        if (bytes > Block.MAX_CAPACITY) {
            throw new IllegalArgumentException("feature \"" + key + "\": a row of " + count + " values of " + dtype
                    + " takes " + bytes + " bytes, more than " + Block.MAX_CAPACITY + "; make the shape smaller");
        }
    }

    /** The number of values of a row: fixed or varying. */
    public enum Width {
        /** Every row has the same number of values. */
        FIXED,
        /** A row has any number of values, or any multiple of a fixed number. */
        VARYING
    }

    /** Returns the kind that the feature must have. */
    Kind kind() {
        return kindOf(dtype);
    }

    /**
     * Returns the kind of the lists whose values have a type. Specs reject types without a kind. Code that depends on
     * the type switches over the kind, so that the compiler checks completeness.
     */
    public static Kind kindOf(DType dtype) {
        return switch (dtype) {
            case FLOAT32 -> Kind.FLOAT;
            case FLOAT64 -> Kind.DOUBLE;
            case INT32 -> Kind.INT32;
            case INT64 -> Kind.INT64;
            case STRING -> Kind.BYTES;
            default -> throw new IllegalStateException("features cannot be parsed into " + dtype);
        };
    }

    /** Returns the type of the values in the lists of a kind. */
    public static DType dtypeOf(Kind kind) {
        return switch (kind) {
            case FLOAT -> DType.FLOAT32;
            case DOUBLE -> DType.FLOAT64;
            case INT32 -> DType.INT32;
            case INT64 -> DType.INT64;
            case BYTES -> DType.STRING;
            case NOT_SET -> throw new IllegalStateException("a feature without a kind has no values");
        };
    }
}
