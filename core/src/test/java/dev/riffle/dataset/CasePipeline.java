package dev.riffle.dataset;

import dev.riffle.RecordReaderOptions;
import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.conformance.ConformanceCase;
import dev.riffle.dataset.collate.Collator;
import dev.riffle.dataset.collate.Splitter;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.dataset.stage.Pair;
import dev.riffle.dataset.stage.Reshuffle;
import dev.riffle.dataset.stage.Seed;
import dev.riffle.internal.JsonValue;
import dev.riffle.io.Bytes;
import dev.riffle.io.Compression;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Builds the pipeline of a case from the source and the operations of the case. Declares the spec of the elements after
 * a function, because TensorFlow infers that spec.
 */
final class CasePipeline {

    private final Path directory;

    CasePipeline(Path directory) {
        this.directory = directory;
    }

    /** Returns whether the last operation combines all elements into one result. */
    static boolean reduces(ConformanceCase aCase) {
        List<JsonValue> ops = aCase.items("ops");
        return !ops.isEmpty() && name(ops.get(ops.size() - 1)).equals("reduce_sum");
    }

    /** Returns the pipeline without its last operation if that operation reduces. */
    Dataset<Object> build(ConformanceCase aCase) throws IOException {
        Dataset<Object> dataset = source(aCase.object("source"));
        for (JsonValue op : aCase.items("ops")) {
            if (!name(op).equals("reduce_sum")) {
                dataset = applied(dataset, name(op), new Arguments(((JsonValue.Items) op).items()));
            }
        }
        return dataset;
    }

    private static String name(JsonValue op) {
        return ((JsonValue.Text) ((JsonValue.Items) op).items().get(0)).text();
    }

    /** The arguments after the name of an operation. */
    private record Arguments(List<JsonValue> items) {

        boolean has(int index) {
            return index < items.size() && !(items.get(index) instanceof JsonValue.Null);
        }

        long number(int index) {
            return CaseElements.exact(items.get(index));
        }

        int small(int index) {
            return Math.toIntExact(number(index));
        }

        boolean flag(int index) {
            return has(index) && ((JsonValue.Bool) items.get(index)).value();
        }

        int[] numbers(int index) {
            return ((JsonValue.Items) items.get(index))
                    .items().stream()
                            .mapToInt(item -> (int) CaseElements.exact(item))
                            .toArray();
        }
    }

    private Dataset<Object> source(ConformanceCase source) throws IOException {
        if (source.has("range")) {
            Arguments range = new Arguments(source.items("range"));
            return objects(Dataset.range(range.number(0), range.number(1), range.number(2)));
        }
        if (source.has("lists")) {
            List<Object> vectors = new ArrayList<>();
            for (JsonValue list : source.items("lists")) {
                vectors.add(CaseElements.vector(((JsonValue.Items) list).items()));
            }
            return Dataset.fromList(vectors).elementSpec(ElementSpec.dense(DType.INT64, -1));
        }
        return files(source);
    }

    private Dataset<Object> files(ConformanceCase source) throws IOException {
        String name = source.text("compression");
        Compression compression = Compression.of(name.isEmpty() ? "NONE" : name);
        List<Path> paths = new ArrayList<>();
        for (JsonValue file : source.items("files")) {
            paths.add(file(((JsonValue.Items) file).items(), compression));
        }
        RecordDataset records = RecordDataset.files(paths)
                .options(RecordReaderOptions.defaults().compression(compression));
        Dataset<Object> elements = objects(
                source.has("num_parallel_reads")
                        ? records.parallelReads(Math.toIntExact(source.number("num_parallel_reads")))
                        : records);
        return elements.elementSpec(ElementSpec.scalar(DType.STRING));
    }

    /**
     * Writes a file and returns its path. The name depends on the content, so that a rebuilt pipeline reads the same
     * files.
     */
    private Path file(List<JsonValue> records, Compression compression) throws IOException {
        Path path = directory.resolve(compression.name() + "-" + records.hashCode());
        if (!Files.exists(path)) {
            RecordWriterOptions options =
                    RecordWriterOptions.defaults().compression(compression).withoutSync();
            RecordWriter.write(path, options, writer -> {
                for (JsonValue record : records) {
                    writer.write(Bytes.ofUtf8(((JsonValue.Text) record).text()));
                }
            });
        }
        return path;
    }

    @SuppressWarnings("unchecked")
    private static Dataset<Object> objects(Dataset<?> dataset) {
        return (Dataset<Object>) dataset;
    }

    private static Dataset<Object> applied(Dataset<Object> input, String op, Arguments arguments) {
        ElementSpec spec = input.elementSpec();
        return switch (op) {
            case "map_mul" -> {
                long factor = arguments.number(1);
                yield input.<Object>map(element -> CaseElements.multiplied(element, factor))
                        .elementSpec(spec);
            }
            case "map_with_seed" -> {
                int bound = arguments.small(1);
                yield input.<Object>mapWithSeed(
                                42, (element, random) -> CaseElements.multiplied(element, random.nextInt(bound)))
                        .elementSpec(spec);
            }
            case "filter_mod" -> {
                long divisor = arguments.number(1);
                long rest = arguments.number(2);
                yield input.filter(element -> Math.floorMod(CaseElements.key(element), divisor) == rest);
            }
            case "take" -> input.take(arguments.number(1));
            case "skip" -> input.skip(arguments.number(1));
            case "shard" -> input.shard(arguments.number(1), arguments.number(2));
            case "repeat" -> input.repeat(arguments.has(1) ? arguments.number(1) : -1);
            case "shuffle" ->
                input.shuffle(
                        arguments.number(1),
                        Seed.of(arguments.number(2)),
                        arguments.has(3) && !arguments.flag(3) ? Reshuffle.NEVER : Reshuffle.EACH_ITERATION);
            case "batch", "padded_batch", "ragged_batch", "rebatch" -> batched(input, op, arguments);
            case "unbatch" -> input.unbatch(splitter(spec));
            case "interleave" -> {
                long copies = arguments.number(3);
                yield objects(input.<Object>interleave(
                                        element -> Dataset.of(element).repeat(copies), arguments.small(1))
                                .blockLength(arguments.number(2)))
                        .elementSpec(spec);
            }
            case "interleave_mod" -> {
                long divisor = arguments.number(3);
                yield objects(input.<Object>interleave(
                                        element -> Dataset.of(element)
                                                .repeat(Math.floorMod(CaseElements.key(element), divisor)),
                                        arguments.small(1))
                                .blockLength(arguments.number(2)))
                        .elementSpec(spec);
            }
            case "flat_map_repeat" -> {
                long copies = arguments.number(1);
                yield input.<Object>flatMap(element -> Dataset.of(element).repeat(copies))
                        .elementSpec(spec);
            }
            case "window" -> windows(input, arguments);
            case "enumerate" ->
                objects(input.enumerate(arguments.number(1)))
                        .elementSpec(new ElementSpec.PairOf(ElementSpec.scalar(DType.INT64), spec));
            case "zip_range" ->
                objects(Dataset.zip(input, range(arguments)))
                        .elementSpec(new ElementSpec.PairOf(spec, ElementSpec.scalar(DType.INT64)));
            case "concat_range" -> input.concatenate(range(arguments));
            case "take_while_lt" -> {
                long limit = arguments.number(1);
                yield input.takeWhile(element -> CaseElements.key(element) < limit);
            }
            case "unique" -> input.unique();
            case "scan_sum" ->
                objects(input.<Long, Long>scan(0L, (sum, element) -> {
                            long next = sum + CaseElements.key(element);
                            return Pair.of(next, next);
                        }))
                        .elementSpec(ElementSpec.scalar(DType.INT64));
            case "bucket" -> buckets(input, arguments);
            case "group_by_window_mod" -> {
                long divisor = arguments.number(1);
                int size = arguments.small(2);
                Collator<Object, Object> collator = collator(spec, Collator.anyTensors());
                yield input.groupByWindow(
                                element -> Math.floorMod(CaseElements.key(element), divisor),
                                (key, group) -> group.batch(size, collator),
                                size)
                        .elementSpec(collator.forElements(spec).spec(spec, -1));
            }
            case "cache" -> input.cache();
            case "prefetch" -> input.prefetch(arguments.small(1));
            default -> throw new IllegalStateException("unknown operation " + op);
        };
    }

    private static Dataset<Object> range(Arguments arguments) {
        return objects(Dataset.range(arguments.number(1), arguments.number(2)));
    }

    private static Dataset<Object> batched(Dataset<Object> input, String op, Arguments arguments) {
        Collator<Object, ? extends Tensor> leaf = switch (op) {
            case "padded_batch" -> arguments.has(3) ? Collator.padded().value(arguments.number(3)) : Collator.padded();
            case "ragged_batch" -> Collator.ragged();
            default -> Collator.anyTensors();
        };
        int size = arguments.small(1);
        BatchDataset<?, Object> batches;
        if (op.equals("rebatch")) {
            Splitter<Object, Object> splitter = splitter(input.elementSpec());
            batches = input.rebatch(size, splitter, collator(splitter.spec(input.elementSpec()), leaf));
        } else {
            batches = input.batch(size, collator(input.elementSpec(), leaf));
        }
        return arguments.flag(2) ? batches.dropRemainder() : batches;
    }

    private static Dataset<Object> windows(Dataset<Object> input, Arguments arguments) {
        int size = arguments.small(1);
        Collator<Object, Object> collator = collator(input.elementSpec(), Collator.anyTensors());
        WindowDataset<Object> windows = input.window(size).stride(arguments.number(3));
        if (arguments.has(2)) {
            windows = windows.shift(arguments.number(2));
        }
        if (arguments.flag(4)) {
            windows = windows.dropRemainder();
        }
        return windows.<Object>flatMap(window -> window.batch(size, collator))
                .elementSpec(collator.forElements(input.elementSpec()).spec(input.elementSpec(), -1));
    }

    private static Dataset<Object> buckets(Dataset<Object> input, Arguments arguments) {
        BucketDataset<Object, Object> buckets = input.bucketBySequenceLength(
                CaseElements::entries,
                arguments.numbers(1),
                arguments.numbers(2),
                collator(input.elementSpec(), Collator.padded().value(0)));
        if (arguments.flag(3)) {
            buckets = buckets.padToBucketBoundary();
        }
        return arguments.flag(4) ? buckets.dropRemainder() : buckets;
    }

    /** Returns a collator for elements of this structure. It uses {@code leaf} for each tensor of an element. */
    @SuppressWarnings("unchecked")
    private static Collator<Object, Object> collator(ElementSpec spec, Collator<Object, ? extends Tensor> leaf) {
        Collator<?, ?> collator = spec instanceof ElementSpec.PairOf pair
                ? Collator.pairs(collator(pair.first(), leaf), collator(pair.second(), leaf))
                : leaf;
        return (Collator<Object, Object>) collator;
    }

    /** Returns a splitter for elements of this structure. The splitter returns scalars as plain values. */
    @SuppressWarnings("unchecked")
    private static Splitter<Object, Object> splitter(ElementSpec spec) {
        Splitter<?, ?> splitter = spec instanceof ElementSpec.PairOf pair
                ? Splitter.pairs(splitter(pair.first()), splitter(pair.second()))
                : new PlainSplitter();
        return (Splitter<Object, Object>) splitter;
    }

    private static final class PlainSplitter implements Splitter<Object, Object> {

        private final Splitter<Tensor, Tensor> tensors = Splitter.tensors();

        @Override
        public List<?> split(Object batch) throws Exception {
            return tensors.split((Tensor) batch).stream()
                    .map(CaseElements::plain)
                    .toList();
        }

        @Override
        public ElementSpec spec(ElementSpec batch) {
            return tensors.spec(batch);
        }

        @Override
        public int size(ElementSpec batch) {
            return tensors.size(batch);
        }
    }
}
