package dev.riffle.spark.internal.write;

import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;

/** Writes binaries as byte strings. */
final class BinaryEncoder extends ValueEncoder {

    BinaryEncoder(String column) {
        super(column);
    }

    @Override
    void put(SpecializedGetters values, int first, int count, BackwardBytes out) {
        for (int i = first + count - 1; i >= first; i--) {
            int after = out.size();
            putBytes(values, i, out);
            out.header(VALUE_TAG, after);
        }
    }

    /** Puts only the bytes of one binary. */
    static void putBytes(SpecializedGetters values, int at, BackwardBytes out) {
        if (values instanceof UnsafeRow || values instanceof UnsafeArrayData) {
            // Strings and binaries have the same form in Spark's memory. Only the getter of a string makes no copy.
            out.bytes(values.getUTF8String(at));
        } else {
            out.bytes(values.getBinary(at));
        }
    }
}
