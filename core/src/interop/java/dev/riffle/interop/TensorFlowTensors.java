package dev.riffle.interop;

import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import java.nio.ByteOrder;
import java.util.List;
import org.tensorflow.EagerSession;
import org.tensorflow.Operand;
import org.tensorflow.OperationBuilder;
import org.tensorflow.Output;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.ndarray.buffer.DataBuffers;
import org.tensorflow.op.Ops;
import org.tensorflow.proto.DataType;
import org.tensorflow.types.TInt32;
import org.tensorflow.types.TString;

/**
 * Runs the operations ParseTensor, SerializeTensor, DecodeRaw and DecodePaddedRaw. Closing this object releases its
 * memory.
 */
final class TensorFlowTensors implements AutoCloseable {

    private final EagerSession session = EagerSession.create();
    private final Ops tf = Ops.create(session);

    /** Returns whether this version of TensorFlow supports the type. */
    static boolean knows(DType dtype) {
        return DataType.forNumber(dtype.number()) != null;
    }

    /** Parses a message without reading the result. Throws TensorFlow's exception if TensorFlow rejects the message. */
    Output<?> parse(byte[] message, DType dtype) {
        return session.opBuilder("ParseTensor", "parse", tf.scope())
                .addInput(strings(Shape.scalar(), List.of(message)).asOutput())
                .setAttr("out_type", type(dtype))
                .build()
                .output(0);
    }

    /** Parses a message and serializes the tensor again. */
    Bytes rewritten(byte[] message, DType dtype) {
        return serialized(parse(message, dtype));
    }

    private Bytes serialized(Output<?> tensor) {
        Output<?> serialized = session.opBuilder("SerializeTensor", "serialize", tf.scope())
                .addInput(tensor)
                .build()
                .output(0);
        return Bytes.ofOwned(((TString) serialized.asTensor()).asBytes().getObject());
    }

    /** Decodes strings and serializes the tensor. If {@code fixedLength} is 0, the strings have no fixed length. */
    Bytes decodedRaw(DenseTensor strings, DType dtype, ByteOrder order, int fixedLength) {
        long[] dims = new long[strings.shape().rank()];
        for (int i = 0; i < dims.length; i++) {
            dims[i] = strings.shape().dim(i);
        }
        Operand<TString> input = strings(
                Shape.of(dims),
                strings.values().toBytes().stream().map(Bytes::toByteArray).toList());
        OperationBuilder decode = session.opBuilder(
                        fixedLength == 0 ? "DecodeRaw" : "DecodePaddedRaw", "decode", tf.scope())
                .addInput(input.asOutput());
        if (fixedLength != 0) {
            Operand<TInt32> length = tf.constant(fixedLength);
            decode.addInput(length.asOutput());
        }
        return serialized(decode.setAttr("out_type", type(dtype))
                .setAttr("little_endian", order == ByteOrder.LITTLE_ENDIAN)
                .build()
                .output(0));
    }

    private Operand<TString> strings(Shape shape, List<byte[]> strings) {
        return tf.constantOf(TString.tensorOfBytes(shape, DataBuffers.ofObjects(strings.toArray(byte[][]::new))));
    }

    private static DataType type(DType dtype) {
        return DataType.forNumber(dtype.number());
    }

    @Override
    public void close() {
        session.close();
    }
}
