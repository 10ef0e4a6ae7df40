package dev.riffle.filter;

import dev.riffle.io.Bytes;
import java.util.List;
import java.util.regex.Pattern;

/** A condition on a message. A comparison with a missing value is false. */
sealed interface FilterCondition {

    /** Returns whether a message meets the condition. */
    boolean test(FilterRow row);

    /** Is true for all messages or for none. */
    record Constant(boolean met) implements FilterCondition {
        @Override
        public boolean test(FilterRow row) {
            return met;
        }
    }

    /** Is true if all parts are true. Tests the parts in order, up to the first part that is false. */
    record All(List<FilterCondition> parts) implements FilterCondition {
        @Override
        public boolean test(FilterRow row) {
            for (FilterCondition part : parts) {
                if (!part.test(row)) {
                    return false;
                }
            }
            return true;
        }
    }

    /** Is true if one part is true. Tests the parts in order, up to the first part that is true. */
    record Any(List<FilterCondition> parts) implements FilterCondition {
        @Override
        public boolean test(FilterRow row) {
            for (FilterCondition part : parts) {
                if (part.test(row)) {
                    return true;
                }
            }
            return false;
        }
    }

    /** Is true if its part is false. */
    record Not(FilterCondition part) implements FilterCondition {
        @Override
        public boolean test(FilterRow row) {
            return !part.test(row);
        }
    }

    /** Is true if the message has a feature. */
    record Has(int slot) implements FilterCondition {
        @Override
        public boolean test(FilterRow row) {
            return row.slot(slot).isPresent();
        }
    }

    /** Is true if the operator accepts the order of two values. */
    record Comparison(FilterOperand left, Operator operator, FilterOperand right) implements FilterCondition {
        @Override
        public boolean test(FilterRow row) {
            FilterValue a = left.value(row);
            FilterValue b = right.value(row);
            if (a == null || b == null) {
                return false;
            }
            if (!FilterValue.comparable(a, b)) {
                throw new FilterException(left.shown(row) + " cannot be compared with " + right.shown(row));
            }
            return operator.accepts(FilterValue.compare(a, b));
        }
    }

    /** Is true if a list contains a value. */
    record OneOf(FilterOperand left, List<FilterValue> list) implements FilterCondition {
        @Override
        public boolean test(FilterRow row) {
            FilterValue value = left.value(row);
            if (value == null) {
                return false;
            }
            for (FilterValue each : list) {
                if (!FilterValue.comparable(value, each)) {
                    throw new FilterException(left.shown(row) + " cannot be compared with " + each.type());
                }
                if (FilterValue.compare(value, each) == FilterValue.Order.EQUAL) {
                    return true;
                }
            }
            return false;
        }
    }

    /** Is true if a feature contains a value. */
    record Among(FilterOperand left, int slot) implements FilterCondition {
        @Override
        public boolean test(FilterRow row) {
            FilterValue value = left.value(row);
            FilterSlot feature = row.slot(slot);
            if (value == null) {
                return false;
            }
            for (int i = 0; i < feature.count(); i++) {
                FilterValue each = feature.value(row.cursor(), i);
                if (each == null) {
                    return false;
                }
                if (!FilterValue.comparable(value, each)) {
                    throw new FilterException(left.shown(row) + " cannot be compared with " + feature.shown());
                }
                if (FilterValue.compare(value, each) == FilterValue.Order.EQUAL) {
                    return true;
                }
            }
            return false;
        }
    }

    /** Is true if the operand has a value in the message. */
    record Known(FilterOperand operand) implements FilterCondition {
        @Override
        public boolean test(FilterRow row) {
            return operand.value(row) != null;
        }
    }

    /** Is true if a feature has values. */
    record Filled(int slot) implements FilterCondition {
        @Override
        public boolean test(FilterRow row) {
            return row.slot(slot).count() > 0;
        }
    }

    /** Is true if the bytes of a value start with, end with or contain other bytes. */
    record Like(FilterOperand left, Likeness likeness, Bytes part) implements FilterCondition {
        @Override
        public boolean test(FilterRow row) {
            FilterValue value = left.value(row);
            return value != null && likeness.holds(bytes(row, left, value), part);
        }
    }

    /** Is true if a text contains a match of a regular expression. */
    record Matching(FilterOperand left, Pattern pattern) implements FilterCondition {
        @Override
        public boolean test(FilterRow row) {
            FilterValue value = left.value(row);
            if (value == null) {
                return false;
            }
            try {
                return pattern.matcher(bytes(row, left, value).utf8()).find();
            } catch (StackOverflowError e) {
                throw new FilterException(
                        left.shown(row) + " is too long for the regular expression " + pattern.pattern());
            }
        }
    }

    private static Bytes bytes(FilterRow row, FilterOperand left, FilterValue value) {
        if (value instanceof FilterValue.Raw raw) {
            return raw.bytes();
        }
        throw new FilterException(left.shown(row) + " is not text");
    }

    /** The operators for a comparison of two values. */
    enum Operator {
        EQUAL("=="),
        NOT_EQUAL("!="),
        LESS("<"),
        AT_MOST("<="),
        GREATER(">"),
        AT_LEAST(">=");

        private final String sign;

        Operator(String sign) {
            this.sign = sign;
        }

        String sign() {
            return sign;
        }

        boolean accepts(FilterValue.Order order) {
            return switch (this) {
                case EQUAL -> order == FilterValue.Order.EQUAL;
                case NOT_EQUAL -> order != FilterValue.Order.EQUAL;
                case LESS -> order == FilterValue.Order.LESS;
                case AT_MOST -> order == FilterValue.Order.LESS || order == FilterValue.Order.EQUAL;
                case GREATER -> order == FilterValue.Order.GREATER;
                case AT_LEAST -> order == FilterValue.Order.GREATER || order == FilterValue.Order.EQUAL;
            };
        }
    }

    /** The operators for a comparison of a value with a text. */
    enum Likeness {
        CONTAINS("contains"),
        STARTSWITH("startswith"),
        ENDSWITH("endswith");

        private final String word;

        Likeness(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }

        boolean holds(Bytes bytes, Bytes part) {
            int room = bytes.size() - part.size();
            return switch (this) {
                case CONTAINS -> {
                    for (int from = 0; from <= room; from++) {
                        if (isAt(bytes, from, part)) {
                            yield true;
                        }
                    }
                    yield false;
                }
                case STARTSWITH -> room >= 0 && isAt(bytes, 0, part);
                case ENDSWITH -> room >= 0 && isAt(bytes, room, part);
            };
        }

        private static boolean isAt(Bytes bytes, int from, Bytes part) {
            for (int i = 0; i < part.size(); i++) {
                if (bytes.get(from + i) != part.get(i)) {
                    return false;
                }
            }
            return true;
        }
    }
}
