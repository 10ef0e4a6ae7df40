package dev.riffle.spark.internal.write;

import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;

/** Binaries as byte strings. */
final class BinaryEncoder extends ValueEncoder {

    BinaryEncoder(String column) {
        super(column);
    }

    @Override
    void put(SpecializedGetters values, int first, int count, BackwardBytes out) {
        for (int i = first + count - 1; i >= first; i--) {
            int behind = out.size();
            putBytes(values, i, out);
            out.header(VALUE_TAG, behind);
        }
    }

    /** Puts the bytes of one binary and nothing else. */
    static void putBytes(SpecializedGetters values, int at, BackwardBytes out) {
        if (values instanceof UnsafeRow || values instanceof UnsafeArrayData) {
            // strings and binaries look the same there, and only a string is given without a copy
            out.bytes(values.getUTF8String(at));
        } else {
            out.bytes(values.getBinary(at));
        }
    }
}
