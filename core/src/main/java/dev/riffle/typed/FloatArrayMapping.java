package dev.riffle.typed;

import dev.riffle.example.Kind;

/** An array of floats, or of doubles that are rounded to floats, in a feature. */
final class FloatArrayMapping extends ValueMapping {

    private static final int TAG = Wire.tag(Kind.FLOAT);

    private final boolean ofDoubles;

    private FloatArrayMapping(Element element) {
        super(Form.LIST, Kind.FLOAT);
        this.ofDoubles = element.type() == double.class;
    }

    /** Returns a mapping for arrays of the element's primitive type. */
    static ValueMapping of(Element element) {
        return new FloatArrayMapping(element);
    }

    @Override
    String expected() {
        return "a list of values, each " + (ofDoubles ? "a double" : "a float");
    }

    @Override
    void write(Object value, MessageOutput out) {
        float[] floats = value instanceof double[] doubles ? rounded(doubles) : (float[]) value;
        int mark = out.mark();
        out.writeFloats(floats);
        if (floats.length > 0) {
            out.close(mark, Wire.FIELD_1);
        }
        out.close(mark, TAG);
    }

    private static float[] rounded(double[] doubles) {
        float[] floats = new float[doubles.length];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = FloatElement.nearest(doubles[i]);
        }
        return floats;
    }

    @Override
    Object read(FoundValues found, int slot) {
        checkKind(found, slot);
        float[] floats = found.floats(slot);
        if (!ofDoubles) {
            return floats;
        }
        double[] doubles = new double[floats.length];
        for (int i = 0; i < doubles.length; i++) {
            doubles[i] = floats[i];
        }
        return doubles;
    }

    @Override
    Object readEmpty() {
        return ofDoubles ? new double[0] : new float[0];
    }
}
