package dev.riffle.spark.internal.filter;

import org.apache.spark.sql.execution.vectorized.ConstantColumnVector;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.unsafe.types.UTF8String;

/** A filter, or a part of one, in the three values of SQL. */
interface FilterTerm {

    byte FALSE = 0;

    byte TRUE = 1;

    /** Neither: something that was compared is null. */
    byte UNKNOWN = 2;

    /** Stands for a column whose values nobody will ask for. */
    ColumnVector NO_COLUMN = new ConstantColumnVector(1, DataTypes.NullType);

    /** What this is for a row. */
    byte at(int row);

    /** What a comparison makes of the sign of the difference. */
    interface Sign {
        boolean accepts(int sign);
    }

    /** How a string is compared with a part. */
    interface Matching {
        boolean matches(UTF8String text, UTF8String part);
    }

    /** A truth value. */
    static byte of(boolean value) {
        return value ? TRUE : FALSE;
    }

    /** The opposite. */
    static byte not(byte value) {
        return value == UNKNOWN ? UNKNOWN : (byte) (1 - value);
    }

    /** Both of them. */
    static byte and(byte left, FilterTerm right, int row) {
        if (left == FALSE) {
            return FALSE;
        }
        byte other = right.at(row);
        return other == FALSE ? FALSE : left == UNKNOWN ? UNKNOWN : other;
    }

    /** One of them at least. */
    static byte or(byte left, FilterTerm right, int row) {
        if (left == TRUE) {
            return TRUE;
        }
        byte other = right.at(row);
        return other == TRUE ? TRUE : left == UNKNOWN ? UNKNOWN : other;
    }
}
