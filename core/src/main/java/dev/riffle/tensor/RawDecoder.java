package dev.riffle.tensor;

import dev.riffle.internal.Argument;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.MalformedTensorException.Reason;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Decodes byte strings as numbers: {@code tf.io.decode_raw}. Immutable and safe for use by several threads. Source of
 * the rules: TensorFlow's {@code decode_raw_op.cc} and {@code decode_padded_raw_op.cc}.
 *
 * @since 0.1
 */
public final class RawDecoder {

    private static final int NOT_FIXED = 0;

    private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

    private final DType dtype;
    private final ByteOrder order;
    private final int fixedLength;

    private RawDecoder(DType dtype, ByteOrder order, int fixedLength) {
        this.dtype = dtype;
        this.order = order;
        this.fixedLength = fixedLength;
    }

    /**
     * Returns a decoder of little-endian numbers.
     *
     * @throws IllegalArgumentException if TensorFlow's operation does not support the type: UINT32, UINT64, STRING,
     *     quantized types, 8-bit floats, and types of fewer than 8 bits
     */
    public static RawDecoder of(DType dtype) {
        Argument.present(dtype, "dtype");
        switch (dtype) {
            case FLOAT16,
                    FLOAT32,
                    FLOAT64,
                    INT32,
                    UINT16,
                    UINT8,
                    INT16,
                    INT8,
                    INT64,
                    COMPLEX64,
                    COMPLEX128,
                    BOOL,
                    BFLOAT16 -> {}
            default ->
                throw new IllegalArgumentException(
                        "decode_raw does not support " + dtype
                                + ": it decodes floats of 16 to 64 bits, int8 to int64, uint8, uint16, complex numbers and bool");
        }
        return new RawDecoder(dtype, ByteOrder.LITTLE_ENDIAN, NOT_FIXED);
    }

    /** Returns a decoder with this byte order. The decoder reverses each part of a complex number separately. */
    public RawDecoder order(ByteOrder bytes) {
        Argument.present(bytes, "bytes");
        return new RawDecoder(dtype, bytes, fixedLength);
    }

    /**
     * Returns a decoder that gives all strings the same length. The decoder cuts longer strings and appends zero bytes
     * to shorter strings, before it applies the byte order.
     *
     * @param bytes the number of bytes of each string to decode
     * @throws IllegalArgumentException if the number is not positive or not a multiple of the element size. Also for
     *     FLOAT16, BOOL and complex numbers, because TensorFlow's operation does not support these types with this
     *     option
     */
    public RawDecoder fixedLength(int bytes) {
        if (dtype == DType.FLOAT16 || dtype == DType.BOOL || dtype.form() == DType.Form.COMPLEX) {
            throw new IllegalArgumentException("decode_raw with a fixed length does not support " + dtype);
        }
        Argument.positive(bytes, "fixedLength");
        if (bytes % dtype.byteSize() != 0) {
            throw new IllegalArgumentException(
                    "fixedLength must be a multiple of " + dtype.byteSize() + ", the size of " + dtype + ": " + bytes);
        }
        return new RawDecoder(dtype, order, bytes);
    }

    /**
     * Decodes one string into a vector of numbers. The vector shares the memory of the string if the decoder changes no
     * bytes.
     *
     * @throws MalformedTensorException if the length is not a multiple of the element size
     */
    public DenseTensor decode(Bytes bytes) {
        Argument.present(bytes, "bytes");
        if (isAsInMemory()) {
            checkWhole(bytes.size());
            return DenseTensor.vector(Values.wrap(dtype, bytes.size() / dtype.byteSize(), bytes.asByteBuffer()));
        }
        int length = fixedLength == NOT_FIXED ? checkWhole(bytes.size()) : fixedLength;
        byte[] target = new byte[length];
        bytes.copyTo(0, target, 0, Math.min(length, bytes.size()));
        return DenseTensor.vector(values(target));
    }

    private boolean isAsInMemory() {
        boolean ordered = order == ByteOrder.LITTLE_ENDIAN || partSize() == 1;
        return fixedLength == NOT_FIXED && ordered && dtype != DType.BOOL;
    }

    /**
     * Decodes each string of a tensor into numbers. The result has one more dimension, the innermost dimension. The
     * size of this dimension is 0 if the input has no strings and the decoder has no fixed length.
     *
     * @throws IllegalArgumentException if the elements are not of type STRING, or their numbers need 2^31 bytes or more
     * @throws MalformedTensorException if the length of a string is not a multiple of the element size or, without a
     *     fixed length, if the lengths differ
     */
    public DenseTensor decode(DenseTensor strings) {
        Argument.present(strings, "strings");
        Values values = strings.values();
        if (values.dtype() != DType.STRING) {
            throw new IllegalArgumentException("strings must be of type string: " + values.dtype());
        }
        int length = fixedLength != NOT_FIXED ? fixedLength : values.size() == 0 ? 0 : commonLength(values);
        long total = (long) values.size() * length;
        if (total > MOST_BYTES) {
            throw new IllegalArgumentException("the tensor would have " + total + " bytes, more than " + MOST_BYTES
                    + "; decode fewer strings in one call");
        }
        byte[] target = new byte[(int) total];
        for (int i = 0; i < values.size(); i++) {
            ByteBuffer string = values.viewAt(i);
            string.get(target, i * length, Math.min(length, string.remaining()));
        }
        return DenseTensor.of(strings.shape().append(length / dtype.byteSize()), values(target));
    }

    private int commonLength(Values strings) {
        int length = strings.viewAt(0).remaining();
        for (int i = 1; i < strings.size(); i++) {
            int other = strings.viewAt(i).remaining();
            if (other != length) {
                throw new MalformedTensorException(
                        Reason.OTHER_LENGTH,
                        "strings must all have the same length, but string 0 has " + length + " bytes and string " + i
                                + " has " + other + "; a fixed length cuts and pads them");
            }
        }
        return checkWhole(length);
    }

    /** Checks and returns the length of the first or only string. */
    private int checkWhole(int length) {
        if (length % dtype.byteSize() != 0) {
            throw new MalformedTensorException(
                    Reason.OTHER_LENGTH,
                    "string 0 cannot be decoded: expected a multiple of " + dtype.byteSize() + " bytes, the size of "
                            + dtype + ", found " + length);
        }
        return length;
    }

    /** Returns the number of bytes to reverse together. */
    private int partSize() {
        return dtype.form() == DType.Form.COMPLEX ? dtype.byteSize() / 2 : dtype.byteSize();
    }

    private Values values(byte[] target) {
        int part = partSize();
        if (dtype == DType.BOOL) {
            for (int i = 0; i < target.length; i++) {
                target[i] = (byte) (target[i] == 0 ? 0 : 1);
            }
        } else if (order == ByteOrder.BIG_ENDIAN && part > 1) {
            reverse(target, part);
        }
        return Values.wrap(dtype, target.length / dtype.byteSize(), ByteBuffer.wrap(target));
    }

    private static void reverse(byte[] target, int part) {
        for (int at = 0; at < target.length; at += part) {
            for (int i = at, j = at + part - 1; i < j; i++, j--) {
                byte swapped = target[i];
                target[i] = target[j];
                target[j] = swapped;
            }
        }
    }
}
