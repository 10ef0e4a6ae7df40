package dev.riffle.benchmarks.corpus;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.tensorflow.Graph;
import org.tensorflow.Operand;
import org.tensorflow.Operation;
import org.tensorflow.Output;
import org.tensorflow.Result;
import org.tensorflow.Session;
import org.tensorflow.exceptions.TFOutOfRangeException;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Ops;
import org.tensorflow.op.data.Iterator;
import org.tensorflow.types.TString;
import org.tensorflow.types.family.TType;

/** Reads files record by record with TensorFlow's own kernel. */
public final class TensorFlowReading implements GradedReader {

    /** TensorFlow's default buffer size. */
    private static final long BUFFER_BYTES = 256 << 10;

    private static final List<Class<? extends TType>> STRINGS = List.of(TString.class);
    private static final List<Shape> SHAPES = List.of(Shape.scalar());

    @Override
    public String title() {
        return "TensorFlow-Java 1.1.0 TFRecordDataset";
    }

    @Override
    public boolean isFor(CorpusRow row) {
        return row.format().equals("tfrecord");
    }

    @Override
    public void read(Path file, CorpusRow row, Consumer<byte[]> payloads) {
        String compression =
                row.compression().equals("none") ? "" : row.compression().toUpperCase(Locale.ROOT);
        try (Graph graph = new Graph()) {
            Ops tf = Ops.create(graph);
            // The operation of this name has three inputs. The Java method creates the newer operation, which fails.
            Operation dataset = graph.opBuilder("TFRecordDataset", "records", graph.baseScope())
                    .addInput(tf.array(file.toString()).asOutput())
                    .addInput(tf.constant(compression).asOutput())
                    .addInput(tf.constant(BUFFER_BYTES).asOutput())
                    .build();
            Operand<TType> records = dataset.output(0);
            Iterator iterator = tf.data.iterator("", "", STRINGS, SHAPES);
            Output<?> next = tf.data
                    .iteratorGetNext(iterator, STRINGS, SHAPES)
                    .components()
                    .get(0)
                    .asOutput();
            Operation start = tf.data.makeIterator(records, iterator).op();
            try (Session session = new Session(graph)) {
                session.runner().addTarget(start).run();
                while (true) {
                    try (Result result = session.runner().fetch(next).run()) {
                        payloads.accept(((TString) result.get(0)).asBytes().getObject());
                    }
                }
            } catch (TFOutOfRangeException end) {
                return;
            }
        }
    }
}
