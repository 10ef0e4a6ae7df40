package dev.riffle.spark.internal.filter;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * Holds the values of a filter's list, without null. The filter looks up the values of a column in this list. Lists may
 * be long, because Spark often converts a join to a list. The time of a lookup hardly depends on the number of values.
 * {@link Comparison} defines equality.
 */
interface ValueList {

    /** Returns whether the list contains the value of a row. The value must not be null. */
    boolean has(ColumnVector column, int row);

    /** Returns the values of a filter, or null if Spark may compare one of them differently. */
    static @Nullable ValueList of(DataType type, List<Object> values) {
        for (Object value : values) {
            if (Comparison.with(type, value) == null) {
                return null;
            }
        }
        if (values.isEmpty()) {
            return (column, row) -> false;
        } else if (Comparison.isPlainString(type)) {
            return texts(values);
        } else if (type instanceof DecimalType decimal) {
            return decimals(decimal, values);
        } else if (type instanceof FloatType) {
            double[] listed = sortedNumbers(values);
            return (column, row) -> Arrays.binarySearch(listed, withoutSignOfZero(column.getFloat(row))) >= 0;
        } else if (type instanceof DoubleType) {
            double[] listed = sortedNumbers(values);
            return (column, row) -> Arrays.binarySearch(listed, withoutSignOfZero(column.getDouble(row))) >= 0;
        }
        long[] listed = values.stream()
                .mapToLong(value -> Objects.requireNonNull(Comparison.integer(type, value)))
                .sorted()
                .toArray();
        return (column, row) -> Arrays.binarySearch(listed, column.getLong(row)) >= 0;
    }

    private static ValueList texts(List<Object> values) {
        Set<UTF8String> listed = new HashSet<>();
        for (Object value : values) {
            listed.add(UTF8String.fromString((String) value));
        }
        return (column, row) -> listed.contains(column.getUTF8String(row));
    }

    private static ValueList decimals(DecimalType type, List<Object> values) {
        Decimal[] listed = values.stream()
                .map(value -> Decimal.apply((BigDecimal) value))
                .sorted()
                .toArray(Decimal[]::new);
        return (column, row) -> Arrays.binarySearch(
                        listed, Objects.requireNonNull(column.getDecimal(row, type.precision(), type.scale())))
                >= 0;
    }

    /** Returns the numbers in the order of {@link Double#compare}, in which all NaN are equal. */
    private static double[] sortedNumbers(List<Object> values) {
        return values.stream()
                .mapToDouble(value -> withoutSignOfZero(((Number) value).doubleValue()))
                .sorted()
                .toArray();
    }

    private static double withoutSignOfZero(double number) {
        return number == 0 ? 0 : number;
    }
}
