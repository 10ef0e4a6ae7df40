package dev.riffle.spark.internal.write;

import dev.riffle.spark.internal.schema.ColumnType;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;

/**
 * Writes the types that are integers in messages, as packed varints. Each width has a separate class, because the code
 * runs for each value.
 */
abstract class IntegerEncoder extends ValueEncoder {

    private IntegerEncoder(String column) {
        super(column);
    }

    static IntegerEncoder of(String column, ColumnType.Element element) {
        return switch (element) {
            case BOOLEAN -> new OfBoolean(column);
            case BYTE -> new OfByte(column);
            case SHORT -> new OfShort(column);
            case INT, DATE -> new OfInt(column);
            case LONG, TIMESTAMP -> new OfLong(column);
            case FLOAT, DOUBLE, STRING, BINARY, DECIMAL ->
                throw new IllegalArgumentException("expected an integer type, found " + element);
        };
    }

    abstract long at(SpecializedGetters values, int index);

    @Override
    void put(SpecializedGetters values, int first, int count, BackwardBytes out) {
        if (count == 0) {
            return;
        }
        int after = out.size();
        for (int i = first + count - 1; i >= first; i--) {
            out.varint(at(values, i));
        }
        out.header(VALUE_TAG, after);
    }

    private static final class OfBoolean extends IntegerEncoder {
        OfBoolean(String column) {
            super(column);
        }

        @Override
        long at(SpecializedGetters values, int index) {
            return values.getBoolean(index) ? 1 : 0;
        }
    }

    private static final class OfByte extends IntegerEncoder {
        OfByte(String column) {
            super(column);
        }

        @Override
        long at(SpecializedGetters values, int index) {
            return values.getByte(index);
        }
    }

    private static final class OfShort extends IntegerEncoder {
        OfShort(String column) {
            super(column);
        }

        @Override
        long at(SpecializedGetters values, int index) {
            return values.getShort(index);
        }
    }

    private static final class OfInt extends IntegerEncoder {
        OfInt(String column) {
            super(column);
        }

        @Override
        long at(SpecializedGetters values, int index) {
            return values.getInt(index);
        }
    }

    private static final class OfLong extends IntegerEncoder {
        OfLong(String column) {
            super(column);
        }

        @Override
        long at(SpecializedGetters values, int index) {
            return values.getLong(index);
        }
    }
}
