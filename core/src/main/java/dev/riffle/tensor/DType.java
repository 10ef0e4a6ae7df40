package dev.riffle.tensor;

import java.util.Locale;

/** The type of a tensor's elements, with TensorFlow's names. */
public enum DType {
    /** 32-bit floats. */
    FLOAT32(Float.BYTES),
    /** 64-bit floats; of parsed records only OneFlow's have them. */
    FLOAT64(Double.BYTES),
    /** 32-bit integers; of parsed records only OneFlow's have them. */
    INT32(Integer.BYTES),
    /** 64-bit integers. */
    INT64(Long.BYTES),
    /** Byte strings of any length, text among them. */
    STRING(0);

    private final int byteSize;

    DType(int byteSize) {
        this.byteSize = byteSize;
    }

    /** How many bytes one element takes; 0 for {@link #STRING}, whose elements differ. */
    public int byteSize() {
        return byteSize;
    }

    /** TensorFlow's name: float32, float64, int32, int64, string. */
    public String typeName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The same as {@link #typeName()}. */
    @Override
    public String toString() {
        return typeName();
    }
}
