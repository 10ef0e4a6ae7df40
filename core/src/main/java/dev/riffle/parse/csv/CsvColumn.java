package dev.riffle.parse.csv;

import dev.riffle.internal.Argument;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Values;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A column of a {@link CsvDecoder}: its type, and the default for an empty field. Immutable.
 *
 * @param dtype FLOAT32, FLOAT64, INT32, INT64 or STRING
 * @param defaultValue one element of that type; null if an empty field is an error
 * @since 0.1
 */
public record CsvColumn(DType dtype, @Nullable Values defaultValue) {

    /**
     * Checks the type and the default.
     *
     * @throws IllegalArgumentException if columns do not support the type, or the default is not one element of the
     *     type
     */
    public CsvColumn {
        Argument.present(dtype, "dtype");
        switch (dtype) {
            case FLOAT32, FLOAT64, INT32, INT64, STRING -> {}
            default ->
                throw new IllegalArgumentException(
                        "the type of a column must be float32, float64, int32, int64 or string: " + dtype);
        }
        if (defaultValue != null && (defaultValue.dtype() != dtype || defaultValue.size() != 1)) {
            throw new IllegalArgumentException(
                    "the default of a column of " + dtype + " must be one " + dtype + ": " + defaultValue);
        }
    }

    /** Returns a column in which an empty field is an error. */
    public static CsvColumn required(DType dtype) {
        return new CsvColumn(dtype, null);
    }

    /** Returns a column of 32-bit floats with a default for empty fields. */
    public static CsvColumn float32(float defaultValue) {
        return new CsvColumn(DType.FLOAT32, Values.ofFloats(defaultValue));
    }

    /** Returns a column of 64-bit floats with a default for empty fields. */
    public static CsvColumn float64(double defaultValue) {
        return new CsvColumn(DType.FLOAT64, Values.ofDoubles(defaultValue));
    }

    /** Returns a column of 32-bit integers with a default for empty fields. */
    public static CsvColumn int32(int defaultValue) {
        return new CsvColumn(DType.INT32, Values.ofInts(defaultValue));
    }

    /** Returns a column of 64-bit integers with a default for empty fields. */
    public static CsvColumn int64(long defaultValue) {
        return new CsvColumn(DType.INT64, Values.ofLongs(defaultValue));
    }

    /**
     * Returns a column of byte strings with a text as default for empty fields.
     *
     * @throws IllegalArgumentException if the text has an unpaired surrogate
     */
    public static CsvColumn string(String defaultValue) {
        Argument.present(defaultValue, "defaultValue");
        return string(Bytes.ofUtf8(defaultValue));
    }

    /** Returns a column of byte strings with a default for empty fields. */
    public static CsvColumn string(Bytes defaultValue) {
        Argument.present(defaultValue, "defaultValue");
        return new CsvColumn(DType.STRING, Values.ofBytes(List.of(defaultValue)));
    }
}
