package dev.riffle.tensor;

import dev.riffle.internal.Argument;
import dev.riffle.internal.BFloat16;
import dev.riffle.internal.Float16;
import java.math.BigInteger;
import java.nio.ByteBuffer;

/** Converts numbers of every type to a wider type, without loss. */
final class Elements {

    private Elements() {}

    private static int at(Values values, int index) {
        return Argument.index(index, values.size(), "index", "elements")
                * values.dtype().byteSize();
    }

    static long longAt(Values values, int index) {
        return switch (values.dtype()) {
            case INT64 -> values.memory().getLong(at(values, index));
            case UINT32 -> Integer.toUnsignedLong(values.memory().getInt(at(values, index)));
            default -> intAt(values, index, DType.INT64);
        };
    }

    static int intAt(Values values, int index) {
        return intAt(values, index, DType.INT32);
    }

    private static int intAt(Values values, int index, DType requested) {
        ByteBuffer data = values.memory();
        int at = at(values, index);
        return switch (values.dtype()) {
            case INT32, QINT32 -> data.getInt(at);
            case INT16, QINT16 -> data.getShort(at);
            case UINT16, QUINT16 -> Short.toUnsignedInt(data.getShort(at));
            case INT8, QINT8 -> data.get(at);
            case UINT8, QUINT8 -> Byte.toUnsignedInt(data.get(at));
            case INT4 -> data.get(at) << 28 >> 28;
            case UINT4 -> data.get(at) & 0xf;
            case INT2 -> data.get(at) << 30 >> 30;
            case UINT2 -> data.get(at) & 3;
            default -> throw values.otherType(requested);
        };
    }

    static BigInteger bigIntegerAt(Values values, int index) {
        if (values.dtype() != DType.UINT64) {
            return BigInteger.valueOf(longAt(values, index));
        }
        return new BigInteger(Long.toUnsignedString(values.memory().getLong(at(values, index))));
    }

    static float floatAt(Values values, int index) {
        return floatAt(values, index, DType.FLOAT32);
    }

    private static float floatAt(Values values, int index, DType requested) {
        ByteBuffer data = values.memory();
        int at = at(values, index);
        return switch (values.dtype()) {
            case FLOAT32 -> data.getFloat(at);
            case FLOAT16 -> Float16.toFloat(data.getShort(at));
            case BFLOAT16 -> BFloat16.toFloat(data.getShort(at));
            case FLOAT8_E5M2 -> SmallFloat.E5M2.toFloat(data.get(at));
            case FLOAT8_E4M3FN -> SmallFloat.E4M3FN.toFloat(data.get(at));
            case FLOAT8_E4M3FNUZ -> SmallFloat.E4M3FNUZ.toFloat(data.get(at));
            case FLOAT8_E4M3B11FNUZ -> SmallFloat.E4M3B11FNUZ.toFloat(data.get(at));
            case FLOAT8_E5M2FNUZ -> SmallFloat.E5M2FNUZ.toFloat(data.get(at));
            case FLOAT4_E2M1FN -> SmallFloat.E2M1FN.toFloat(data.get(at));
            default -> throw values.otherType(requested);
        };
    }

    static double doubleAt(Values values, int index) {
        return values.dtype() == DType.FLOAT64
                ? values.memory().getDouble(at(values, index))
                : floatAt(values, index, DType.FLOAT64);
    }

    static double realAt(Values values, int index) {
        return switch (values.dtype()) {
            case COMPLEX64 -> values.memory().getFloat(at(values, index));
            case COMPLEX128 -> values.memory().getDouble(at(values, index));
            default -> throw values.otherType("a complex number");
        };
    }

    static double imaginaryAt(Values values, int index) {
        return switch (values.dtype()) {
            case COMPLEX64 -> values.memory().getFloat(at(values, index) + Float.BYTES);
            case COMPLEX128 -> values.memory().getDouble(at(values, index) + Double.BYTES);
            default -> throw values.otherType("a complex number");
        };
    }

    static long[] longs(Values values) {
        requireReadable(values, DType.INT64, values.dtype() != DType.UINT64);
        long[] longs = new long[values.size()];
        for (int i = 0; i < longs.length; i++) {
            longs[i] = longAt(values, i);
        }
        return longs;
    }

    static int[] ints(Values values) {
        boolean fits = values.dtype().byteSize() <= Integer.BYTES && values.dtype() != DType.UINT32;
        requireReadable(values, DType.INT32, fits);
        int[] ints = new int[values.size()];
        for (int i = 0; i < ints.length; i++) {
            ints[i] = intAt(values, i);
        }
        return ints;
    }

    static float[] floats(Values values) {
        requireReadable(values, DType.FLOAT32, values.dtype() != DType.FLOAT64);
        float[] floats = new float[values.size()];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = floatAt(values, i);
        }
        return floats;
    }

    static double[] doubles(Values values) {
        requireReadable(values, DType.FLOAT64, true);
        double[] doubles = new double[values.size()];
        for (int i = 0; i < doubles.length; i++) {
            doubles[i] = doubleAt(values, i);
        }
        return doubles;
    }

    /** Throws an exception if the type cannot be read, even if the values have no elements. */
    private static void requireReadable(Values values, DType requested, boolean fits) {
        if (values.dtype().form() != requested.form() || !fits) {
            throw values.otherType(requested);
        }
    }
}
