package dev.riffle.tensor;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.riffle.io.Bytes;
import dev.riffle.oracle.tensorflow.TensorProto;
import dev.riffle.oracle.tensorflow.TensorShapeProto;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;

/** Parses tensors with protobuf-java and a simple implementation of the rules of parse_tensor. */
final class PlainTensor {

    private PlainTensor() {}

    /** Returns the tensor, or empty if the rules reject the message. */
    static Optional<DenseTensor> parse(byte[] bytes) {
        TensorProto proto;
        try {
            proto = TensorProto.parseFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
            return Optional.empty();
        }
        Optional<DType> dtype = DType.numbered(proto.getDtype());
        Optional<Shape> shape = shape(proto.getTensorShape());
        if (dtype.isEmpty() || shape.isEmpty()) {
            return Optional.empty();
        }
        int elements = (int) shape.get().elements();
        return values(proto, dtype.get(), elements).map(values -> DenseTensor.of(shape.get(), values));
    }

    private static Optional<Shape> shape(TensorShapeProto proto) {
        BigInteger elements = BigInteger.ONE;
        for (TensorShapeProto.Dim dim : proto.getDimList()) {
            elements = elements.multiply(BigInteger.valueOf(dim.getSize()));
            if (dim.getSize() < 0 || dim.getSize() > Integer.MAX_VALUE || elements.bitLength() > 63) {
                return Optional.empty();
            }
        }
        // The tests never compare tensors of this size.
        return proto.getDimCount() > 254 || elements.bitLength() > 25
                ? Optional.empty()
                : Optional.of(Shape.of(proto.getDimList().stream()
                        .mapToInt(dim -> (int) dim.getSize())
                        .toArray()));
    }

    private static Optional<Values> values(TensorProto proto, DType dtype, int elements) {
        ByteString content = proto.getTensorContent();
        if (dtype == DType.STRING) {
            return elements > 0 && !content.isEmpty()
                    ? strings(content.asReadOnlyByteBuffer(), elements)
                    : Optional.of(Values.ofBytes(repeated(
                            proto.getStringValList().stream()
                                    .map(value -> Bytes.ofOwned(value.toByteArray()))
                                    .toList(),
                            elements,
                            Bytes.empty())));
        }
        if (elements > 0 && !content.isEmpty()) {
            boolean fits = content.size() == elements * dtype.byteSize();
            for (byte b : content) {
                fits &= dtype != DType.BOOL || b == 0 || b == 1;
            }
            return fits ? Optional.of(Values.wrap(dtype, elements, content.asReadOnlyByteBuffer())) : Optional.empty();
        }
        ByteBuffer data = ByteBuffer.allocate(elements * dtype.byteSize() + 16).order(ByteOrder.LITTLE_ENDIAN);
        switch (dtype) {
            case FLOAT32 -> repeated(proto.getFloatValList(), elements, 0f).forEach(data::putFloat);
            case FLOAT64 -> repeated(proto.getDoubleValList(), elements, 0.0).forEach(data::putDouble);
            case COMPLEX64 ->
                repeated(pairs(proto.getScomplexValList()), elements, List.of(0f, 0f))
                        .forEach(pair -> pair.forEach(data::putFloat));
            case COMPLEX128 ->
                repeated(pairs(proto.getDcomplexValList()), elements, List.of(0.0, 0.0))
                        .forEach(pair -> pair.forEach(data::putDouble));
            case INT64 -> repeated(proto.getInt64ValList(), elements, 0L).forEach(data::putLong);
            case UINT64 -> repeated(proto.getUint64ValList(), elements, 0L).forEach(data::putLong);
            case UINT32 -> repeated(proto.getUint32ValList(), elements, 0).forEach(data::putInt);
            case FLOAT16, BFLOAT16 ->
                repeated(proto.getHalfValList(), elements, 0).forEach(value -> data.putShort(value.shortValue()));
            case BOOL ->
                repeated(proto.getBoolValList(), elements, false).forEach(value -> data.put((byte) (value ? 1 : 0)));
            case FLOAT8_E5M2, FLOAT8_E4M3FN, FLOAT8_E4M3FNUZ, FLOAT8_E4M3B11FNUZ, FLOAT8_E5M2FNUZ, FLOAT4_E2M1FN -> {
                List<Byte> listed = new ArrayList<>();
                proto.getFloat8Val().forEach(listed::add);
                repeated(listed, elements, (byte) 0).forEach(data::put);
            }
            default -> repeated(proto.getIntValList(), elements, 0).forEach(narrowed(dtype, data)::accept);
        }
        return Optional.of(Values.wrap(dtype, elements, data));
    }

    private static IntConsumer narrowed(DType dtype, ByteBuffer data) {
        return switch (dtype.byteSize()) {
            case 1 -> value -> data.put((byte) value);
            case 2 -> value -> data.putShort((short) value);
            default -> data::putInt;
        };
    }

    private static <T> List<List<T>> pairs(List<T> parts) {
        List<List<T>> pairs = new ArrayList<>();
        for (int i = 0; i + 1 < parts.size(); i += 2) {
            pairs.add(parts.subList(i, i + 2));
        }
        return pairs;
    }

    private static <T> List<T> repeated(List<T> listed, int elements, T nothing) {
        List<T> all = new ArrayList<>();
        for (int i = 0; i < elements; i++) {
            all.add(listed.isEmpty() ? nothing : listed.get(Math.min(i, listed.size() - 1)));
        }
        return all;
    }

    private static Optional<Values> strings(ByteBuffer content, int elements) {
        List<Long> lengths = new ArrayList<>();
        long total = 0;
        for (int i = 0; i < elements; i++) {
            long length = 0;
            int size = 0;
            while (true) {
                if (!content.hasRemaining() || size == 5) {
                    return Optional.empty();
                }
                byte next = content.get();
                length |= (next & 0x7fL) << 7 * size++;
                if (next >= 0) {
                    break;
                }
            }
            lengths.add(length & 0xffffffffL);
            total += length & 0xffffffffL;
        }
        if (total != content.remaining()) {
            return Optional.empty();
        }
        List<Bytes> strings = new ArrayList<>();
        for (long length : lengths) {
            byte[] string = new byte[(int) length];
            content.get(string);
            strings.add(Bytes.ofOwned(string));
        }
        return Optional.of(Values.ofBytes(strings));
    }
}
