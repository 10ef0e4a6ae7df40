package dev.riffle.parse.csv;

import dev.riffle.internal.NumberText;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Values;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Collects the elements of one CSV column. */
final class CsvOutput {

    private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

    private final CsvColumn column;
    private final int size;
    private final ByteBuffer numbers;
    private final Bytes[] strings;

    CsvOutput(CsvColumn column, int size) {
        this.column = column;
        this.size = size;
        long bytes = (long) size * column.dtype().byteSize();
        if (bytes > MOST_BYTES) {
            throw new IllegalArgumentException("a column would have " + bytes + " bytes, more than " + MOST_BYTES
                    + "; decode fewer records together");
        }
        this.numbers = ByteBuffer.allocate((int) bytes).order(ByteOrder.LITTLE_ENDIAN);
        this.strings = new Bytes[column.dtype() == DType.STRING ? size : 0];
    }

    /** Returns the expected content, for messages about fields that do not fit the column. */
    String expected() {
        return column.dtype().toString();
    }

    /** Stores the default. Returns false if the column has no default. */
    boolean putDefault(int row) {
        @Nullable Values value = column.defaultValue();
        if (value == null) {
            return false;
        }
        switch (column.dtype()) {
            case FLOAT32 -> numbers.putFloat(row * Float.BYTES, value.floatAt(0));
            case FLOAT64 -> numbers.putDouble(row * Double.BYTES, value.doubleAt(0));
            case INT32 -> numbers.putInt(row * Integer.BYTES, value.intAt(0));
            case INT64 -> numbers.putLong(row * Long.BYTES, value.longAt(0));
            default -> strings[row] = value.bytesAt(0);
        }
        return true;
    }

    /** Stores the value of a field. Returns false if the field is not of the column's type. */
    boolean put(int row, Bytes field) {
        if (column.dtype() == DType.STRING) {
            strings[row] = field;
            return true;
        }
        // ISO 8859-1 maps each byte to one character. Numbers contain only ASCII characters.
        String text = new String(field.toByteArray(), StandardCharsets.ISO_8859_1);
        return switch (column.dtype()) {
            case FLOAT32, FLOAT64 -> putDecimal(row, NumberText.decimal(text));
            default -> putInteger(row, NumberText.integer(text));
        };
    }

    private boolean putDecimal(int row, Optional<String> number) {
        if (number.isEmpty()) {
            return false;
        }
        if (column.dtype() == DType.FLOAT32) {
            numbers.putFloat(row * Float.BYTES, Float.parseFloat(number.get()));
        } else {
            numbers.putDouble(row * Double.BYTES, Double.parseDouble(number.get()));
        }
        return true;
    }

    private boolean putInteger(int row, OptionalLong number) {
        if (number.isEmpty()) {
            return false;
        }
        long value = number.getAsLong();
        if (column.dtype() == DType.INT64) {
            numbers.putLong(row * Long.BYTES, value);
            return true;
        }
        numbers.putInt(row * Integer.BYTES, (int) value);
        return (int) value == value;
    }

    Values values() {
        return column.dtype() == DType.STRING
                ? Values.ofBytes(Arrays.asList(strings))
                : Values.wrap(column.dtype(), size, numbers);
    }
}
