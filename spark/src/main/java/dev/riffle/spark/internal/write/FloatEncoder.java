package dev.riffle.spark.internal.write;

import java.nio.ByteOrder;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;

/** Writes floats as a packed float_list. */
final class FloatEncoder extends ValueEncoder {

    /** True if Spark's arrays and messages have the same byte order. */
    static final boolean SAME_ORDER = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    FloatEncoder(String column) {
        super(column);
    }

    @Override
    void put(SpecializedGetters values, int first, int count, BackwardBytes out) {
        if (count == 0) {
            return;
        }
        int after = out.size();
        if (SAME_ORDER && values instanceof UnsafeArrayData array && first == 0) {
            long elements = array.getBaseOffset() + UnsafeArrayData.calculateHeaderPortionInBytes(array.numElements());
            out.memory(array.getBaseObject(), elements, (long) count * Float.BYTES);
        } else {
            int place = out.room((long) count * Float.BYTES);
            for (int i = 0; i < count; i++) {
                out.setFloat(place, i * Float.BYTES, values.getFloat(first + i));
            }
        }
        out.header(VALUE_TAG, after);
    }
}
