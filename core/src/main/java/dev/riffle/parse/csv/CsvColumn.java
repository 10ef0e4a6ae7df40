package dev.riffle.parse.csv;

import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Values;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A column that a {@link CsvDecoder} makes: its type, and what stands for an empty field.
 *
 * @param dtype FLOAT32, FLOAT64, INT32, INT64 or STRING
 * @param defaultValue one element of that type; null if an empty field is refused
 */
public record CsvColumn(DType dtype, @Nullable Values defaultValue) {

    /**
     * A column of this type.
     *
     * @throws IllegalArgumentException if there are no columns of that type, or the default is not one element of it
     */
    public CsvColumn {
        switch (dtype) {
            case FLOAT32, FLOAT64, INT32, INT64, STRING -> {}
            default ->
                throw new IllegalArgumentException(
                        "a column must be of float32, float64, int32, int64 or string: " + dtype);
        }
        if (defaultValue != null && (defaultValue.dtype() != dtype || defaultValue.size() != 1)) {
            throw new IllegalArgumentException(
                    "the default of a " + dtype + " column must be one " + dtype + ": " + defaultValue);
        }
    }

    /** A column in which no field may be empty. */
    public static CsvColumn required(DType dtype) {
        return new CsvColumn(dtype, null);
    }

    /** 32-bit floats, and this one for an empty field. */
    public static CsvColumn float32(float defaultValue) {
        return new CsvColumn(DType.FLOAT32, Values.ofFloats(defaultValue));
    }

    /** 64-bit floats, and this one for an empty field. */
    public static CsvColumn float64(double defaultValue) {
        return new CsvColumn(DType.FLOAT64, Values.ofDoubles(defaultValue));
    }

    /** 32-bit integers, and this one for an empty field. */
    public static CsvColumn int32(int defaultValue) {
        return new CsvColumn(DType.INT32, Values.ofInts(defaultValue));
    }

    /** 64-bit integers, and this one for an empty field. */
    public static CsvColumn int64(long defaultValue) {
        return new CsvColumn(DType.INT64, Values.ofLongs(defaultValue));
    }

    /** Byte strings, and this text for an empty field. */
    public static CsvColumn string(String defaultValue) {
        return string(Bytes.ofUtf8(defaultValue));
    }

    /** Byte strings, and this one for an empty field. */
    public static CsvColumn string(Bytes defaultValue) {
        return new CsvColumn(DType.STRING, Values.ofBytes(List.of(defaultValue)));
    }
}
