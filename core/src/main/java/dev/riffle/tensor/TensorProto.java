package dev.riffle.tensor;

import dev.riffle.io.Bytes;
import dev.riffle.tensor.MalformedTensorException.Reason;

/**
 * A tensor as one string of bytes: {@code tf.io.serialize_tensor} and {@code tf.io.parse_tensor}, whose message TensorProto
 * is. Source of the rules: TensorFlow's {@code tensor.cc} and {@code parse_tensor_op.cc}.
 */
public final class TensorProto {

    /** So many bytes may the values take that a message repeats, unless a larger limit is given: 64 MiB. */
    public static final long DEFAULT_LIMIT = 1L << 26;

    private TensorProto() {}

    /**
     * Byte for byte what TensorFlow writes: the elements' memory, or strings one by one.
     *
     * @throws IllegalArgumentException if TensorFlow does not serialize the type (quantized ones, and those of 8-bit floats
     *     or fewer than 8 bits), or the message had 2^31 bytes or more
     */
    public static Bytes serialize(DenseTensor tensor) {
        return TensorEncoder.encode(tensor);
    }

    /**
     * The tensor, whatever its type, even one that {@link #serialize} refuses. Where the message has the elements' memory, as
     * it has whenever numbers were serialized, the tensor's values are that memory, without a copy: the message is kept alive.
     * Where it lists fewer values than elements, the last one is repeated, as far as {@link #DEFAULT_LIMIT} goes; a message
     * of many values may take eight times its own size beyond that.
     *
     * @throws MalformedTensorException if TensorFlow would refuse the bytes; or they repeat too much, have a dimension of
     *     2^31 or more, or a type without data (resource, variant)
     */
    public static DenseTensor parse(Bytes serialized) {
        return parse(serialized, DEFAULT_LIMIT);
    }

    /**
     * As {@link #parse(Bytes)}, with another limit.
     *
     * @param mostBytes how many bytes the values may take that the message repeats
     * @throws IllegalArgumentException if the limit is negative
     */
    public static DenseTensor parse(Bytes serialized, long mostBytes) {
        if (mostBytes < 0) {
            throw new IllegalArgumentException("mostBytes must not be negative: " + mostBytes);
        }
        return TensorDecoder.decode(serialized, mostBytes);
    }

    /**
     * As {@link #parse(Bytes)}.
     *
     * @throws MalformedTensorException also if the tensor is of another type
     */
    public static DenseTensor parse(Bytes serialized, DType dtype) {
        return parse(serialized, dtype, DEFAULT_LIMIT);
    }

    /**
     * As {@link #parse(Bytes, long)}.
     *
     * @throws MalformedTensorException also if the tensor is of another type
     */
    public static DenseTensor parse(Bytes serialized, DType dtype, long mostBytes) {
        DenseTensor tensor = parse(serialized, mostBytes);
        if (tensor.dtype() != dtype) {
            throw new MalformedTensorException(
                    Reason.OTHER_TYPE, "expected a tensor of " + dtype + ", found one of " + tensor.dtype());
        }
        return tensor;
    }
}
