package dev.riffle.interop;

import dev.riffle.dataset.BatchDataset;
import dev.riffle.dataset.ChooseDataset;
import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.RandomDataset;
import dev.riffle.dataset.RecordDataset;
import dev.riffle.dataset.collate.Collator;
import dev.riffle.dataset.stage.Pair;
import dev.riffle.dataset.stage.Reshuffle;
import dev.riffle.dataset.stage.Seed;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import java.nio.file.Path;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** Creates Riffle's datasets from plans, one dataset for each plan. */
final class RiffleDatasets {

    private final List<Path> files;
    private final Map<PipelinePlan, Dataset<Object>> made = new IdentityHashMap<>();

    RiffleDatasets(List<Path> files) {
        this.files = files;
    }

    /** Returns the dataset of the plan. */
    Dataset<Object> dataset(PipelinePlan plan) {
        Dataset<Object> dataset = made.get(plan);
        if (dataset == null) {
            dataset = make(plan);
            made.put(plan, dataset);
        }
        return dataset;
    }

    @SuppressWarnings("unchecked")
    private Dataset<Object> make(PipelinePlan plan) {
        return (Dataset<Object>)
                switch (plan.op) {
                    case RANGE -> Dataset.range(plan.number(0), plan.number(1), plan.number(2));
                    case RANDOM -> random(plan);
                    case RECORDS ->
                        RecordDataset.files(plan.numbers.stream()
                                .map(number -> files.get(number.intValue()))
                                .toList());
                    case ZIP -> Dataset.zip(input(plan), dataset(plan.inputs.get(1)));
                    case CONCATENATE -> input(plan).concatenate(dataset(plan.inputs.get(1)));
                    case CHOOSE -> choose(plan);
                    case TAKE -> input(plan).take(plan.number(0));
                    case SKIP -> input(plan).skip(plan.number(0));
                    case SHARD -> input(plan).shard(plan.number(0), plan.number(1));
                    case REPEAT -> input(plan).repeat(plan.number(0));
                    case SHUFFLE ->
                        input(plan)
                                .shuffle(
                                        plan.number(0),
                                        new Seed(plan.number(1), plan.number(2)),
                                        plan.is(3) ? Reshuffle.EACH_ITERATION : Reshuffle.NEVER);
                    case BATCH -> batch(plan, input(plan).batch(size(plan), collator(plan, Collator.tensors())));
                    case PADDED_BATCH -> batch(plan, input(plan).batch(size(plan), collator(plan, Collator.padded())));
                    case UNBATCH -> input(plan).unbatch(plan.input().form.splitter());
                    case REBATCH ->
                        batch(
                                plan,
                                input(plan)
                                        .rebatch(
                                                size(plan),
                                                plan.input().form.splitter(),
                                                collator(plan, Collator.tensors())));
                    case CACHE -> input(plan).cache();
                    case PREFETCH -> input(plan).prefetch(size(plan));
                    case ENUMERATE -> input(plan).enumerate(plan.number(0));
                };
    }

    private Dataset<Object> input(PipelinePlan plan) {
        return dataset(plan.input());
    }

    private static RandomDataset random(PipelinePlan plan) {
        RandomDataset random = Dataset.random(new Seed(plan.number(0), plan.number(1)));
        return plan.is(2) ? random.rerandomizeEachIteration() : random;
    }

    @SuppressWarnings("unchecked")
    private Dataset<?> choose(PipelinePlan plan) {
        Dataset<?> choices = dataset(plan.inputs.get(2));
        ChooseDataset<Object> chosen =
                Dataset.chooseFromDatasets(List.of(input(plan), dataset(plan.inputs.get(1))), (Dataset<Long>) choices);
        return plan.is(0) ? chosen.skipEmptyDatasets() : chosen;
    }

    private static Dataset<Object> batch(PipelinePlan plan, BatchDataset<Object, Object> batches) {
        return plan.is(1) ? batches.dropRemainder() : batches;
    }

    private static Collator<Object, Object> collator(PipelinePlan plan, Collator<Object, ?> tensors) {
        return plan.input().form.collator(tensors);
    }

    private static int size(PipelinePlan plan) {
        return Math.toIntExact(plan.number(0));
    }

    /** Returns the dimensions and values of an element as text, in the form of {@link TensorFlowDatasets}. */
    static String inWords(Object element) {
        if (element instanceof Pair<?, ?> pair) {
            return inWords(pair.first()) + " " + inWords(pair.second());
        }
        if (element instanceof Bytes bytes) {
            return "[]" + bytes.utf8();
        }
        if (!(element instanceof DenseTensor tensor)) {
            return "[]" + element;
        }
        StringJoiner dims = new StringJoiner(",", "[", "]");
        for (int i = 0; i < tensor.shape().rank(); i++) {
            dims.add(String.valueOf(tensor.shape().dim(i)));
        }
        StringJoiner values = new StringJoiner(",");
        if (tensor.dtype() == DType.STRING) {
            tensor.values().toBytes().forEach(bytes -> values.add(bytes.utf8()));
        } else {
            for (int i = 0; i < tensor.values().size(); i++) {
                values.add(String.valueOf(tensor.values().longAt(i)));
            }
        }
        return dims + values.toString();
    }
}
