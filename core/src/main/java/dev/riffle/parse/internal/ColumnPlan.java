package dev.riffle.parse.internal;

import dev.riffle.example.Kind;
import dev.riffle.internal.Block;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Values;
import org.jspecify.annotations.Nullable;

/**
 * What is read for one key on the wire. Several specs may share one: values and indices of sparse and ragged features.
 *
 * @param key the key
 * @param dtype the type of the elements
 * @param width how they come
 * @param count how many there are in a row, or what their number is a multiple of
 * @param defaults the values of a row that has none, as many as {@code count}; null if there must be some
 */
public record ColumnPlan(
        String key,
        DType dtype,
        Width width,
        int count,
        @Nullable Values defaults) {

    public ColumnPlan {
        long bytes = (long) count * dtype.byteSize();
        if (bytes > Block.MAX_CAPACITY) {
            throw new IllegalArgumentException("feature \"" + key + "\": a row of " + count + " values of " + dtype
                    + " takes " + bytes + " bytes, more than " + Block.MAX_CAPACITY + "; make the shape smaller");
        }
    }

    /** How many values a row has. */
    public enum Width {
        /** Always the same number. */
        FIXED,
        /** Any number, or any multiple of one. */
        VARYING
    }

    /** The kind that the feature must have. */
    Kind kind() {
        return kindOf(dtype);
    }

    /**
     * The kind of the lists whose values have a type. Whatever differs by type is a switch over this, which the compiler knows
     * to be complete: specs refuse all other types.
     */
    public static Kind kindOf(DType dtype) {
        return switch (dtype) {
            case FLOAT32 -> Kind.FLOAT;
            case FLOAT64 -> Kind.DOUBLE;
            case INT32 -> Kind.INT32;
            case INT64 -> Kind.INT64;
            case STRING -> Kind.BYTES;
            default -> throw new IllegalStateException("no feature is parsed into " + dtype);
        };
    }
}
