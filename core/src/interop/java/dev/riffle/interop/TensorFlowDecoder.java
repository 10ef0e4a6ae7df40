package dev.riffle.interop;

import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.tensorflow.EagerSession;
import org.tensorflow.Operand;
import org.tensorflow.Tensor;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.ndarray.buffer.DataBuffers;
import org.tensorflow.op.Ops;
import org.tensorflow.op.io.DecodeCsv;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TFloat64;
import org.tensorflow.types.TInt32;
import org.tensorflow.types.TInt64;
import org.tensorflow.types.TString;

/** Runs the operations DecodeCSV and DecodeJSONExample. Closing this object releases its memory. */
final class TensorFlowDecoder implements AutoCloseable {

    private final EagerSession session = EagerSession.create();
    private final Ops tf = Ops.create(session);

    /**
     * Returns the message that TensorFlow decodes from JSON.
     *
     * @throws org.tensorflow.exceptions.TFInvalidArgumentException if TensorFlow rejects the JSON
     */
    byte[] json(byte[] text) {
        TString message = tf.io.decodeJsonExample(strings(List.of(text))).asTensor();
        return message.asBytes().getObject(0);
    }

    /**
     * Returns the columns of CSV records. The default of each column is 7, or the column has no default.
     *
     * @throws org.tensorflow.exceptions.TFInvalidArgumentException if TensorFlow rejects the records
     */
    List<Values> csv(List<byte[]> records, List<DType> types, boolean withDefaults, DecodeCsv.Options... options) {
        List<Operand<?>> recordDefaults = new ArrayList<>();
        types.forEach(type -> recordDefaults.add(recordDefault(type, withDefaults ? 1 : 0)));
        DecodeCsv decoded = tf.io.decodeCsv(strings(records), recordDefaults, options);
        List<Values> columns = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            columns.add(values(decoded.output().get(i).asTensor()));
        }
        return columns;
    }

    private Operand<?> recordDefault(DType type, int size) {
        return switch (type) {
            case FLOAT32 -> tf.constant(Arrays.copyOf(new float[] {7}, size));
            case FLOAT64 -> tf.constant(Arrays.copyOf(new double[] {7}, size));
            case INT32 -> tf.constant(Arrays.copyOf(new int[] {7}, size));
            case INT64 -> tf.constant(Arrays.copyOf(new long[] {7}, size));
            default -> strings(Collections.nCopies(size, new byte[] {'7'}));
        };
    }

    private static Values values(Tensor tensor) {
        int size = (int) tensor.size();
        if (tensor instanceof TString strings) {
            List<Bytes> bytes = new ArrayList<>();
            strings.asBytes().scalars().forEach(value -> bytes.add(Bytes.ofOwned(value.getObject())));
            return Values.ofBytes(bytes);
        } else if (tensor instanceof TFloat32 floats) {
            float[] values = new float[size];
            floats.copyTo(DataBuffers.of(values));
            return Values.ofFloats(values);
        } else if (tensor instanceof TFloat64 doubles) {
            double[] values = new double[size];
            doubles.copyTo(DataBuffers.of(values));
            return Values.ofDoubles(values);
        } else if (tensor instanceof TInt32 ints) {
            int[] values = new int[size];
            ints.copyTo(DataBuffers.of(values));
            return Values.ofInts(values);
        }
        long[] values = new long[size];
        ((TInt64) tensor).copyTo(DataBuffers.of(values));
        return Values.ofLongs(values);
    }

    private Operand<TString> strings(List<byte[]> values) {
        return tf.constantOf(TString.tensorOfBytes(
                Shape.of(values.size()), DataBuffers.of(values.toArray(byte[][]::new), true, false)));
    }

    @Override
    public void close() {
        session.close();
    }
}
