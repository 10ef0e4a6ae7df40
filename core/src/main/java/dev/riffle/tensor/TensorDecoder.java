package dev.riffle.tensor;

import dev.riffle.io.Bytes;

/** Decodes the tensor of a TensorProto message. */
final class TensorDecoder {

    private TensorDecoder() {}

    static DenseTensor decode(Bytes serialized, long mostBytes) {
        TensorMessage message = TensorMessage.of(serialized);
        DType dtype = message.dtype();
        long elements = message.elements();
        Shape shape = message.shape();
        if (elements == 0) {
            return DenseTensor.of(shape, none(dtype));
        }
        Bytes content = message.content();
        if (!content.isEmpty()) {
            return DenseTensor.of(shape, ofContent(message, dtype, elements, content));
        }
        TensorLimit limit = new TensorLimit(mostBytes, message.size());
        // Each string needs an offset.
        limit.check(saturatedProduct(elements, dtype == DType.STRING ? Integer.BYTES : dtype.byteSize()));
        return DenseTensor.of(
                shape,
                dtype == DType.STRING
                        ? ListedStrings.read(message, (int) elements, limit)
                        : ListedNumbers.read(message, dtype, (int) elements));
    }

    private static long saturatedProduct(long a, int b) {
        return a > Long.MAX_VALUE / b ? Long.MAX_VALUE : a * b;
    }

    private static Values none(DType dtype) {
        return dtype == DType.STRING
                ? Values.ofStrings()
                : Values.wrap(dtype, 0, Bytes.empty().asByteBuffer());
    }

    private static Values ofContent(TensorMessage message, DType dtype, long elements, Bytes content) {
        int offset = message.contentOffset();
        if (dtype == DType.STRING) {
            return ListedStrings.ofContent(content, offset, (int) Math.min(elements, Integer.MAX_VALUE));
        }
        if (saturatedProduct(elements, dtype.byteSize()) != content.size()) {
            throw new MalformedTensorException(
                    offset,
                    "expected content of " + saturatedProduct(elements, dtype.byteSize()) + " bytes for shape "
                            + message.shape() + " of " + dtype + ", found " + content.size());
        }
        if (dtype == DType.BOOL) {
            for (int i = 0; i < content.size(); i++) {
                if ((content.get(i) & ~1) != 0) {
                    throw new MalformedTensorException(
                            offset + i, "a bool must be 0 or 1: " + Byte.toUnsignedInt(content.get(i)));
                }
            }
        }
        return Values.wrap(dtype, (int) elements, content.asByteBuffer());
    }
}
