package dev.riffle.interop;

import dev.riffle.io.Bytes;
import dev.riffle.parse.ExpectedTensor;
import dev.riffle.parse.FeatureSpec;
import dev.riffle.parse.FeatureSpec.FixedLen;
import dev.riffle.parse.FeatureSpec.FixedLenSequence;
import dev.riffle.parse.FeatureSpec.Ragged;
import dev.riffle.parse.FeatureSpec.VarLen;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Values;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.tensorflow.EagerSession;
import org.tensorflow.Operand;
import org.tensorflow.Tensor;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.ndarray.buffer.DataBuffers;
import org.tensorflow.op.Ops;
import org.tensorflow.op.io.ParseExample;
import org.tensorflow.op.io.ParseSequenceExample;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt32;
import org.tensorflow.types.TInt64;
import org.tensorflow.types.TString;
import org.tensorflow.types.family.TNumber;
import org.tensorflow.types.family.TType;

/**
 * Runs the operations ParseExampleV2 and ParseSequenceExampleV2 with the arguments of
 * {@code tensorflow/python/ops/parsing_ops.py}. Supports all specs whose results Python's library does not change
 * afterwards. Sparse specs and partitions are not supported. Closing this object releases its memory.
 */
final class TensorFlowParser implements AutoCloseable {

    private final EagerSession session = EagerSession.create();
    private final Ops tf = Ops.create(session);

    /**
     * The result for a batch of SequenceExamples, or for a single SequenceExample.
     *
     * @param lengths the number of steps of the sequences of fixed length; empty for a single SequenceExample
     */
    record Sequences(
            Map<String, ExpectedTensor> context,
            Map<String, ExpectedTensor> lists,
            Map<String, ExpectedTensor> lengths) {}

    /** The specs, grouped by their role in the operations. */
    private record Roles(
            Map<String, FixedLen> fixed,
            Map<String, FixedLenSequence> sequences,
            Map<String, VarLen> sparse,
            Map<String, Ragged> ragged) {

        static Roles of(Map<String, FeatureSpec> specs) {
            return new Roles(
                    only(FixedLen.class, specs),
                    only(FixedLenSequence.class, specs),
                    only(VarLen.class, specs),
                    only(Ragged.class, specs));
        }

        private static <T extends FeatureSpec> Map<String, T> only(Class<T> kind, Map<String, FeatureSpec> specs) {
            Map<String, T> some = new LinkedHashMap<>();
            specs.forEach((name, spec) -> {
                if (kind.isInstance(spec)) {
                    some.put(name, kind.cast(spec));
                }
            });
            return some;
        }
    }

    /**
     * Parses Examples as a batch.
     *
     * @throws org.tensorflow.exceptions.TFInvalidArgumentException if TensorFlow rejects an Example
     */
    Map<String, ExpectedTensor> examples(Map<String, FeatureSpec> specs, List<byte[]> payloads) {
        return examples(Roles.of(specs), strings(Shape.of(payloads.size()), payloads), true);
    }

    /**
     * Parses a single Example.
     *
     * @throws org.tensorflow.exceptions.TFInvalidArgumentException if TensorFlow rejects the Example
     */
    Map<String, ExpectedTensor> example(Map<String, FeatureSpec> specs, byte[] payload) {
        return examples(Roles.of(specs), strings(Shape.scalar(), List.of(payload)), false);
    }

    private Map<String, ExpectedTensor> examples(Roles roles, Operand<TString> serialized, boolean isBatch) {
        Map<String, FeatureSpec> dense = new LinkedHashMap<>(roles.fixed);
        dense.putAll(roles.sequences);
        List<Operand<?>> defaults = new ArrayList<>(defaults(roles.fixed));
        roles.sequences.values().forEach(spec -> defaults.add(padding(spec)));
        List<Shape> shapes = new ArrayList<>(shapes(roles.fixed));
        roles.sequences.values().forEach(spec -> shapes.add(shape(spec.shape().prepend(0), -1)));
        ParseExample parsed = tf.io.parseExample(
                serialized,
                keys(List.of()),
                keys(roles.sparse.keySet()),
                keys(dense.keySet()),
                keys(roles.ragged.keySet()),
                defaults,
                (long) roles.sparse.size(),
                types(roles.sparse.values()),
                types(roles.ragged.values()),
                splitTypes(roles.ragged.values()),
                shapes);
        Map<String, ExpectedTensor> tensors = new LinkedHashMap<>();
        putDense(dense, parsed.denseValues(), tensors);
        putSparse(roles.sparse, parsed.sparseIndices(), parsed.sparseValues(), parsed.sparseShapes(), tensors);
        if (isBatch) {
            putRagged(roles.ragged, parsed.raggedValues(), List.of(parsed.raggedRowSplits()), tensors);
        } else {
            putDense(roles.ragged, parsed.raggedValues(), tensors);
        }
        return tensors;
    }

    /**
     * Parses SequenceExamples as a batch.
     *
     * @throws org.tensorflow.exceptions.TFInvalidArgumentException if TensorFlow rejects a SequenceExample
     */
    Sequences sequenceExamples(
            Map<String, FeatureSpec> context, Map<String, FeatureSpec> lists, List<byte[]> payloads) {
        return sequences(Roles.of(context), Roles.of(lists), strings(Shape.of(payloads.size()), payloads), true);
    }

    /**
     * Parses a single SequenceExample.
     *
     * @throws org.tensorflow.exceptions.TFInvalidArgumentException if TensorFlow rejects the SequenceExample
     */
    Sequences sequenceExample(Map<String, FeatureSpec> context, Map<String, FeatureSpec> lists, byte[] payload) {
        return sequences(Roles.of(context), Roles.of(lists), strings(Shape.scalar(), List.of(payload)), false);
    }

    private Sequences sequences(Roles context, Roles lists, Operand<TString> serialized, boolean isBatch) {
        boolean[] mayMiss = new boolean[lists.sequences.size()];
        int i = 0;
        for (FixedLenSequence spec : lists.sequences.values()) {
            mayMiss[i++] = spec.missing() == FeatureSpec.Missing.EMPTY;
        }
        ParseSequenceExample parsed = tf.io.parseSequenceExample(
                serialized,
                keys(List.of()),
                keys(context.sparse.keySet()),
                keys(context.fixed.keySet()),
                keys(context.ragged.keySet()),
                keys(lists.sparse.keySet()),
                keys(lists.sequences.keySet()),
                keys(lists.ragged.keySet()),
                tf.constant(Shape.of(mayMiss.length), DataBuffers.of(mayMiss)),
                defaults(context.fixed),
                types(context.sparse.values()),
                types(context.ragged.values()),
                splitTypes(context.ragged.values()),
                types(lists.sequences.values()),
                types(lists.sparse.values()),
                types(lists.ragged.values()),
                splitTypes(lists.ragged.values()),
                ParseSequenceExample.NcontextSparse((long) context.sparse.size()),
                ParseSequenceExample.contextDenseShapes(shapes(context.fixed)),
                ParseSequenceExample.NfeatureListSparse((long) lists.sparse.size()),
                ParseSequenceExample.NfeatureListDense((long) lists.sequences.size()),
                ParseSequenceExample.featureListDenseShapes(lists.sequences.values().stream()
                        .map(spec -> shape(spec.shape()))
                        .toList()));
        Map<String, ExpectedTensor> contextTensors = new LinkedHashMap<>();
        putDense(context.fixed, parsed.contextDenseValues(), contextTensors);
        putSparse(
                context.sparse,
                parsed.contextSparseIndices(),
                parsed.contextSparseValues(),
                parsed.contextSparseShapes(),
                contextTensors);
        Map<String, ExpectedTensor> listTensors = new LinkedHashMap<>();
        putDense(lists.sequences, parsed.featureListDenseValues(), listTensors);
        putSparse(
                lists.sparse,
                parsed.featureListSparseIndices(),
                parsed.featureListSparseValues(),
                parsed.featureListSparseShapes(),
                listTensors);
        List<? extends Operand<?>> listRows = parsed.featureListRaggedInnerSplits();
        Map<String, ExpectedTensor> lengths = new LinkedHashMap<>();
        if (isBatch) {
            putRagged(
                    context.ragged,
                    parsed.contextRaggedValues(),
                    List.of(parsed.contextRaggedRowSplits()),
                    contextTensors);
            putRagged(
                    lists.ragged,
                    parsed.featureListRaggedValues(),
                    List.of(parsed.featureListRaggedOuterSplits(), listRows),
                    listTensors);
            int at = 0;
            for (String name : lists.sequences.keySet()) {
                lengths.put(
                        name,
                        dense(DType.INT64, parsed.featureListDenseLengths().get(at++)));
            }
        } else {
            putDense(context.ragged, parsed.contextRaggedValues(), contextTensors);
            putRagged(lists.ragged, parsed.featureListRaggedValues(), List.of(listRows), listTensors);
        }
        return new Sequences(contextTensors, listTensors, lengths);
    }

    // ---------------------------------------------------------------- inputs

    private Operand<TString> strings(Shape shape, List<byte[]> strings) {
        return tf.constantOf(TString.tensorOfBytes(shape, DataBuffers.ofObjects(strings.toArray(byte[][]::new))));
    }

    private Operand<TString> keys(Collection<String> keys) {
        return strings(
                Shape.of(keys.size()),
                keys.stream().map(key -> key.getBytes(StandardCharsets.UTF_8)).toList());
    }

    private static Shape shape(dev.riffle.tensor.Shape shape) {
        return Shape.of(
                LongStream.range(0, shape.rank()).map(i -> shape.dim((int) i)).toArray());
    }

    /** Returns the shape with another first dimension. */
    private static Shape shape(dev.riffle.tensor.Shape shape, long first) {
        long[] dims = shape(shape).asArray();
        dims[0] = first;
        return Shape.of(dims);
    }

    private static List<Shape> shapes(Map<String, FixedLen> fixed) {
        return fixed.values().stream().map(spec -> shape(spec.shape())).toList();
    }

    /** Returns the default of each spec, or a tensor without elements if the spec has no default. */
    private List<Operand<?>> defaults(Map<String, FixedLen> fixed) {
        List<Operand<?>> defaults = new ArrayList<>();
        fixed.values()
                .forEach(spec -> defaults.add(
                        spec.defaultValue().isPresent()
                                ? constant(
                                        shape(spec.shape()), spec.defaultValue().get())
                                : constant(Shape.of(0), none(spec.dtype()))));
        return defaults;
    }

    private Operand<?> padding(FixedLenSequence spec) {
        return constant(Shape.scalar(), spec.padding().orElseGet(() -> zero(spec.dtype())));
    }

    private static Values none(DType dtype) {
        return zero(dtype).slice(0, 0);
    }

    private static Values zero(DType dtype) {
        return switch (dtype) {
            case INT64 -> Values.ofLongs(0);
            case FLOAT32 -> Values.ofFloats(0);
            case STRING -> Values.ofStrings("");
            case INT32, FLOAT64 -> throw new IllegalArgumentException("not in an Example: " + dtype);
            default -> throw new IllegalArgumentException("no feature has " + dtype);
        };
    }

    private Operand<?> constant(Shape shape, Values values) {
        return switch (values.dtype()) {
            case INT64 -> tf.constant(shape, DataBuffers.of(values.toLongs()));
            case FLOAT32 -> tf.constant(shape, DataBuffers.of(values.toFloats()));
            case STRING ->
                strings(shape, values.toBytes().stream().map(Bytes::toByteArray).toList());
            case INT32, FLOAT64 -> throw new IllegalArgumentException("not in an Example: " + values.dtype());
            default -> throw new IllegalArgumentException("no feature has " + values.dtype());
        };
    }

    private static List<Class<? extends TType>> types(Collection<? extends FeatureSpec> specs) {
        List<Class<? extends TType>> types = new ArrayList<>();
        for (FeatureSpec spec : specs) {
            types.add(
                    switch (spec.dtype()) {
                        case INT64 -> TInt64.class;
                        case FLOAT32 -> TFloat32.class;
                        case STRING -> TString.class;
                        case INT32, FLOAT64 -> throw new IllegalArgumentException("not in an Example: " + spec);
                        default -> throw new IllegalArgumentException("no feature has " + spec.dtype());
                    });
        }
        return types;
    }

    private static List<Class<? extends TNumber>> splitTypes(Collection<Ragged> specs) {
        List<Class<? extends TNumber>> types = new ArrayList<>();
        specs.forEach(spec -> types.add(spec.rowSplitsDType() == DType.INT64 ? TInt64.class : TInt32.class));
        return types;
    }

    // ---------------------------------------------------------------- outputs

    private static void putDense(
            Map<String, ? extends FeatureSpec> specs,
            List<? extends Operand<?>> values,
            Map<String, ExpectedTensor> target) {
        int i = 0;
        for (Map.Entry<String, ? extends FeatureSpec> spec : specs.entrySet()) {
            target.put(spec.getKey(), dense(spec.getValue().dtype(), values.get(i++)));
        }
    }

    private static ExpectedTensor dense(DType dtype, Operand<?> values) {
        List<Long> dims = new ArrayList<>();
        for (long dim : values.asTensor().shape().asArray()) {
            dims.add(dim);
        }
        return ExpectedTensor.dense(dtype, dims, elements(dtype, values));
    }

    private static void putSparse(
            Map<String, VarLen> specs,
            List<? extends Operand<?>> indices,
            List<? extends Operand<?>> values,
            List<? extends Operand<?>> shapes,
            Map<String, ExpectedTensor> target) {
        int i = 0;
        for (Map.Entry<String, VarLen> spec : specs.entrySet()) {
            List<Long> shape = longs(shapes.get(i));
            List<Long> flat = longs(indices.get(i));
            List<List<Long>> places = new ArrayList<>();
            for (int from = 0; from < flat.size(); from += shape.size()) {
                places.add(flat.subList(from, from + shape.size()));
            }
            DType dtype = spec.getValue().dtype();
            target.put(spec.getKey(), ExpectedTensor.sparse(dtype, shape, elements(dtype, values.get(i)), places));
            i++;
        }
    }

    private static void putRagged(
            Map<String, Ragged> specs,
            List<? extends Operand<?>> values,
            List<List<? extends Operand<?>>> levels,
            Map<String, ExpectedTensor> target) {
        int i = 0;
        for (Map.Entry<String, Ragged> spec : specs.entrySet()) {
            DType dtype = spec.getValue().dtype();
            List<List<Long>> splits = new ArrayList<>();
            for (List<? extends Operand<?>> level : levels) {
                splits.add(elements(spec.getValue().rowSplitsDType(), level.get(i)).stream()
                        .map(split -> ((Number) split).longValue())
                        .toList());
            }
            target.put(spec.getKey(), ExpectedTensor.ragged(dtype, List.of(), elements(dtype, values.get(i)), splits));
            i++;
        }
    }

    private static List<Long> longs(Operand<?> operand) {
        return elements(DType.INT64, operand).stream().map(Long.class::cast).toList();
    }

    /** Returns the boxed elements of a tensor, which must have this type. */
    private static List<Object> elements(DType dtype, Operand<?> operand) {
        List<Object> elements = new ArrayList<>();
        Tensor tensor = operand.asTensor();
        if (tensor.shape().size() == 0) {
            return elements;
        }
        switch (dtype) {
            case INT64 -> ((TInt64) tensor).scalars().forEach(scalar -> elements.add(scalar.getLong()));
            case INT32 -> ((TInt32) tensor).scalars().forEach(scalar -> elements.add(scalar.getInt()));
            case FLOAT32 -> ((TFloat32) tensor).scalars().forEach(scalar -> elements.add(scalar.getFloat()));
            case STRING ->
                ((TString) tensor)
                        .asBytes()
                        .scalars()
                        .forEach(scalar -> elements.add(Bytes.ofOwned(scalar.getObject())));
            case FLOAT64 -> throw new IllegalArgumentException("TensorFlow parses no doubles");
            default -> throw new IllegalArgumentException("no feature has " + dtype);
        }
        return elements;
    }

    @Override
    public void close() {
        session.close();
    }
}
