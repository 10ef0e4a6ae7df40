package dev.riffle.benchmarks.tensorflow;

import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.benchmarks.harness.Amount;
import dev.riffle.benchmarks.harness.Contest;
import dev.riffle.benchmarks.walk.RiffleWalk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
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
import org.tensorflow.proto.ConfigProto;
import org.tensorflow.types.TString;
import org.tensorflow.types.family.TType;

/**
 * Compares Riffle's scan with TensorFlow's record dataset, each with one thread. The iterator of a graph reads the
 * dataset in batches. The benchmark creates the graph and its session once, and each pass restarts the iterator. The
 * timed passes count TensorFlow's records and do not copy them to Java.
 */
final class TensorFlowWalk implements Contest {

    private static final long BATCH_RECORDS = 1024;

    /** TensorFlow's default buffer size. */
    private static final long BUFFER_BYTES = 256 << 10;

    private static final List<Class<? extends TType>> STRINGS = List.of(TString.class);

    private final Path file;
    private final Graph graph = new Graph();
    private final Session session;
    private final Operation start;
    private final Output<?> next;

    TensorFlowWalk(Path file) {
        this.file = file;
        Ops tf = Ops.create(graph);
        // The operation of this name has three inputs. The Java method creates the newer operation, which fails.
        Operation dataset = graph.opBuilder("TFRecordDataset", "records", graph.baseScope())
                .addInput(tf.array(file.toString()).asOutput())
                .addInput(tf.constant("").asOutput())
                .addInput(tf.constant(BUFFER_BYTES).asOutput())
                .build();
        List<Shape> shapes = List.of(Shape.of(Shape.UNKNOWN_SIZE));
        Operand<TType> records = dataset.output(0);
        Operand<? extends TType> batches =
                tf.data.batchDataset(records, tf.constant(BATCH_RECORDS), tf.constant(false), STRINGS, shapes);
        Iterator iterator = tf.data.iterator("", "", STRINGS, shapes);
        next = tf.data
                .iteratorGetNext(iterator, STRINGS, shapes)
                .components()
                .get(0)
                .asOutput();
        start = tf.data.makeIterator(batches, iterator).op();
        ConfigProto oneThread = ConfigProto.newBuilder()
                .setIntraOpParallelismThreads(1)
                .setInterOpParallelismThreads(1)
                .build();
        session = new Session(graph, oneThread);
    }

    @Override
    public Amount amount() throws IOException {
        return Amount.of(file);
    }

    @Override
    public long ours() throws IOException {
        long records = 0;
        try (RecordReader reader = RecordReader.open(file)) {
            while (reader.next()) {
                reader.payload();
                records++;
            }
        }
        return records;
    }

    @Override
    public long baseline() {
        return walk(null);
    }

    private long walk(@Nullable CRC32C sum) {
        long records = 0;
        session.runner().addTarget(start).run();
        try {
            while (true) {
                try (Result result = session.runner().fetch(next).run()) {
                    TString batch = (TString) result.get(0);
                    records += batch.shape().get(0);
                    if (sum != null) {
                        batch.asBytes().scalars().forEach(payload -> sum.update(payload.getObject()));
                    }
                }
            }
        } catch (TFOutOfRangeException end) {
            return records;
        }
    }

    @Override
    public void check() throws IOException {
        CRC32C theirs = new CRC32C();
        Contest.requireEqual(ours(), walk(theirs));
        Contest.requireEqual(RiffleWalk.checksum(file, RecordReaderOptions.defaults()), theirs.getValue());
    }

    @Override
    public void close() {
        session.close();
        graph.close();
    }
}
