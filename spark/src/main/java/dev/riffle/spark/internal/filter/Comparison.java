package dev.riffle.spark.internal.filter;

import java.math.BigDecimal;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Objects;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/** Compares the values of a column with a fixed value. Both are not null. */
interface Comparison {

    /** The time before which the calendars of Java and Spark differ. */
    Instant SAME_CALENDAR = Instant.parse("1900-01-02T00:00:00Z");

    /**
     * Returns a negative number if the column's value is less than the fixed value, 0 if the values are equal, and
     * otherwise a positive number.
     */
    int compare(ColumnVector column, int row);

    /** Returns a comparison with a value of a filter, or null if Spark may compare it differently. */
    static @Nullable Comparison with(DataType type, Object value) {
        if (isPlainString(type) && value instanceof String text) {
            UTF8String given = UTF8String.fromString(text);
            return (column, row) -> column.getUTF8String(row).compareTo(given);
        } else if (type instanceof DecimalType decimal) {
            return decimal(decimal, value);
        } else if (type instanceof FloatType && value instanceof Float number) {
            float given = number;
            return (column, row) -> compare(column.getFloat(row), given);
        } else if (type instanceof DoubleType && value instanceof Double number) {
            double given = number;
            return (column, row) -> compare(column.getDouble(row), given);
        }
        Long number = integer(type, value);
        if (number == null) {
            return null;
        }
        long given = number;
        // The getter returns a long for every integer type.
        return (column, row) -> Long.compare(column.getLong(row), given);
    }

    /** Returns whether Spark compares strings of a type by their bytes. */
    static boolean isPlainString(DataType type) {
        return type.equals(DataTypes.StringType);
    }

    private static int compare(double left, double right) {
        return left == right ? 0 : Double.compare(left, right);
    }

    private static @Nullable Comparison decimal(DecimalType type, Object value) {
        if (!(value instanceof BigDecimal number)) {
            return null;
        }
        Decimal given = Decimal.apply(number);
        return (column, row) -> Objects.requireNonNull(column.getDecimal(row, type.precision(), type.scale()))
                .compare(given);
    }

    /** Returns the long that represents a value, or null if Spark may compare it differently. */
    static @Nullable Long integer(DataType type, Object value) {
        if (type instanceof LongType && value instanceof Long
                || type instanceof IntegerType && value instanceof Integer
                || type instanceof ShortType && value instanceof Short
                || type instanceof ByteType && value instanceof Byte) {
            return ((Number) value).longValue();
        } else if (type instanceof BooleanType && value instanceof Boolean truth) {
            return truth ? 1L : 0L;
        } else if (type instanceof DateType && value instanceof LocalDate date) {
            // FilterDates has converted every java.sql.Date whose day is certain.
            return date.toEpochDay();
        } else if (type instanceof TimestampType && value instanceof Instant instant) {
            return micros(instant);
        } else if (type instanceof TimestampType && value instanceof Timestamp timestamp) {
            Instant instant = timestamp.toInstant();
            return instant.isBefore(SAME_CALENDAR) ? null : micros(instant);
        } else if (type instanceof TimestampNTZType && value instanceof LocalDateTime local) {
            return micros(local.toInstant(ZoneOffset.UTC));
        }
        return null;
    }

    private static @Nullable Long micros(Instant instant) {
        try {
            return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1_000L);
        } catch (ArithmeticException e) {
            return null;
        }
    }
}
