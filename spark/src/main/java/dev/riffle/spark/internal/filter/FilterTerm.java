package dev.riffle.spark.internal.filter;

import org.apache.spark.sql.execution.vectorized.ConstantColumnVector;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.unsafe.types.UTF8String;

/** Evaluates a filter or a part of a filter, with the three truth values of SQL. */
interface FilterTerm {

    byte FALSE = 0;

    byte TRUE = 1;

    /** The truth value of a comparison with null, which is neither true nor false. */
    byte UNKNOWN = 2;

    /** The column for a term that reads no values. */
    ColumnVector NO_COLUMN = new ConstantColumnVector(1, DataTypes.NullType);

    /** Returns the truth value for a row. */
    byte at(int row);

    /** Maps the sign of a comparison to a truth value. */
    interface Sign {
        boolean accepts(int sign);
    }

    /** Compares a string with a part of a string. */
    interface Matching {
        boolean matches(UTF8String text, UTF8String part);
    }

    /** Returns the truth value of a boolean. */
    static byte of(boolean value) {
        return value ? TRUE : FALSE;
    }

    /** Returns the negation of a truth value. */
    static byte not(byte value) {
        return value == UNKNOWN ? UNKNOWN : (byte) (1 - value);
    }

    /** Returns the conjunction of both operands. */
    static byte and(byte left, FilterTerm right, int row) {
        if (left == FALSE) {
            return FALSE;
        }
        byte other = right.at(row);
        return other == FALSE ? FALSE : left == UNKNOWN ? UNKNOWN : other;
    }

    /** Returns the disjunction of both operands. */
    static byte or(byte left, FilterTerm right, int row) {
        if (left == TRUE) {
            return TRUE;
        }
        byte other = right.at(row);
        return other == TRUE ? TRUE : left == UNKNOWN ? UNKNOWN : other;
    }
}
