package dev.riffle.typed;

import dev.riffle.example.Kind;
import java.lang.reflect.Array;

/** An array of primitive integers, booleans or chars in a feature. */
final class IntegerArrayMapping extends ValueMapping {

    private static final int TAG = Wire.tag(Kind.INT64);

    private final IntegerElement element;
    private final Class<?> type;

    private IntegerArrayMapping(IntegerElement element) {
        super(Form.LIST, Kind.INT64);
        this.element = element;
        this.type = element.type();
    }

    /** Returns a mapping for arrays of the element's primitive type. */
    static ValueMapping of(IntegerElement element) {
        return new IntegerArrayMapping(element);
    }

    @Override
    String expected() {
        return "a list of values, each " + element.expected();
    }

    @Override
    void write(Object value, MessageOutput out) {
        int mark = out.mark();
        int count;
        if (value instanceof long[] longs) {
            count = longs.length;
            for (int i = count - 1; i >= 0; i--) {
                out.writeVarint(longs[i]);
            }
        } else if (value instanceof int[] ints) {
            count = ints.length;
            for (int i = count - 1; i >= 0; i--) {
                out.writeVarint(ints[i]);
            }
        } else {
            count = Array.getLength(value);
            for (int i = count - 1; i >= 0; i--) {
                element.write(Array.get(value, i), out);
            }
        }
        if (count > 0) {
            out.close(mark, Wire.FIELD_1);
        }
        out.close(mark, TAG);
    }

    @Override
    Object read(FoundValues found, int slot) {
        checkKind(found, slot);
        long[] longs = found.longs(slot);
        if (type == long.class) {
            return longs;
        } else if (type == int.class) {
            return ints(longs);
        }
        Object array = Array.newInstance(type, longs.length);
        for (int i = 0; i < longs.length; i++) {
            Array.set(array, i, element.fromLong(longs[i]));
        }
        return array;
    }

    private int[] ints(long[] longs) {
        int[] ints = new int[longs.length];
        for (int i = 0; i < ints.length; i++) {
            ints[i] = (int) element.checked(longs[i], Integer.MIN_VALUE, Integer.MAX_VALUE);
        }
        return ints;
    }

    @Override
    Object readEmpty() {
        return Array.newInstance(type, 0);
    }
}
