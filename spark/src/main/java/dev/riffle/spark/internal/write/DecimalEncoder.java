package dev.riffle.spark.internal.write;

import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.types.DecimalType;

/**
 * Writes decimals as byte strings of digits. The number of digits after the point is the scale of the type. The digits
 * have no exponent.
 */
final class DecimalEncoder extends ValueEncoder {

    private final int precision;

    private final int scale;

    DecimalEncoder(String column, DecimalType type) {
        super(column);
        this.precision = type.precision();
        this.scale = type.scale();
    }

    @Override
    void put(SpecializedGetters values, int first, int count, BackwardBytes out) {
        for (int i = first + count - 1; i >= first; i--) {
            int after = out.size();
            out.ascii(values.getDecimal(i, precision, scale).toJavaBigDecimal().toPlainString());
            out.header(VALUE_TAG, after);
        }
    }
}
