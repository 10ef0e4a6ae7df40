package dev.riffle.typed;

import dev.riffle.example.Kind;
import dev.riffle.internal.FloatText;

/** Values that a float_list holds. */
final class FloatElement extends Element {

    private final boolean isDouble;

    private FloatElement(Class<?> type, boolean isDouble) {
        super(type, Kind.FLOAT);
        this.isDouble = isDouble;
    }

    static Element ofFloats() {
        return new FloatElement(float.class, false);
    }

    /** Returns an element that rounds doubles to the nearest float. */
    static Element ofRoundedDoubles() {
        return new FloatElement(double.class, true);
    }

    @Override
    String expected() {
        return isDouble ? "a double" : "a float";
    }

    @Override
    void write(Object value, MessageOutput out) {
        out.writeFloat(isDouble ? nearest((double) value) : (float) value);
    }

    /** Returns the nearest float. Throws {@link ValueMismatch} if the value is finite and this float is infinite. */
    static float nearest(double value) {
        if (FloatText.isBeyondRange(value)) {
            throw new ValueMismatch("a double in the range of 32-bit floats", String.valueOf(value));
        }
        return (float) value;
    }

    private Object fromFloat(float value) {
        if (isDouble) {
            return (double) value;
        }
        return value;
    }

    @Override
    Object readOnly(FoundValues found, int slot) {
        return fromFloat(found.onlyFloat(slot));
    }

    @Override
    Object[] readAll(FoundValues found, int slot) {
        float[] floats = found.floats(slot);
        Object[] values = new Object[floats.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = fromFloat(floats[i]);
        }
        return values;
    }
}
