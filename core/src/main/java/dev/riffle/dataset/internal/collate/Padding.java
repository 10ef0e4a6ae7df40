package dev.riffle.dataset.internal.collate;

import dev.riffle.internal.BFloat16;
import dev.riffle.internal.Float16;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Values;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The value that fills shorter tensors. An integer is valid for every numeric type that can represent it. Other values
 * are valid only for their own types.
 */
public sealed interface Padding {

    /** Returns the bytes of one padding element of this type; for strings, the bytes of the string. */
    byte[] bytes(DType dtype);

    /** Returns the value in messages and descriptions. */
    Object value();

    /** The default padding: 0, false or the empty string. */
    record Zero() implements Padding {

        @Override
        public byte[] bytes(DType dtype) {
            return new byte[dtype.byteSize()];
        }

        @Override
        public Object value() {
            return "";
        }
    }

    /** An integer as padding. */
    record Whole(Long value) implements Padding {

        @Override
        public byte[] bytes(DType dtype) {
            int bits = dtype.byteSize() * Byte.SIZE;
            boolean fits = switch (dtype) {
                case INT64 -> true;
                case INT32, INT16, INT8, QINT32, QINT16, QINT8 -> value >> (bits - 1) == 0 || value >> (bits - 1) == -1;
                case UINT32, UINT16, UINT8, QUINT16, QUINT8 -> value >>> bits == 0;
                case UINT64 -> value >= 0;
                case INT4 -> value >= -8 && value < 8;
                case UINT4 -> value >>> 4 == 0;
                case INT2 -> value >= -2 && value < 2;
                case UINT2 -> value >>> 2 == 0;
                default -> false;
            };
            return switch (dtype) {
                case FLOAT32, FLOAT64, FLOAT16, BFLOAT16 -> new Real(value.doubleValue()).bytes(dtype);
                case COMPLEX64 -> Arrays.copyOf(new Real(value.doubleValue()).bytes(DType.FLOAT32), dtype.byteSize());
                case COMPLEX128 -> Arrays.copyOf(new Real(value.doubleValue()).bytes(DType.FLOAT64), dtype.byteSize());
                case FLOAT8_E5M2, FLOAT8_E4M3FN, FLOAT8_E4M3FNUZ, FLOAT8_E4M3B11FNUZ, FLOAT8_E5M2FNUZ, FLOAT4_E2M1FN ->
                    smallFloat(value, dtype);
                default -> {
                    if (!fits) {
                        throw wrongType(value, dtype);
                    }
                    yield littleEndian(value, dtype);
                }
            };
        }
    }

    /** A floating-point number as padding. */
    record Real(Double value) implements Padding {

        @Override
        public byte[] bytes(DType dtype) {
            return switch (dtype) {
                case FLOAT64 -> littleEndian(Double.doubleToRawLongBits(value), dtype);
                case FLOAT32 -> littleEndian(Float.floatToRawIntBits(value.floatValue()), dtype);
                case FLOAT16 -> littleEndian(Float16.toBits(value.floatValue()), dtype);
                case BFLOAT16 -> littleEndian(BFloat16.toBits(value.floatValue()), dtype);
                default -> throw wrongType(value, dtype);
            };
        }
    }

    /** A string as padding. */
    record Text(Bytes value) implements Padding {

        @Override
        public byte[] bytes(DType dtype) {
            if (dtype != DType.STRING) {
                throw wrongType(value, dtype);
            }
            return value.toByteArray();
        }
    }

    /** A scalar of one type as padding. */
    record Typed(DenseTensor value) implements Padding {

        @Override
        public byte[] bytes(DType dtype) {
            if (value.dtype() != dtype) {
                throw wrongType(value, dtype);
            }
            if (dtype == DType.STRING) {
                return value.values().bytesAt(0).toByteArray();
            }
            byte[] bytes = new byte[dtype.byteSize()];
            value.values().data().get(bytes);
            return bytes;
        }
    }

    private static byte[] smallFloat(long value, DType dtype) {
        for (int bits = 0; bits < 1 << Byte.SIZE; bits++) {
            byte[] each = {(byte) bits};
            if (Values.wrap(dtype, 1, ByteBuffer.wrap(each)).floatAt(0) == value) {
                return each;
            }
        }
        throw wrongType(value, dtype);
    }

    private static byte[] littleEndian(long bits, DType dtype) {
        byte[] all = new byte[Long.BYTES];
        ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN).putLong(bits);
        return Arrays.copyOf(all, dtype.byteSize());
    }

    private static IllegalArgumentException wrongType(Object value, DType dtype) {
        return new IllegalArgumentException("padding value " + value + " does not fit elements of " + dtype);
    }
}
