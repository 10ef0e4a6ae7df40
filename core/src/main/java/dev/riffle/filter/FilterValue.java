package dev.riffle.filter;

import dev.riffle.io.Bytes;

/** A value that a filter compares. */
sealed interface FilterValue {

    /** An integer. */
    record Whole(long number) implements FilterValue {}

    /** A 32-bit number, such as a value of a float_list. */
    record Single(float number) implements FilterValue {}

    /** A 64-bit number, such as a value of a double_list. */
    record Wide(double number) implements FilterValue {}

    /**
     * A literal with a decimal point. Comparisons with integers and 64-bit numbers use its exact double value.
     * Comparisons with 32-bit numbers round it.
     */
    record Decimal(double number) implements FilterValue {}

    /** Bytes, including text. */
    record Raw(Bytes bytes) implements FilterValue {}

    /** Returns the name of the value's type for exception messages. */
    default String type() {
        return this instanceof Raw ? "bytes" : "a number";
    }

    /** Compares two numbers. A NaN is not less than, greater than or equal to any number. */
    private static Order numbers(FilterValue a, FilterValue b) {
        if (a instanceof Whole left) {
            return b instanceof Whole right
                    ? Order.of(Long.compare(left.number, right.number))
                    : whole(left.number, wide(b));
        }
        if (b instanceof Whole right) {
            return whole(right.number, wide(a)).turned();
        }
        if (a instanceof Single left && b instanceof Decimal right) {
            return wide(left.number, (float) right.number);
        }
        if (a instanceof Decimal left && b instanceof Single right) {
            return wide((float) left.number, right.number);
        }
        return wide(wide(a), wide(b));
    }

    private static double wide(FilterValue value) {
        if (value instanceof Single single) {
            return single.number;
        }
        if (value instanceof Wide wide) {
            return wide.number;
        }
        if (value instanceof Decimal decimal) {
            return decimal.number;
        }
        throw new IllegalArgumentException("value must be a number with a fraction: " + value);
    }

    private static Order wide(double a, double b) {
        return a < b ? Order.LESS : a > b ? Order.GREATER : a == b ? Order.EQUAL : Order.NONE;
    }

    /** Compares two numbers exactly, even if the long has more digits than a double can hold. */
    private static Order whole(long a, double b) {
        if (Double.isNaN(b)) {
            return Order.NONE;
        }
        if (b >= 0x1p63) {
            return Order.LESS;
        }
        if (b < -0x1p63) {
            return Order.GREATER;
        }
        long floor = (long) Math.floor(b);
        return a != floor ? Order.of(Long.compare(a, floor)) : b > floor ? Order.LESS : Order.EQUAL;
    }

    /** The order of the first value relative to the second. */
    enum Order {
        LESS,
        EQUAL,
        GREATER,
        /** No order: one of the values is NaN. */
        NONE;

        static Order of(int comparison) {
            return comparison < 0 ? LESS : comparison > 0 ? GREATER : EQUAL;
        }

        Order turned() {
            return switch (this) {
                case LESS -> GREATER;
                case GREATER -> LESS;
                case EQUAL, NONE -> this;
            };
        }
    }

    /** Returns whether two values can be compared. */
    static boolean comparable(FilterValue a, FilterValue b) {
        return a instanceof Raw == b instanceof Raw;
    }

    /** Returns the order of two comparable values. */
    static Order compare(FilterValue a, FilterValue b) {
        return a instanceof Raw left && b instanceof Raw right
                ? Order.of(left.bytes.compareTo(right.bytes))
                : numbers(a, b);
    }
}
