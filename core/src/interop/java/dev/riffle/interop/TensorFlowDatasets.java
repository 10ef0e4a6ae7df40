package dev.riffle.interop;

import dev.riffle.interop.ElementForm.Component;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.tensorflow.EagerSession;
import org.tensorflow.Operand;
import org.tensorflow.Operation;
import org.tensorflow.OperationBuilder;
import org.tensorflow.Output;
import org.tensorflow.Tensor;
import org.tensorflow.exceptions.TFOutOfRangeException;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.ndarray.buffer.DataBuffers;
import org.tensorflow.op.Ops;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.data.DatasetOptions.AutotuneOptions;
import org.tensorflow.proto.data.DatasetOptions.OptimizationOptions;
import org.tensorflow.proto.data.DatasetOptions.Options;
import org.tensorflow.types.TInt64;
import org.tensorflow.types.TString;

/**
 * Creates TensorFlow's datasets from plans, one dataset for each plan. This class adds one operation after another,
 * like a Python program, and rewrites the pipeline like TensorFlow. It omits operations that change nothing, and
 * combines a shuffle with a repeat directly after it. It rewrites nothing else, because with TensorFlow's prefetch the
 * number of drawn seeds would depend on timing. Closing this object releases its memory.
 */
final class TensorFlowDatasets implements AutoCloseable {

    /** TensorFlow's default buffer size in bytes. */
    private static final long BUFFER_BYTES = 256 << 10;

    /** The code that rewrites a pipeline to the form that runs. */
    enum Rewriting {
        /** This class rewrites the pipeline. TensorFlow changes nothing and reads nothing ahead. */
        HERE,
        /** TensorFlow itself rewrites the pipeline, with those of its default rules that change the drawn seeds. */
        BY_TENSORFLOW
    }

    private final EagerSession session = EagerSession.create();
    private final Ops tf = Ops.create(session);
    private final Rewriting rewriting;
    private final List<Path> files;
    private final List<String> compressions;
    private final Map<PipelinePlan, Output<?>> made = new IdentityHashMap<>();
    private final Map<PipelinePlan, Output<?>> generators = new IdentityHashMap<>();

    /** Creates datasets over these files. The compressions have TensorFlow's names. */
    TensorFlowDatasets(List<Path> files, List<String> compressions, Rewriting rewriting) {
        this.rewriting = rewriting;
        this.files = files;
        this.compressions = compressions;
    }

    /** A pass over the data that begins immediately. */
    final class Pass implements AutoCloseable {

        private final List<Component> components;
        private final Operation iterator;

        private Pass(PipelinePlan plan) {
            components = plan.form.components();
            iterator = typed("AnonymousIteratorV2", plan).build();
            Output<?> dataset = typed("OptionsDataset", plan, dataset(plan))
                    .setAttr("serialized_options", options().toByteArray())
                    .build()
                    .output(0);
            op("MakeIterator", dataset, iterator.output(0)).build();
        }

        /**
         * Returns the next element as text.
         *
         * @throws TFOutOfRangeException at the end
         * @throws org.tensorflow.exceptions.TensorFlowException if TensorFlow cannot compute the element
         */
        String next() {
            Operation next =
                    typed("IteratorGetNext", components, iterator.output(0)).build();
            StringJoiner words = new StringJoiner(" ");
            for (int i = 0; i < components.size(); i++) {
                words.add(inWords(next.output(i).asTensor()));
            }
            return words.toString();
        }

        @Override
        public void close() {
            op("DeleteIterator", iterator.output(0), iterator.output(1)).build();
        }
    }

    /** Begins a pass. */
    Pass pass(PipelinePlan plan) {
        return new Pass(plan);
    }

    private Options options() {
        boolean isAsked = rewriting == Rewriting.BY_TENSORFLOW;
        OptimizationOptions optimization = OptimizationOptions.newBuilder()
                .setApplyDefaultOptimizations(false)
                .setNoopElimination(isAsked)
                .setShuffleAndRepeatFusion(isAsked)
                .build();
        return Options.newBuilder()
                .setAutotuneOptions(AutotuneOptions.newBuilder().setEnabled(false))
                .setOptimizationOptions(optimization)
                .build();
    }

    private Output<?> dataset(PipelinePlan plan) {
        Output<?> dataset = made.get(plan);
        if (dataset == null) {
            dataset = changesNothing(plan) ? dataset(plan.input()) : make(plan);
            made.put(plan, dataset);
        }
        return dataset;
    }

    private boolean changesNothing(PipelinePlan plan) {
        if (rewriting == Rewriting.BY_TENSORFLOW) {
            return false;
        }
        return switch (plan.op) {
            case TAKE -> plan.number(0) < 0;
            case SKIP, PREFETCH -> plan.number(0) == 0;
            case REPEAT, SHARD -> plan.number(0) == 1;
            default -> false;
        };
    }

    private Output<?> make(PipelinePlan plan) {
        return switch (plan.op) {
            case RANGE ->
                typed("RangeDataset", plan, number(plan, 0), number(plan, 1), number(plan, 2))
                        .build()
                        .output(0);
            case RANDOM ->
                typed("RandomDatasetV2", plan, number(plan, 0), number(plan, 1), generator(plan, 0))
                        .setAttr("rerandomize_each_iteration", plan.is(2))
                        .build()
                        .output(0);
            case RECORDS -> records(plan);
            case TAKE -> unary("TakeDataset", plan);
            case SKIP -> unary("SkipDataset", plan);
            case PREFETCH -> unary("PrefetchDataset", plan);
            case SHARD -> unary("ShardDataset", plan);
            case REPEAT -> repeat(plan);
            case SHUFFLE -> shuffle("ShuffleDatasetV3", plan, plan, List.of());
            case BATCH ->
                typed("BatchDatasetV2", plan, input(plan), number(plan, 0), flag(plan.is(1)))
                        .build()
                        .output(0);
            case PADDED_BATCH -> paddedBatch(plan);
            case UNBATCH -> unary("UnbatchDataset", plan);
            case REBATCH ->
                typed("RebatchDatasetV2", plan, input(plan), vector(plan.number(0)), flag(plan.is(1)))
                        .build()
                        .output(0);
            case CACHE ->
                typed("CacheDatasetV2", plan, input(plan), text(""), cache())
                        .build()
                        .output(0);
            case ENUMERATE -> enumerate(plan);
            case ZIP ->
                typed("ZipDataset", plan.form.components())
                        .addInputList(new Output<?>[] {input(plan), dataset(plan.inputs.get(1))})
                        .build()
                        .output(0);
            case CONCATENATE ->
                typed("ConcatenateDataset", plan, input(plan), dataset(plan.inputs.get(1)))
                        .build()
                        .output(0);
            case CHOOSE ->
                typed("DirectedInterleaveDataset", plan, dataset(plan.inputs.get(2)))
                        .addInputList(new Output<?>[] {input(plan), dataset(plan.inputs.get(1))})
                        .setAttr("stop_on_empty_dataset", !plan.is(0))
                        .build()
                        .output(0);
        };
    }

    private Output<?> input(PipelinePlan plan) {
        return dataset(plan.input());
    }

    /** Adds an operation that has a dataset and the numbers of the plan as inputs. */
    private Output<?> unary(String name, PipelinePlan plan) {
        OperationBuilder operation = typed(name, plan, input(plan));
        plan.numbers.forEach(number -> operation.addInput(constant(number)));
        return operation.build().output(0);
    }

    private Output<?> records(PipelinePlan plan) {
        List<String> names = plan.numbers.stream()
                .map(number -> files.get(number.intValue()).toString())
                .toList();
        // A pass copies its dataset into a graph. The newer operation does not support this copy.
        return op(
                        "TFRecordDataset",
                        tf.array(names.toArray(String[]::new)).asOutput(),
                        text(compressions.get((int) plan.number(0))),
                        constant(BUFFER_BYTES))
                .build()
                .output(0);
    }

    private Output<?> repeat(PipelinePlan plan) {
        PipelinePlan before = plan.input();
        while (changesNothing(before)) {
            before = before.input();
        }
        if (plan.number(0) == 0) {
            // The result is equivalent. TensorFlow would fail if it combined this repeat with a shuffle.
            return unary("TakeDataset", plan);
        }
        if (rewriting == Rewriting.BY_TENSORFLOW || before.op != PipelinePlan.Op.SHUFFLE) {
            return unary("RepeatDataset", plan);
        }
        long count = Math.max(-1, plan.number(0));
        return shuffle("ShuffleAndRepeatDatasetV2", plan, before, List.of(constant(count)));
    }

    private Output<?> shuffle(String name, PipelinePlan plan, PipelinePlan shuffle, List<Output<?>> counts) {
        OperationBuilder operation =
                typed(name, plan, input(shuffle), number(shuffle, 0), number(shuffle, 1), number(shuffle, 2));
        counts.forEach(operation::addInput);
        return operation
                .addInput(generator(shuffle, 1))
                .setAttr("reshuffle_each_iteration", shuffle.is(3))
                .build()
                .output(0);
    }

    /**
     * Returns the seed generator of a random operation. The seeds are the plan's numbers from {@code first} on, and the
     * flag follows the seeds.
     */
    private Output<?> generator(PipelinePlan plan, int first) {
        Output<?> generator = generators.get(plan);
        if (generator == null) {
            generator = op(
                            "AnonymousSeedGenerator",
                            number(plan, first),
                            number(plan, first + 1),
                            flag(plan.is(first + 2)))
                    .build()
                    .output(0);
            generators.put(plan, generator);
        }
        return generator;
    }

    private Output<?> cache() {
        return op("AnonymousMemoryCache").build().output(0);
    }

    private Output<?> paddedBatch(PipelinePlan plan) {
        List<Output<?>> shapes = new ArrayList<>();
        List<Output<?>> values = new ArrayList<>();
        for (Component component : plan.input().form.components()) {
            long[] dims = new long[component.shape().numDimensions()];
            Arrays.fill(dims, -1);
            shapes.add(vector(dims));
            values.add(component.type() == DataType.DT_STRING ? text("") : constant(0));
        }
        OperationBuilder operation = op("PaddedBatchDatasetV2", input(plan), number(plan, 0));
        // Adds the values one by one: in a list, the library would give all values the type of the first value.
        shapes.forEach(operation::addInput);
        values.forEach(operation::addInput);
        return operation
                .setAttr("N", shapes.size())
                .addInput(flag(plan.is(1)))
                .setAttr("Toutput_types", types(plan.form.components()))
                .setAttr("output_shapes", shapes(plan.form.components()))
                .build()
                .output(0);
    }

    private Output<?> enumerate(PipelinePlan plan) {
        Component number = new Component(DataType.DT_INT64, Shape.scalar());
        Output<?> numbers = typed(
                        "RangeDataset", List.of(number), number(plan, 0), constant(Long.MAX_VALUE), constant(1))
                .build()
                .output(0);
        return typed("ZipDataset", plan.form.components())
                .addInputList(new Output<?>[] {numbers, input(plan)})
                .build()
                .output(0);
    }

    private OperationBuilder typed(String name, PipelinePlan plan, Output<?>... inputs) {
        return typed(name, plan.form.components(), inputs);
    }

    private OperationBuilder typed(String name, List<Component> components, Output<?>... inputs) {
        return op(name, inputs).setAttr("output_types", types(components)).setAttr("output_shapes", shapes(components));
    }

    private static DataType[] types(List<Component> components) {
        return components.stream().map(Component::type).toArray(DataType[]::new);
    }

    /**
     * Returns shapes as an attribute. Shapes are unknown unless all are scalars. TensorFlow uses only the shapes of
     * ranges, and the library sends wrong shapes if there are several.
     */
    private static Shape[] shapes(List<Component> components) {
        boolean isScalar =
                components.stream().allMatch(component -> component.shape().numDimensions() == 0);
        Shape[] shapes = new Shape[components.size()];
        Arrays.fill(shapes, isScalar ? Shape.scalar() : Shape.unknown());
        return shapes;
    }

    private OperationBuilder op(String name, Output<?>... inputs) {
        OperationBuilder operation = session.opBuilder(name, name, tf.scope());
        for (Output<?> input : inputs) {
            operation.addInput(input);
        }
        return operation;
    }

    private Output<?> number(PipelinePlan plan, int index) {
        return constant(plan.number(index));
    }

    private Output<?> constant(long number) {
        return tf.constant(number).asOutput();
    }

    private Output<?> vector(long... numbers) {
        return tf.constant(numbers).asOutput();
    }

    private Output<?> flag(boolean is) {
        return tf.constant(is).asOutput();
    }

    private Output<?> text(String text) {
        Operand<TString> constant = tf.constantOf(TString.tensorOfBytes(
                Shape.scalar(), DataBuffers.ofObjects(new byte[][] {text.getBytes(StandardCharsets.UTF_8)})));
        return constant.asOutput();
    }

    private static String inWords(Tensor tensor) {
        StringJoiner dims = new StringJoiner(",", "[", "]");
        for (long dim : tensor.shape().asArray()) {
            dims.add(String.valueOf(dim));
        }
        StringJoiner values = new StringJoiner(",");
        if (tensor instanceof TInt64 numbers) {
            numbers.scalars().forEach(value -> values.add(String.valueOf(value.getLong())));
        } else {
            ((TString) tensor).scalars().forEach(value -> values.add(value.getObject()));
        }
        return dims + values.toString();
    }

    @Override
    public void close() {
        session.close();
    }
}
