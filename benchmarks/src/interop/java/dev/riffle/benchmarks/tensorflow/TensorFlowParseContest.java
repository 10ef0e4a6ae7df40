package dev.riffle.benchmarks.tensorflow;

import dev.riffle.benchmarks.harness.Amount;
import dev.riffle.benchmarks.harness.Contest;
import dev.riffle.benchmarks.harness.Row;
import dev.riffle.benchmarks.parse.BatchParsing;
import dev.riffle.parse.ExampleParser;
import dev.riffle.parse.FeatureSpec.FixedLen;
import dev.riffle.parse.FeatureSpecs;
import dev.riffle.parse.ParsedFeatures;
import dev.riffle.parse.PayloadBatch;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Values;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tensorflow.Graph;
import org.tensorflow.Operand;
import org.tensorflow.Output;
import org.tensorflow.Result;
import org.tensorflow.Session;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.ndarray.buffer.DataBuffers;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Placeholder;
import org.tensorflow.op.io.ParseExample;
import org.tensorflow.proto.ConfigProto;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt64;
import org.tensorflow.types.TString;
import org.tensorflow.types.family.TType;

/**
 * Compares Riffle's batches with TensorFlow's own operation, ParseExampleV2, on the same batches, with one thread each.
 *
 * <p>Riffle's time is the time from Java's byte arrays to tensors, which each batch refills. TensorFlow's time is one
 * run of a graph for each batch. The input of a run is a string tensor of serialized Examples. The benchmark fills this
 * tensor before the run, so the time does not include the transfer from Java. The columns stay in TensorFlow. Two more
 * operations sum the labels and count the floats, and Java receives only the resulting number.
 *
 * <p>The benchmark creates graph and session once, with one thread between operations and one within them. The
 * operation divides a batch into about twelve parts. It parses the first part on the former thread and the others on
 * the latter. In a measurement, both threads together used no more CPU time than the elapsed time.
 */
final class TensorFlowParseContest implements Contest {

    private static final int BATCH = BatchParsing.BATCH;
    private static final int ROWS = 10 * BATCH;

    private final List<byte[]> payloads = BatchParsing.payloads(ROWS);
    private final FeatureSpecs specs;
    private final BatchParsing ours;
    private final List<TString> batches = new ArrayList<>();
    private final Graph graph = new Graph();
    private final Session session;
    private final Placeholder<TString> serialized;
    private final List<Output<?>> columns;
    private final Operand<TInt64> number;

    /**
     * Creates a comparison that parses all columns, including label and embedding, with specs of fixed length without
     * defaults.
     */
    TensorFlowParseContest(FeatureSpecs specs) {
        this.specs = specs;
        this.ours = new BatchParsing(ExampleParser.compile(specs), payloads, BATCH);
        for (int from = 0; from < ROWS; from += BATCH) {
            batches.add(strings(payloads.subList(from, from + BATCH)));
        }
        Ops tf = Ops.create(graph);
        serialized = tf.placeholder(TString.class, Placeholder.shape(Shape.of(BATCH)));
        columns = parse(tf).denseValues();
        List<String> names = List.copyOf(specs.names());
        Operand<TInt64> labels = columns.get(names.indexOf(Row.LABEL)).expect(TInt64.class);
        Operand<TInt64> floats = tf.size(columns.get(names.indexOf(Row.EMBEDDING)), TInt64.class);
        number = tf.math.add(tf.reduceSum(labels, tf.constant(0)), floats);
        ConfigProto oneThread = ConfigProto.newBuilder()
                .setIntraOpParallelismThreads(1)
                .setInterOpParallelismThreads(1)
                .build();
        session = new Session(graph, oneThread);
    }

    private ParseExample parse(Ops tf) {
        List<byte[]> keys = new ArrayList<>();
        List<Operand<?>> noDefaults = new ArrayList<>();
        List<Shape> shapes = new ArrayList<>();
        specs.asMap().forEach((name, spec) -> {
            keys.add(name.getBytes(StandardCharsets.UTF_8));
            noDefaults.add(tf.constantOf(none(spec.dtype())));
            int[] dims = ((FixedLen) spec).shape().toArray();
            shapes.add(Shape.of(Arrays.stream(dims).asLongStream().toArray()));
        });
        Operand<TString> none = tf.constantOf(strings(List.of()));
        return tf.io.parseExample(
                serialized,
                none,
                none,
                tf.constantOf(strings(keys)),
                none,
                noDefaults,
                0L,
                List.of(),
                List.of(),
                List.of(),
                shapes);
    }

    private static TType none(DType dtype) {
        return switch (dtype) {
            case INT64 -> TInt64.tensorOf(Shape.of(0));
            case FLOAT32 -> TFloat32.tensorOf(Shape.of(0));
            case STRING -> strings(List.of());
            default -> throw new IllegalArgumentException("unexpected type in a row: " + dtype);
        };
    }

    private static TString strings(List<byte[]> strings) {
        return TString.tensorOfBytes(Shape.of(strings.size()), DataBuffers.ofObjects(strings.toArray(byte[][]::new)));
    }

    @Override
    public Amount amount() {
        return Amount.of(payloads);
    }

    @Override
    public long ours() {
        return ours.pass();
    }

    @Override
    public long baseline() {
        long sum = 0;
        for (TString batch : batches) {
            try (Result result =
                    session.runner().feed(serialized, batch).fetch(number).run()) {
                sum += ((TInt64) result.get(0)).getLong();
            }
        }
        return sum;
    }

    /** Checks that every value of every column is equal. */
    @Override
    public void check() {
        Contest.requireEqual(ours(), baseline());
        ExampleParser parser = ExampleParser.compile(specs);
        for (int i = 0; i < batches.size(); i++) {
            PayloadBatch batch = new PayloadBatch();
            payloads.subList(i * BATCH, (i + 1) * BATCH).forEach(batch::add);
            ParsedFeatures parsed = parser.parse(batch);
            Session.Runner runner = session.runner().feed(serialized, batches.get(i));
            columns.forEach(runner::fetch);
            try (Result result = runner.run()) {
                int column = 0;
                for (String name : specs.names()) {
                    check(parsed.dense(name).values(), result.get(column++));
                }
            }
        }
    }

    private static void check(Values values, org.tensorflow.Tensor theirs) {
        Contest.requireEqual((long) values.size(), theirs.shape().size());
        int[] at = {0};
        switch (values.dtype()) {
            case INT64 ->
                ((TInt64) theirs)
                        .scalars()
                        .forEach(scalar -> Contest.requireEqual(values.longAt(at[0]++), scalar.getLong()));
            case FLOAT32 ->
                ((TFloat32) theirs)
                        .scalars()
                        .forEach(scalar -> Contest.requireEqual(values.floatAt(at[0]++), scalar.getFloat()));
            case STRING ->
                ((TString) theirs)
                        .asBytes()
                        .scalars()
                        .forEach(scalar -> Contest.requireEqual(
                                true, Arrays.equals(values.bytesAt(at[0]++).toByteArray(), scalar.getObject())));
            case INT32, FLOAT64 -> throw new IllegalStateException("unexpected type in a row: " + values.dtype());
        }
    }

    @Override
    public void close() {
        batches.forEach(TString::close);
        session.close();
        graph.close();
    }
}
