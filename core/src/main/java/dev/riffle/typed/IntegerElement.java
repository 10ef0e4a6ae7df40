package dev.riffle.typed;

import dev.riffle.example.Kind;

/** Values that an int64_list holds. */
abstract class IntegerElement extends Element {

    IntegerElement(Class<?> type) {
        super(type, Kind.INT64);
    }

    /** Returns the integer for a value. Throws {@link ValueMismatch} if there is none. */
    abstract long toLong(Object value);

    /** Returns the value for an integer. Throws {@link ValueMismatch} if there is none. */
    abstract Object fromLong(long integer);

    @Override
    final void write(Object value, MessageOutput out) {
        out.writeVarint(toLong(value));
    }

    @Override
    final Object readOnly(FoundValues found, int slot) {
        return fromLong(found.onlyLong(slot));
    }

    @Override
    final Object[] readAll(FoundValues found, int slot) {
        long[] integers = found.longs(slot);
        Object[] values = new Object[integers.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = fromLong(integers[i]);
        }
        return values;
    }

    /** Returns the integer if it is between the limits. */
    final long checked(long integer, long least, long most) {
        if (integer < least || integer > most) {
            throw mismatch(Long.toString(integer));
        }
        return integer;
    }
}
