package dev.riffle.tensor;

import dev.riffle.internal.Argument;
import java.util.Optional;

/**
 * The type of a tensor's elements, with TensorFlow's name and number. Supports all types of TensorFlow, except
 * references, resources and variants. Immutable and safe for use by several threads.
 *
 * <p>Tensors store numbers little-endian. Types of fewer than 8 bits use one byte for each element, as in TensorFlow.
 * The quantized types (QINT8 and so on) are integers. Their scale is not part of the tensor.
 *
 * @since 0.1
 */
public enum DType {
    /** 32-bit floats. */
    FLOAT32("float32", "float", 1, Float.BYTES, Form.FLOAT),
    /** 64-bit floats. */
    FLOAT64("float64", "double", 2, Double.BYTES, Form.FLOAT),
    /** 32-bit integers. */
    INT32("int32", "int32", 3, Integer.BYTES, Form.INTEGER),
    /** Unsigned 8-bit integers: bytes, and samples of images. */
    UINT8("uint8", "uint8", 4, Byte.BYTES, Form.INTEGER),
    /** 16-bit integers. */
    INT16("int16", "int16", 5, Short.BYTES, Form.INTEGER),
    /** 8-bit integers. */
    INT8("int8", "int8", 6, Byte.BYTES, Form.INTEGER),
    /** Byte strings of any length, including text. */
    STRING("string", "string", 7, 0, Form.STRING),
    /** Two 32-bit floats, the real part first. */
    COMPLEX64("complex64", "complex64", 8, 2 * Float.BYTES, Form.COMPLEX),
    /** 64-bit integers. */
    INT64("int64", "int64", 9, Long.BYTES, Form.INTEGER),
    /** Truth values: one byte each, 0 or 1. */
    BOOL("bool", "bool", 10, Byte.BYTES, Form.BOOL),
    /** Quantized 8-bit integers. */
    QINT8("qint8", "qint8", 11, Byte.BYTES, Form.INTEGER),
    /** Quantized unsigned 8-bit integers. */
    QUINT8("quint8", "quint8", 12, Byte.BYTES, Form.INTEGER),
    /** Quantized 32-bit integers. */
    QINT32("qint32", "qint32", 13, Integer.BYTES, Form.INTEGER),
    /** 16-bit floats, the upper half of a 32-bit float: 8 bits of exponent, 7 bits of fraction. */
    BFLOAT16("bfloat16", "bfloat16", 14, Short.BYTES, Form.FLOAT),
    /** Quantized 16-bit integers. */
    QINT16("qint16", "qint16", 15, Short.BYTES, Form.INTEGER),
    /** Quantized unsigned 16-bit integers. */
    QUINT16("quint16", "quint16", 16, Short.BYTES, Form.INTEGER),
    /** Unsigned 16-bit integers. */
    UINT16("uint16", "uint16", 17, Short.BYTES, Form.INTEGER),
    /** Two 64-bit floats, the real part first. */
    COMPLEX128("complex128", "complex128", 18, 2 * Double.BYTES, Form.COMPLEX),
    /** 16-bit floats of IEEE 754: 5 bits of exponent, 10 bits of fraction. */
    FLOAT16("float16", "half", 19, Short.BYTES, Form.FLOAT),
    /** Unsigned 32-bit integers. */
    UINT32("uint32", "uint32", 22, Integer.BYTES, Form.INTEGER),
    /** Unsigned 64-bit integers. */
    UINT64("uint64", "uint64", 23, Long.BYTES, Form.INTEGER),
    /** 8-bit floats: 5 bits of exponent, 2 bits of fraction. */
    FLOAT8_E5M2("float8_e5m2", "float8_e5m2", 24, Byte.BYTES, Form.FLOAT),
    /** 8-bit floats without infinities: 4 bits of exponent, 3 bits of fraction. */
    FLOAT8_E4M3FN("float8_e4m3fn", "float8_e4m3fn", 25, Byte.BYTES, Form.FLOAT),
    /** 8-bit floats without infinities and -0: 4 bits of exponent with bias 8, 3 bits of fraction. */
    FLOAT8_E4M3FNUZ("float8_e4m3fnuz", "float8_e4m3fnuz", 26, Byte.BYTES, Form.FLOAT),
    /** 8-bit floats without infinities and -0: 4 bits of exponent with bias 11, 3 bits of fraction. */
    FLOAT8_E4M3B11FNUZ("float8_e4m3b11fnuz", "float8_e4m3b11fnuz", 27, Byte.BYTES, Form.FLOAT),
    /** 8-bit floats without infinities and -0: 5 bits of exponent with bias 16, 2 bits of fraction. */
    FLOAT8_E5M2FNUZ("float8_e5m2fnuz", "float8_e5m2fnuz", 28, Byte.BYTES, Form.FLOAT),
    /** 4-bit integers, one byte each. */
    INT4("int4", "int4", 29, Byte.BYTES, Form.INTEGER),
    /** Unsigned 4-bit integers, one byte each. */
    UINT4("uint4", "uint4", 30, Byte.BYTES, Form.INTEGER),
    /** 2-bit integers, one byte each. */
    INT2("int2", "int2", 31, Byte.BYTES, Form.INTEGER),
    /** Unsigned 2-bit integers, one byte each. */
    UINT2("uint2", "uint2", 32, Byte.BYTES, Form.INTEGER),
    /** 4-bit floats, one byte each: 2 bits of exponent, 1 bit of fraction. */
    FLOAT4_E2M1FN("float4_e2m1fn", "float4_e2m1fn", 33, Byte.BYTES, Form.FLOAT);

    /** The group to which a type belongs. */
    enum Form {
        INTEGER,
        FLOAT,
        COMPLEX,
        BOOL,
        STRING
    }

    private final String typeName;
    private final String messageName;
    private final int number;
    private final int byteSize;
    private final Form form;

    DType(String typeName, String messageName, int number, int byteSize, Form form) {
        this.typeName = typeName;
        this.messageName = messageName;
        this.number = number;
        this.byteSize = byteSize;
        this.form = form;
    }

    /** Returns the number of bytes of one element, or 0 for {@link #STRING}, whose elements differ in size. */
    public int byteSize() {
        return byteSize;
    }

    /** Returns the name in Python's TensorFlow: float32, float16, int64, string and so on. */
    public String typeName() {
        return typeName;
    }

    /** Returns the name in TensorFlow's messages: {@link #typeName()}, except for float, double and half. */
    public String messageName() {
        return messageName;
    }

    /** Returns the number in TensorFlow's messages: {@code DataType} of types.proto. */
    public int number() {
        return number;
    }

    Form form() {
        return form;
    }

    /** Returns the type with this {@link #typeName()} or {@link #messageName()}, if such a type exists. */
    public static Optional<DType> named(String name) {
        Argument.present(name, "name");
        for (DType dtype : values()) {
            if (dtype.typeName.equals(name) || dtype.messageName.equals(name)) {
                return Optional.of(dtype);
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the type with this number in TensorFlow's messages. Empty for types without data and for unknown numbers.
     */
    public static Optional<DType> numbered(int number) {
        for (DType dtype : values()) {
            if (dtype.number == number) {
                return Optional.of(dtype);
            }
        }
        return Optional.empty();
    }

    /** Returns the {@link #typeName()}. */
    @Override
    public String toString() {
        return typeName;
    }
}
