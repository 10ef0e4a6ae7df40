package dev.riffle.parse;

import dev.riffle.example.FeatureException;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Dense columns of numbers, side by side: row i of the matrix has row i of each column. A copy writes each number once.
 *
 * @param rows the number of rows
 * @param width the number of floats in a row of the matrix
 * @param columns the columns, whose types {@link #of} has checked
 */
record FloatMatrix(int rows, int width, List<DenseTensor> columns) {

    private static final int MOST_FLOATS = (Integer.MAX_VALUE - 8) / Float.BYTES;

    static FloatMatrix of(ParsedFeatures batch, List<String> names) {
        if (names.isEmpty()) {
            throw new IllegalArgumentException(
                    "columns must not be empty; available: " + batch.asMap().keySet());
        }
        List<DenseTensor> columns = new ArrayList<>(names.size());
        long width = 0;
        for (String name : names) {
            DenseTensor column = batch.dense(name);
            checkNumbers(name, column.dtype());
            columns.add(column);
            width += width(column, batch.size());
            if (width > MOST_FLOATS / Math.max(1, batch.size())) {
                throw new IllegalArgumentException("with \"" + name + "\", a matrix of " + batch.size()
                        + " rows would have more than " + MOST_FLOATS + " floats; use fewer records or columns");
            }
        }
        return new FloatMatrix(batch.size(), (int) width, columns);
    }

    private static void checkNumbers(String name, DType dtype) {
        switch (dtype) {
            case FLOAT32, FLOAT64, INT32, INT64 -> {}
            default ->
                throw new FeatureException(
                        FeatureException.Reason.OTHER_KIND,
                        name,
                        "\"" + name + "\" is " + dtype + ", not a column of numbers");
        }
    }

    /** Returns the number of elements in a row. Without rows, the other dimensions of the column determine it. */
    private static long width(DenseTensor column, int rows) {
        if (rows > 0) {
            return column.values().size() / rows;
        }
        int[] dims = column.shape().toArray();
        return Math.min(
                MOST_FLOATS + 1,
                Shape.of(Arrays.copyOfRange(dims, 1, dims.length)).elements());
    }

    private int byteSize() {
        return rows * width * Float.BYTES;
    }

    DenseTensor copy() {
        return copyTo(ByteBuffer.allocate(byteSize()));
    }

    DenseTensor copyTo(ByteBuffer target) {
        if (target.isReadOnly()) {
            throw new IllegalArgumentException("target must not be read-only");
        }
        if (target.limit() < byteSize()) {
            throw new IllegalArgumentException("the matrix [" + rows + ", " + width + "] needs " + byteSize()
                    + " bytes, the target has " + target.limit());
        }
        FloatBuffer floats =
                target.slice(0, byteSize()).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
        int at = 0;
        for (DenseTensor column : columns) {
            at += copy(column.values(), floats, at);
        }
        return DenseTensor.of(Shape.of(rows, width), Values.wrap(DType.FLOAT32, rows * width, target));
    }

    /** Copies a column to the position {@code at} of each row. Returns the width of the column. */
    private int copy(Values column, FloatBuffer floats, int at) {
        int part = rows == 0 ? 0 : column.size() / rows;
        if (column.dtype() == DType.FLOAT32) {
            FloatBuffer from = column.asFloatBuffer();
            for (int row = 0; row < rows; row++) {
                floats.put(row * width + at, from, row * part, part);
            }
            return part;
        }
        for (int row = 0; row < rows; row++) {
            for (int i = 0; i < part; i++) {
                floats.put(row * width + at + i, nearestFloat(column, row * part + i));
            }
        }
        return part;
    }

    private static float nearestFloat(Values column, int index) {
        return column.dtype() == DType.FLOAT64 ? (float) column.doubleAt(index) : (float) column.longAt(index);
    }
}
