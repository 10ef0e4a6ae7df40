package dev.riffle.spark.internal.vector;

import dev.riffle.tensor.Values;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.jspecify.annotations.Nullable;

/**
 * Holds decimals, parsed from their digits in messages. A number that does not fit the precision and scale exactly is a
 * mismatch.
 */
final class DecimalVector extends ValueVector {

    /** The largest length of a text that {@link BigDecimal} parses. A longer text cannot be a number that fits. */
    private static final int MOST_DIGITS = 200;

    /** The number of characters of a text that an error shows. */
    private static final int SHOWN = 60;

    private final int precision;
    private final int scale;

    private @Nullable Decimal[] decimals = {};

    private @Nullable Values source;

    DecimalVector(DataType type) {
        super(type);
        DecimalType decimal = (DecimalType) type;
        this.precision = decimal.precision();
        this.scale = decimal.scale();
    }

    @Override
    public void load(Values values) {
        source = values;
        int size = values.size();
        if (decimals.length < size) {
            decimals = new Decimal[Growth.of(size)];
        }
        Arrays.fill(decimals, size, decimals.length, null);
        for (int i = 0; i < size; i++) {
            decimals[i] = values.viewAt(i).limit() > MOST_DIGITS ? null : decimal(values.utf8At(i));
        }
    }

    private @Nullable Decimal decimal(String text) {
        try {
            BigDecimal number = new BigDecimal(text);
            // A number of a few digits may have a large exponent. Its zeros would fill the memory.
            if (Math.abs((long) number.scale()) > MOST_DIGITS) {
                return null;
            }
            BigDecimal exact = number.setScale(scale, RoundingMode.UNNECESSARY);
            return exact.precision() > precision ? null : Decimal.apply(exact, precision, scale);
        } catch (ArithmeticException | NumberFormatException e) {
            return null;
        }
    }

    @Override
    public int mismatch(int from, int to) {
        for (int i = from; i < to; i++) {
            if (decimals[i] == null) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public String faultAt(int place) {
        String text = source == null ? "" : source.utf8At(place);
        String shown = text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text;
        return "expected a number that fits " + type.simpleString() + " exactly, found \"" + shown + '"';
    }

    @Override
    public @Nullable Decimal getDecimal(int row, int requestedPrecision, int requestedScale) {
        int place = place(row);
        return place < 0 ? null : decimals[place];
    }
}
