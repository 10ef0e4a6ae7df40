package dev.riffle.tensor;

import dev.riffle.internal.Argument;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.MalformedTensorException.Reason;

/**
 * Writes and reads a tensor as one byte string, like {@code tf.io.serialize_tensor} and {@code tf.io.parse_tensor}. The
 * string is a TensorProto message. Stateless and safe for use by several threads. Source of the rules: TensorFlow's
 * {@code tensor.cc} and {@code parse_tensor_op.cc}.
 *
 * @since 0.1
 */
public final class TensorProto {

    /** The default limit for the memory of repeated values: 64 MiB. */
    public static final long DEFAULT_LIMIT = 1L << 26;

    private TensorProto() {}

    /**
     * Serializes a tensor to the exact bytes that TensorFlow writes.
     *
     * @throws IllegalArgumentException if the message would have 2^31 bytes or more, or if TensorFlow does not
     *     serialize the type. TensorFlow does not serialize quantized types, 8-bit floats, and types of fewer than 8
     *     bits
     */
    public static Bytes serialize(DenseTensor tensor) {
        Argument.present(tensor, "tensor");
        return TensorEncoder.encode(tensor);
    }

    /**
     * Parses a tensor of any type, including types that {@link #serialize} rejects.
     *
     * <p>A message from {@link #serialize} contains the memory of the numbers. The tensor then shares the message's
     * memory. If a message lists fewer values than elements, the parser repeats the last value, up to
     * {@link #DEFAULT_LIMIT}. A message of many values can need additional memory of eight times the message's size.
     *
     * @throws MalformedTensorException if TensorFlow would reject the bytes. Also if the message exceeds the limit, has
     *     a dimension of 2^31 or more, or has a type without data (resource, variant)
     */
    public static DenseTensor parse(Bytes serialized) {
        return parse(serialized, DEFAULT_LIMIT);
    }

    /**
     * Like {@link #parse(Bytes)}, with another limit.
     *
     * @param mostBytes the limit for the memory of repeated values, in bytes
     * @throws IllegalArgumentException if the limit is negative
     */
    public static DenseTensor parse(Bytes serialized, long mostBytes) {
        Argument.present(serialized, "serialized");
        if (mostBytes < 0) {
            throw new IllegalArgumentException("mostBytes must not be negative: " + mostBytes);
        }
        return TensorDecoder.decode(serialized, mostBytes);
    }

    /**
     * Like {@link #parse(Bytes)}, for an expected type.
     *
     * @throws MalformedTensorException also if the tensor has another type
     */
    public static DenseTensor parse(Bytes serialized, DType dtype) {
        return parse(serialized, dtype, DEFAULT_LIMIT);
    }

    /**
     * Like {@link #parse(Bytes, long)}, for an expected type.
     *
     * @throws MalformedTensorException also if the tensor has another type
     */
    public static DenseTensor parse(Bytes serialized, DType dtype, long mostBytes) {
        Argument.present(serialized, "serialized");
        Argument.present(dtype, "dtype");
        DenseTensor tensor = parse(serialized, mostBytes);
        if (tensor.dtype() != dtype) {
            throw new MalformedTensorException(
                    Reason.OTHER_TYPE, "expected a tensor of " + dtype + ", found " + tensor.dtype());
        }
        return tensor;
    }
}
