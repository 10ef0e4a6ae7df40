package dev.riffle.interop;

import dev.riffle.io.Compression;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tensorflow.Graph;
import org.tensorflow.Operand;
import org.tensorflow.Operation;
import org.tensorflow.Result;
import org.tensorflow.Session;
import org.tensorflow.exceptions.TFOutOfRangeException;
import org.tensorflow.exceptions.TensorFlowException;
import org.tensorflow.ndarray.NdArray;
import org.tensorflow.ndarray.NdArrays;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Placeholder;
import org.tensorflow.op.data.Iterator;
import org.tensorflow.op.data.IteratorGetNext;
import org.tensorflow.types.TString;
import org.tensorflow.types.family.TType;

/** Reads and writes record files with TensorFlow's dataset operations. */
final class TensorFlowRecords {

    private static final List<Class<? extends TType>> STRINGS = List.of(TString.class);
    private static final long BATCH_RECORDS = 64;

    /** TensorFlow's default buffer size in bytes. A size of 0 would mean no buffer. */
    private static final long BUFFER_BYTES = 256 << 10;

    private TensorFlowRecords() {}

    /**
     * TensorFlow's result for a file.
     *
     * @param records the records read
     * @param error the error that ended the read, or empty at the regular end
     */
    record Outcome(List<byte[]> records, String error) {}

    /** Returns all records of a file. Throws an exception if TensorFlow cannot read the file. */
    static List<byte[]> read(Path file, Compression compression) {
        Outcome outcome = read(file, compression, BATCH_RECORDS);
        if (!outcome.error.isEmpty()) {
            throw new IllegalStateException(file + ": " + outcome.error);
        }
        return outcome.records;
    }

    /** Returns the records up to the first error, and that error. */
    static Outcome readAsFarAsItGoes(Path file, Compression compression) {
        return read(file, compression, 1);
    }

    private static Outcome read(Path file, Compression compression, long batch) {
        List<byte[]> records = new ArrayList<>();
        try (Graph graph = new Graph()) {
            Ops tf = Ops.create(graph);
            // The operation of this name has three inputs. The Java method creates the newer operation, which fails.
            Operation dataset = graph.opBuilder("TFRecordDataset", "records", graph.baseScope())
                    .addInput(tf.array(file.toString()).asOutput())
                    .addInput(tf.constant(nameOf(compression)).asOutput())
                    .addInput(tf.constant(BUFFER_BYTES).asOutput())
                    .build();
            List<Shape> shapes = List.of(Shape.of(Shape.UNKNOWN_SIZE));
            Operand<TType> all = dataset.output(0);
            Operand<? extends TType> batches =
                    tf.data.batchDataset(all, tf.constant(batch), tf.constant(false), STRINGS, shapes);
            Iterator iterator = tf.data.iterator("", "", STRINGS, shapes);
            IteratorGetNext next = tf.data.iteratorGetNext(iterator, STRINGS, shapes);
            Operation start = tf.data.makeIterator(batches, iterator).op();
            try (Session session = new Session(graph)) {
                session.runner().addTarget(start).run();
                while (true) {
                    try (Result result =
                            session.runner().fetch(next.components().get(0)).run()) {
                        NdArray<byte[]> payloads = ((TString) result.get(0)).asBytes();
                        payloads.scalars().forEach(payload -> records.add(payload.getObject()));
                    }
                }
            }
        } catch (TFOutOfRangeException e) {
            return new Outcome(records, "");
        } catch (TensorFlowException e) {
            return new Outcome(records, String.valueOf(e.getMessage()));
        }
    }

    /** Writes a file with TensorFlow. */
    static void write(Path file, Compression compression, List<byte[]> records) {
        try (Graph graph = new Graph()) {
            Ops tf = Ops.create(graph);
            Placeholder<TString> payloads =
                    tf.placeholder(TString.class, Placeholder.shape(Shape.of(Shape.UNKNOWN_SIZE)));
            Operand<? extends TType> dataset = tf.data.tensorSliceDataset(List.of(payloads), List.of(Shape.scalar()));
            Operation write = tf.data
                    .datasetToTfRecord(dataset, tf.constant(file.toString()), tf.constant(nameOf(compression)))
                    .op();
            try (Session session = new Session(graph);
                    TString values = TString.tensorOfBytes(NdArrays.vectorOfObjects(records.toArray(byte[][]::new)))) {
                session.runner().feed(payloads, values).addTarget(write).run();
            }
        }
    }

    private static String nameOf(Compression compression) {
        return compression.name().equals("NONE") ? "" : compression.name();
    }
}
