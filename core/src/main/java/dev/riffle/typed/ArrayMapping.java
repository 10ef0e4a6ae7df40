package dev.riffle.typed;

import dev.riffle.example.Kind;
import java.lang.reflect.Array;

/** An array of primitive values in a feature. Arrays of the frequent types need no objects. */
final class ArrayMapping extends ValueMapping {

    private final Element element;
    private final Class<?> type;

    private ArrayMapping(Element element, Class<?> type) {
        super(Form.LIST, element.kind());
        this.element = element;
        this.type = type;
    }

    /** Returns a mapping for arrays of a primitive type, whose values the element converts. */
    static ValueMapping of(Element element, Class<?> type) {
        return new ArrayMapping(element, type);
    }

    @Override
    String expected() {
        return "a list of values, each " + element.expected();
    }

    @Override
    void write(Object value, MessageOutput out) {
        int mark = out.mark();
        int count = Array.getLength(value);
        if (value instanceof float[] floats) {
            out.writeFloats(floats);
        } else if (value instanceof double[] doubles) {
            out.writeFloats(rounded(doubles));
        } else if (value instanceof long[] longs) {
            for (int i = count - 1; i >= 0; i--) {
                out.writeVarint(longs[i]);
            }
        } else if (value instanceof int[] ints) {
            for (int i = count - 1; i >= 0; i--) {
                out.writeVarint(ints[i]);
            }
        } else {
            for (int i = count - 1; i >= 0; i--) {
                element.write(Array.get(value, i), out);
            }
        }
        closeList(out, mark, count);
    }

    private static float[] rounded(double[] doubles) {
        float[] floats = new float[doubles.length];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = Element.nearest(doubles[i]);
        }
        return floats;
    }

    @Override
    Object read(FoundValues found, int slot) {
        checkKind(found, slot);
        if (kind() == Kind.FLOAT) {
            float[] floats = found.floats(slot);
            return type == float.class ? floats : doubles(floats);
        }
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

    private static double[] doubles(float[] floats) {
        double[] doubles = new double[floats.length];
        for (int i = 0; i < doubles.length; i++) {
            doubles[i] = floats[i];
        }
        return doubles;
    }

    private int[] ints(long[] longs) {
        int[] ints = new int[longs.length];
        for (int i = 0; i < ints.length; i++) {
            // the element creates an object only for an integer that does not fit
            ints[i] = (int) longs[i] == longs[i] ? (int) longs[i] : (int) element.fromLong(longs[i]);
        }
        return ints;
    }

    @Override
    Object readEmpty() {
        return Array.newInstance(type, 0);
    }
}
