package dev.riffle.tensor;

import dev.riffle.internal.Varints;
import dev.riffle.internal.WireScanner;
import dev.riffle.io.Bytes;
import java.nio.ByteBuffer;

/**
 * Writes TensorProto messages like TensorFlow's kernel: the type, the shape, then the single strings or the memory of
 * the numbers.
 */
final class TensorEncoder {

    private static final int DTYPE_TAG = TensorWire.DTYPE << 3 | WireScanner.VARINT;
    private static final int SHAPE_TAG = TensorWire.TENSOR_SHAPE << 3 | WireScanner.LENGTH_DELIMITED;
    private static final int CONTENT_TAG = TensorWire.CONTENT << 3 | WireScanner.LENGTH_DELIMITED;
    private static final int STRING_TAG = TensorWire.STRING_VAL << 3 | WireScanner.LENGTH_DELIMITED;
    private static final int DIM_TAG = 2 << 3 | WireScanner.LENGTH_DELIMITED;
    private static final int SIZE_TAG = 1 << 3 | WireScanner.VARINT;

    private static final int MOST_BYTES = Integer.MAX_VALUE - 8;
    private static final int MOST_DIMENSIONS = 254;

    private TensorEncoder() {}

    static Bytes encode(DenseTensor tensor) {
        checkKernel(tensor.dtype());
        Shape shape = tensor.shape();
        if (shape.rank() > MOST_DIMENSIONS) {
            throw new IllegalArgumentException(
                    "TensorFlow supports at most " + MOST_DIMENSIONS + " dimensions: " + shape.rank());
        }
        int shapeSize = shapeSize(shape);
        long size = 2L + 1 + Varints.size(shapeSize) + shapeSize + valuesSize(tensor.values());
        if (size > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "the message would have " + size + " bytes, more than " + MOST_BYTES + "; divide the tensor");
        }
        byte[] target = new byte[(int) size];
        target[0] = DTYPE_TAG;
        target[1] = (byte) tensor.dtype().number();
        int at = shape(shape, shapeSize, target, 2);
        values(tensor.values(), target, at);
        return Bytes.ofOwned(target);
    }

    private static void checkKernel(DType dtype) {
        switch (dtype) {
            case FLOAT32,
                    FLOAT64,
                    INT32,
                    UINT8,
                    INT16,
                    INT8,
                    STRING,
                    COMPLEX64,
                    INT64,
                    BOOL,
                    BFLOAT16,
                    UINT16,
                    COMPLEX128,
                    FLOAT16,
                    UINT32,
                    UINT64 -> {}
            default ->
                throw new IllegalArgumentException("TensorFlow does not serialize " + dtype
                        + "; serialize the bits as uint8, or the numbers as float32");
        }
    }

    private static int shapeSize(Shape shape) {
        int size = 0;
        for (int i = 0; i < shape.rank(); i++) {
            size += 2 + dimSize(shape.dim(i));
        }
        return size;
    }

    /** Returns the encoded size of a dimension. Protobuf omits the value 0. */
    private static int dimSize(int dim) {
        return dim == 0 ? 0 : 1 + Varints.size(dim);
    }

    private static int shape(Shape shape, int size, byte[] target, int from) {
        int at = from;
        target[at++] = SHAPE_TAG;
        at = Varints.write(target, at, size);
        for (int i = 0; i < shape.rank(); i++) {
            int dim = shape.dim(i);
            target[at++] = DIM_TAG;
            target[at++] = (byte) dimSize(dim);
            if (dim != 0) {
                target[at++] = SIZE_TAG;
                at = Varints.write(target, at, dim);
            }
        }
        return at;
    }

    private static long valuesSize(Values values) {
        if (values.size() == 0) {
            return 0;
        }
        if (values.dtype() != DType.STRING) {
            int size = values.size() * values.dtype().byteSize();
            return 1L + Varints.size(size) + size;
        }
        long size = 0;
        for (int i = 0; i < values.size(); i++) {
            int length = values.viewAt(i).remaining();
            size += 1L + Varints.size(length) + length;
        }
        return size;
    }

    private static void values(Values values, byte[] target, int from) {
        int at = from;
        if (values.dtype() == DType.STRING) {
            for (int i = 0; i < values.size(); i++) {
                ByteBuffer string = values.viewAt(i);
                int length = string.remaining();
                target[at++] = STRING_TAG;
                at = Varints.write(target, at, length);
                string.get(target, at, length);
                at += length;
            }
        } else if (values.size() > 0) {
            ByteBuffer data = values.data();
            int length = data.remaining();
            target[at++] = CONTENT_TAG;
            at = Varints.write(target, at, length);
            data.get(target, at, length);
            if (values.dtype() == DType.BOOL) {
                for (int i = 0; i < length; i++) {
                    target[at + i] = (byte) (values.booleanAt(i) ? 1 : 0);
                }
            }
        }
    }
}
