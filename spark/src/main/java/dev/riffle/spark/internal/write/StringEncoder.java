package dev.riffle.spark.internal.write;

import java.util.HexFormat;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.unsafe.types.UTF8String;

/** Writes strings as byte strings: Spark's UTF-8, unless other bytes were cast to a string. */
final class StringEncoder extends ValueEncoder {

    StringEncoder(String column) {
        super(column);
    }

    @Override
    void put(SpecializedGetters values, int first, int count, BackwardBytes out) {
        for (int i = first + count - 1; i >= first; i--) {
            int after = out.size();
            UTF8String text = values.getUTF8String(i);
            int wrong = out.text(text);
            if (wrong >= 0) {
                throw malformed(text, wrong, place(values, i));
            }
            out.header(VALUE_TAG, after);
        }
    }

    private IllegalArgumentException malformed(UTF8String text, int at, int element) {
        String found = HexFormat.of().toHexDigits(text.getByte(at));
        return new IllegalArgumentException("column \"" + column() + "\"" + (element < 0 ? "" : ", element " + element)
                + ": byte 0x" + found + " at " + at
                + " of the string is not UTF-8, so the string could not be read back; cast it to BINARY");
    }
}
