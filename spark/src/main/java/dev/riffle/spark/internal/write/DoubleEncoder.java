package dev.riffle.spark.internal.write;

import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;

/** Writes doubles as a packed double_list, which only OFRecord has. */
final class DoubleEncoder extends ValueEncoder {

    DoubleEncoder(String column) {
        super(column);
    }

    @Override
    void put(SpecializedGetters values, int first, int count, BackwardBytes out) {
        if (count == 0) {
            return;
        }
        int after = out.size();
        if (FloatEncoder.SAME_ORDER && values instanceof UnsafeArrayData array && first == 0) {
            long elements = array.getBaseOffset() + UnsafeArrayData.calculateHeaderPortionInBytes(array.numElements());
            out.memory(array.getBaseObject(), elements, (long) count * Double.BYTES);
        } else {
            int place = out.room((long) count * Double.BYTES);
            for (int i = 0; i < count; i++) {
                out.setDouble(place, i * Double.BYTES, values.getDouble(first + i));
            }
        }
        out.header(VALUE_TAG, after);
    }
}
