package dev.riffle.filter;

import org.jspecify.annotations.Nullable;

/** One side of a comparison. A slot number identifies the feature in the row. */
sealed interface FilterOperand {

    /** Returns the value in a message, or null if the message has no value. */
    @Nullable
    FilterValue value(FilterRow row);

    /** Returns the operand as text for exception messages. */
    String shown(FilterRow row);

    /** A literal of the expression. */
    record Literal(FilterValue typed) implements FilterOperand {
        @Override
        public FilterValue value(FilterRow row) {
            return typed;
        }

        @Override
        public String shown(FilterRow row) {
            return typed.type();
        }
    }

    /** The value of a feature with exactly one value. */
    record Only(int slot) implements FilterOperand {
        @Override
        public @Nullable FilterValue value(FilterRow row) {
            FilterSlot feature = row.slot(slot);
            if (feature.count() > 1) {
                throw new FilterException(feature.shown() + " has " + feature.count() + " values; select one, as in "
                        + feature.name() + "[0], or use in: 3 in " + feature.name());
            }
            return feature.value(row.cursor(), 0);
        }

        @Override
        public String shown(FilterRow row) {
            return row.slot(slot).shown();
        }
    }

    /** The value of a feature at a place. */
    record At(int slot, long place) implements FilterOperand {
        @Override
        public @Nullable FilterValue value(FilterRow row) {
            return row.slot(slot).value(row.cursor(), place);
        }

        @Override
        public String shown(FilterRow row) {
            return row.slot(slot).shown();
        }
    }

    /** The number of values of a feature. */
    record Count(int slot) implements FilterOperand {
        @Override
        public FilterValue value(FilterRow row) {
            return new FilterValue.Whole(row.slot(slot).count());
        }

        @Override
        public String shown(FilterRow row) {
            return "len() (a number)";
        }
    }

    /** The number of bytes of all values of a feature, or of the value at a place. */
    record Size(int slot, @Nullable Long place) implements FilterOperand {
        @Override
        public FilterValue value(FilterRow row) {
            FilterSlot feature = row.slot(slot);
            return new FilterValue.Whole(place == null ? feature.bytes() : feature.bytes(place));
        }

        @Override
        public String shown(FilterRow row) {
            return "size() (a number)";
        }
    }
}
