package dev.riffle.formats.numpy;

import dev.riffle.internal.Argument;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Shape;

/**
 * Describes an array of NumPy: the type and the number of its elements. The first dimension counts rows. Immutable.
 *
 * @param dtype the type of the elements
 * @param stringBytes the number of bytes of each string, for the type STRING; otherwise 0. NumPy appends zero bytes to
 *     shorter strings
 * @param rows the size of the first dimension
 * @param rowShape the other dimensions
 * @since 0.1
 */
public record NpyArray(DType dtype, int stringBytes, long rows, Shape rowShape) {

    /**
     * Checks the parts of the description.
     *
     * @throws IllegalArgumentException if NumPy's files cannot have such an array
     */
    public NpyArray {
        Argument.present(dtype, "dtype");
        Argument.present(rowShape, "rowShape");
        if (rows < 0) {
            throw new IllegalArgumentException("rows must not be negative: " + rows);
        }
        if (dtype == DType.STRING ? stringBytes < 1 : stringBytes != 0) {
            throw new IllegalArgumentException(
                    "stringBytes must be positive for strings and 0 for other types: " + stringBytes);
        }
        NpyType.check(dtype);
        long rowBytes = bytes(dtype, stringBytes, rowShape);
        if (rowBytes > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("a row of " + dtype + " with the shape " + rowShape + " has " + rowBytes
                    + " bytes, more than an array of Java holds");
        }
        if (rowBytes > 0 && rows > Long.MAX_VALUE / rowBytes) {
            throw new IllegalArgumentException(rows + " rows of " + rowBytes + " bytes are more than a file holds");
        }
    }

    /** Returns the description of an array of numbers or truth values. */
    public static NpyArray of(DType dtype, long rows, Shape rowShape) {
        return new NpyArray(dtype, 0, rows, rowShape);
    }

    /** Returns the description of an array of strings with at most this number of bytes. */
    public static NpyArray ofStrings(int stringBytes, long rows, Shape rowShape) {
        return new NpyArray(DType.STRING, stringBytes, rows, rowShape);
    }

    private static long bytes(DType dtype, int stringBytes, Shape shape) {
        int each = dtype == DType.STRING ? stringBytes : dtype.byteSize();
        long elements = shape.elements();
        return elements > Long.MAX_VALUE / each ? Long.MAX_VALUE : elements * each;
    }

    /** Returns the number of elements of a row. */
    int rowElements() {
        return (int) rowShape.elements();
    }

    /** Returns the number of bytes of an element in the files that Riffle writes. */
    int elementBytes() {
        return dtype == DType.STRING ? stringBytes : dtype.byteSize();
    }
}
