package dev.riffle.dataset;

import dev.riffle.RecordWriterOptions;
import dev.riffle.dataset.collate.Collator;
import dev.riffle.dataset.collate.PaddedCollator;
import dev.riffle.dataset.collate.Splitter;
import dev.riffle.dataset.internal.cache.MemoryCacheNode;
import dev.riffle.dataset.internal.collate.Slices;
import dev.riffle.dataset.internal.engine.Description;
import dev.riffle.dataset.internal.engine.Explanation;
import dev.riffle.dataset.internal.engine.Failures;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.ObservedNode;
import dev.riffle.dataset.internal.engine.Pipeline;
import dev.riffle.dataset.internal.engine.SeedGenerator;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.operator.AssertCardinalityNode;
import dev.riffle.dataset.internal.operator.BatchNode;
import dev.riffle.dataset.internal.operator.BucketNode;
import dev.riffle.dataset.internal.operator.ChooseNode;
import dev.riffle.dataset.internal.operator.ConcatenateNode;
import dev.riffle.dataset.internal.operator.FilterNode;
import dev.riffle.dataset.internal.operator.GroupByWindowNode;
import dev.riffle.dataset.internal.operator.IgnoreErrorsNode;
import dev.riffle.dataset.internal.operator.InterleaveNode;
import dev.riffle.dataset.internal.operator.MapNode;
import dev.riffle.dataset.internal.operator.NamedNode;
import dev.riffle.dataset.internal.operator.PrefetchNode;
import dev.riffle.dataset.internal.operator.RepeatNode;
import dev.riffle.dataset.internal.operator.SampleNode;
import dev.riffle.dataset.internal.operator.ScanNode;
import dev.riffle.dataset.internal.operator.SeededMapNode;
import dev.riffle.dataset.internal.operator.ShardNode;
import dev.riffle.dataset.internal.operator.SkipNode;
import dev.riffle.dataset.internal.operator.SpecNode;
import dev.riffle.dataset.internal.operator.TakeNode;
import dev.riffle.dataset.internal.operator.TakeWhileNode;
import dev.riffle.dataset.internal.operator.UnbatchNode;
import dev.riffle.dataset.internal.operator.UniqueNode;
import dev.riffle.dataset.internal.operator.WindowNode;
import dev.riffle.dataset.internal.operator.ZipNode;
import dev.riffle.dataset.internal.shuffle.GlobalShuffleNode;
import dev.riffle.dataset.internal.shuffle.ShuffleNode;
import dev.riffle.dataset.internal.source.GeneratorNode;
import dev.riffle.dataset.internal.source.ListNode;
import dev.riffle.dataset.internal.source.RandomNode;
import dev.riffle.dataset.internal.source.RangeNode;
import dev.riffle.dataset.stage.CheckpointException;
import dev.riffle.dataset.stage.DatasetBiFunction;
import dev.riffle.dataset.stage.DatasetException;
import dev.riffle.dataset.stage.DatasetFunction;
import dev.riffle.dataset.stage.DatasetPredicate;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.dataset.stage.Pair;
import dev.riffle.dataset.stage.Reshuffle;
import dev.riffle.dataset.stage.Seed;
import dev.riffle.index.RecordIndex;
import dev.riffle.internal.Argument;
import dev.riffle.io.Bytes;
import dev.riffle.shard.ShardNames;
import dev.riffle.shard.writer.ShardedRecordWriter;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A lazy, immutable input pipeline, like {@code tf.data.Dataset}. Each operation returns a new dataset and leaves this
 * dataset unchanged. Operations keep TensorFlow's order of elements. A dataset reads no element before
 * {@link #iterator}.
 *
 * <pre>{@code
 * long[] lengths = {3, 1, 2};
 * Dataset<List<Long>> batches = Dataset.fromArray(lengths).shuffle(100, 7).batch(2);
 * try (DatasetIterator<List<Long>> iterator = batches.iterator()) {
 *     while (iterator.hasNext()) {
 *         System.out.println(iterator.next());
 *     }
 * }
 * }</pre>
 *
 * <p>An operation with a wrong argument throws {@link IllegalArgumentException} immediately. If an element fails, the
 * iterator throws a {@link DatasetException} in place of the element.
 *
 * <p>Safe for use by several threads. The iterators of a dataset share the draws of its seeds and the elements of its
 * caches. One thread at a time may use an iterator.
 *
 * @param <T> the type of the elements, which are never null
 * @since 0.1
 */
public class Dataset<T> implements Iterable<T> {

    /** The {@link #cardinality} of an infinite dataset. */
    public static final long INFINITE_CARDINALITY = Node.INFINITE_CARDINALITY;

    /** The {@link #cardinality} of a dataset whose number of elements is unknown. */
    public static final long UNKNOWN_CARDINALITY = Node.UNKNOWN_CARDINALITY;

    private final Node<T> node;

    Dataset(Node<T> node) {
        this.node = node;
    }

    /** Returns the nodes of these datasets. */
    private static <T> List<Node<? extends T>> nodes(List<? extends Dataset<? extends T>> datasets) {
        return datasets.stream().<Node<? extends T>>map(Dataset::node).toList();
    }

    private Dataset<T> with(Node<T> other) {
        return other == node ? this : new Dataset<>(other);
    }

    /** Returns the engine's form of this dataset. */
    final Node<T> node() {
        return node;
    }

    /** Returns the numbers from 0, inclusive, to {@code stop}, exclusive. */
    public static Dataset<Long> range(long stop) {
        return range(0, stop, 1);
    }

    /** Returns the numbers from {@code start}, inclusive, to {@code stop}, exclusive. */
    public static Dataset<Long> range(long start, long stop) {
        return range(start, stop, 1);
    }

    /**
     * Returns every {@code step}-th number from {@code start}, inclusive, to {@code stop}, exclusive. The
     * {@link #cardinality} of every range whose {@code stop} is {@link Long#MAX_VALUE} is infinite, as in TensorFlow,
     * even if the range is empty or descends.
     *
     * @throws IllegalArgumentException if {@code step} is 0
     */
    public static Dataset<Long> range(long start, long stop, long step) {
        return new Dataset<>(new RangeNode(start, stop, step));
    }

    /** Returns a dataset of the given elements. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public static <T> Dataset<T> of(T... elements) {
        List<T> list = Arrays.asList(Argument.present(elements, "elements"));
        return new Dataset<>(new ListNode<>("of", Argument.allPresent(list, "elements")));
    }

    /** Returns the elements of {@code list}. Later changes of the list have no effect. */
    public static <T> Dataset<T> fromList(List<? extends T> list) {
        return new Dataset<>(new ListNode<>("fromList", Argument.allPresent(list, "list")));
    }

    /**
     * Returns the slices of a tensor along its first dimension: {@code from_tensor_slices}. The slices share the
     * tensor's memory, unless the tensor is sparse.
     *
     * @throws IllegalArgumentException if the tensor is a scalar
     */
    public static Dataset<Tensor> fromTensorSlices(Tensor tensor) {
        return new Dataset<>(ListNode.slices(Argument.present(tensor, "tensor")));
    }

    /**
     * Returns maps of the slices of several tensors along their first dimension.
     *
     * @throws IllegalArgumentException if a tensor is a scalar, or if the first dimensions differ in size
     */
    public static Dataset<Map<String, Tensor>> fromTensorSlices(Map<String, ? extends Tensor> tensors) {
        return new Dataset<>(ListNode.slices(Argument.allPresent(tensors, "tensors")));
    }

    /** Returns the numbers of an array. Later changes of the array have no effect. */
    public static Dataset<Long> fromArray(long[] array) {
        long[] copy = Argument.present(array, "array").clone();
        return slices(new Slices<>(copy.length, i -> copy[i]), DType.INT64);
    }

    /** Like {@link #fromArray(long[])}, with 32-bit integers. */
    public static Dataset<Integer> fromArray(int[] array) {
        int[] copy = Argument.present(array, "array").clone();
        return slices(new Slices<>(copy.length, i -> copy[i]), DType.INT32);
    }

    /** Like {@link #fromArray(long[])}, with 32-bit floats. */
    public static Dataset<Float> fromArray(float[] array) {
        float[] copy = Argument.present(array, "array").clone();
        return slices(new Slices<>(copy.length, i -> copy[i]), DType.FLOAT32);
    }

    /** Like {@link #fromArray(long[])}, with 64-bit floats. */
    public static Dataset<Double> fromArray(double[] array) {
        double[] copy = Argument.present(array, "array").clone();
        return slices(new Slices<>(copy.length, i -> copy[i]), DType.FLOAT64);
    }

    /** Returns the texts of an array. Later changes of the array have no effect. */
    public static Dataset<String> fromArray(String[] array) {
        List<String> texts = Arrays.asList(Argument.present(array, "array"));
        return slices(List.copyOf(Argument.allPresent(texts, "array")), DType.STRING);
    }

    /** Returns scalars. The list must never change. */
    private static <T> Dataset<T> slices(List<T> scalars, DType dtype) {
        return new Dataset<>(ListNode.slices(scalars, ElementSpec.scalar(dtype)));
    }

    /**
     * Returns the elements of a generator. Each pass calls the generator again, when the pass needs the first element.
     * Stages may call the generator on other threads than the consumer's. The run closes an iterator that is
     * {@link AutoCloseable}. To resume a checkpoint, the dataset calls the generator again and skips the elements that
     * the earlier run delivered. The generator must therefore return the same elements.
     */
    public static <T> Dataset<T> fromGenerator(Callable<? extends Iterator<? extends T>> generator) {
        return new Dataset<>(new GeneratorNode<>(Argument.present(generator, "generator")));
    }

    /**
     * Returns an infinite dataset of random numbers from 0 to 2^32 - 1: {@code tf.data.Dataset.random}. Every pass
     * returns the same numbers, unless {@link RandomDataset#rerandomizeEachIteration} is set.
     */
    public static RandomDataset random(Seed seed) {
        return new RandomDataset(RandomNode.of(Argument.present(seed, "seed")));
    }

    /** Like {@link #random(Seed)}, with the numbers of TensorFlow's {@code Dataset.random(seed=seed)}. */
    public static RandomDataset random(long seed) {
        return random(Seed.of(seed));
    }

    /**
     * Returns all records of an index in random order, for one epoch. The methods of {@link GlobalShuffleDataset} set
     * the number of epochs, the first epoch and the worker. Use {@link GlobalShuffleDataset#epochs} for epochs in
     * different orders. {@code repeat} returns the same epoch again.
     */
    public static GlobalShuffleDataset globalShuffle(RecordIndex index, Seed seed) {
        return new GlobalShuffleDataset(
                new GlobalShuffleNode(Argument.present(index, "index"), Argument.present(seed, "seed")));
    }

    /** Like {@link #globalShuffle(RecordIndex, Seed)}, with {@link Seed#of Seed.of(seed)}. */
    public static GlobalShuffleDataset globalShuffle(RecordIndex index, long seed) {
        return globalShuffle(index, Seed.of(seed));
    }

    /**
     * Returns pairs of the elements of two datasets, up to the end of the shorter dataset. If an element of one dataset
     * fails, the other dataset advances too, so that the pairs stay aligned.
     */
    public static <A, B> Dataset<Pair<A, B>> zip(Dataset<A> first, Dataset<B> second) {
        return new Dataset<>(ZipNode.pairs(
                "zip",
                Argument.present(first, "first").node(),
                Argument.present(second, "second").node()));
    }

    /**
     * Returns lists of the elements of several datasets, up to the end of the shortest dataset.
     *
     * @throws IllegalArgumentException if {@code datasets} is empty
     */
    public static <T> Dataset<List<T>> zip(List<? extends Dataset<? extends T>> datasets) {
        return new Dataset<>(ZipNode.<T>lists(nodes(Argument.allPresent(datasets, "datasets"))));
    }

    /**
     * Returns elements of several datasets, drawn by weights, as TensorFlow's {@code sample_from_datasets} does.
     * Without weights, all datasets have the same probability. Methods of the returned dataset set the seed and the
     * options. Without a seed, the dataset draws a seed.
     *
     * <p>The sampler draws the same datasets as TensorFlow. It converts weights to logarithms in 32-bit floats and
     * ignores a dataset of weight 0. The sampler can draw a dataset that has ended, and then draws again. If the
     * datasets that have not ended hold less than a millionth of the total weight, TensorFlow would practically draw
     * forever. Riffle then draws only from these datasets.
     *
     * @param weights one for each dataset, finite and not negative, of any sum; empty for equal probabilities
     * @throws IllegalArgumentException if {@code datasets} is empty, if the numbers of weights and datasets differ, or
     *     if a weight is negative or not a finite 32-bit float
     */
    public static <T> SampleDataset<T> sampleFromDatasets(
            List<? extends Dataset<? extends T>> datasets, double... weights) {
        return new SampleDataset<>(
                SampleNode.of(nodes(Argument.allPresent(datasets, "datasets")), Argument.present(weights, "weights")));
    }

    /**
     * Returns elements of several datasets, drawn by weights that change. Each draw uses the next element of
     * {@code weights}. The sample ends when the weights end. For invalid weights, the iterator throws an exception in
     * place of the drawn element.
     */
    public static <T> SampleDataset<T> sampleFromDatasets(
            List<? extends Dataset<? extends T>> datasets, Dataset<double[]> weights) {
        return new SampleDataset<>(SampleNode.of(
                nodes(Argument.allPresent(datasets, "datasets")),
                Argument.present(weights, "weights").node()));
    }

    /**
     * Returns elements of several datasets, as TensorFlow's {@code choose_from_datasets} does. Each element of
     * {@code choices} is the number of the next dataset to read. Numbers begin at 0. The dataset ends when the choices
     * end, or at a choice of a dataset that has ended; see {@link ChooseDataset#skipEmptyDatasets}. For a choice that
     * is not the number of a dataset, the iterator throws an exception in place of the element.
     *
     * @throws IllegalArgumentException if {@code datasets} is empty
     */
    public static <T> ChooseDataset<T> chooseFromDatasets(
            List<? extends Dataset<? extends T>> datasets, Dataset<? extends Number> choices) {
        return new ChooseDataset<>(ChooseNode.of(
                nodes(Argument.allPresent(datasets, "datasets")),
                Argument.present(choices, "choices").node()));
    }

    /** Returns the results of {@code function}, one for each element. */
    public final <R> Dataset<R> map(DatasetFunction<? super T, ? extends R> function) {
        return new Dataset<>(new MapNode<>(node, Argument.present(function, "function"), null));
    }

    /**
     * Like {@link #map(DatasetFunction)}, with several calls in parallel. Results keep the order of the input, unless
     * {@link Parallel#anyOrder} is set. If a call fails, the iterator throws an exception in place of the result.
     */
    public final <R> Dataset<R> map(DatasetFunction<? super T, ? extends R> function, Parallel parallel) {
        return new Dataset<>(new MapNode<>(
                node,
                Argument.present(function, "function"),
                Argument.present(parallel, "parallel").parallelism()));
    }

    /**
     * Returns the results of {@code function}, which receives each element with a random stream of its own. Use this
     * operation for random augmentation.
     *
     * <p>The stream depends on the seed, the pass and the number of the element, and on nothing else. So the results
     * are the same for any number of threads, in any order of completion, and after a resume. The first pass has the
     * number 0. Each further pass of {@code repeat}, and each further iterator, has other streams. Elements that fail
     * before this stage have no number.
     *
     * <p>After {@link #shard}, the numbers are those of the dataset before its division. So all workers together return
     * the results of a single worker, if each stage between {@code shard} and this stage returns one element for each
     * element. After other stages, the workers still have different streams. After {@link #globalShuffle}, the stream
     * depends on the epoch and the record instead of the pass and the number.
     *
     * <p>One thread at a time may use a stream. Every JDK returns the same values of all methods with a single result
     * and of {@code nextBytes}. The values of {@code ints}, {@code longs}, {@code doubles} and of methods that a JDK
     * after 17 adds may differ between JDKs.
     *
     * @param seed determines the streams
     * @param function computes the result from an element and its stream
     */
    public final <R> Dataset<R> mapWithSeed(
            Seed seed, DatasetBiFunction<? super T, ? super RandomGenerator, ? extends R> function) {
        return new Dataset<>(new SeededMapNode<>(
                node, Argument.present(seed, "seed"), Argument.present(function, "function"), null));
    }

    /** Like {@link #mapWithSeed(Seed, DatasetBiFunction)}, with {@link Seed#of Seed.of(seed)}. */
    public final <R> Dataset<R> mapWithSeed(
            long seed, DatasetBiFunction<? super T, ? super RandomGenerator, ? extends R> function) {
        return mapWithSeed(Seed.of(seed), function);
    }

    /**
     * Like {@link #mapWithSeed(Seed, DatasetBiFunction)}, with several calls in parallel, as in
     * {@link #map(DatasetFunction, Parallel)}. Each element has the same stream as without parallel calls, even with
     * {@link Parallel#anyOrder}.
     */
    public final <R> Dataset<R> mapWithSeed(
            Seed seed, DatasetBiFunction<? super T, ? super RandomGenerator, ? extends R> function, Parallel parallel) {
        return new Dataset<>(new SeededMapNode<>(
                node,
                Argument.present(seed, "seed"),
                Argument.present(function, "function"),
                Argument.present(parallel, "parallel").parallelism()));
    }

    /** Like {@link #mapWithSeed(Seed, DatasetBiFunction, Parallel)}, with {@link Seed#of Seed.of(seed)}. */
    public final <R> Dataset<R> mapWithSeed(
            long seed, DatasetBiFunction<? super T, ? super RandomGenerator, ? extends R> function, Parallel parallel) {
        return mapWithSeed(Seed.of(seed), function, parallel);
    }

    /**
     * Returns the elements of the datasets that {@code function} creates, one dataset after the other:
     * {@code flat_map}. If the function fails, the iterator throws an exception in place of the dataset's elements.
     *
     * <p>The function should create a new dataset at each call. If the function returns an existing dataset, this
     * dataset counts its passes over all elements, as in TensorFlow. If such a dataset is random, and a {@code scan},
     * {@code unique} or cache follows, a resumed run may continue in another order.
     */
    public final <R> Dataset<R> flatMap(DatasetFunction<? super T, ? extends Dataset<? extends R>> function) {
        return new Dataset<>(
                InterleaveNode.flatMap(node, InterleaveDataset.nodes(Argument.present(function, "function"))));
    }

    /**
     * Returns the elements of the datasets that {@code function} creates, {@code cycleLength} datasets in turn:
     * {@code interleave}. TensorFlow's default cycle length is the number of processors. Riffle chooses the same number
     * on every machine, because the number determines the order. The function should create a new dataset at each call:
     * see {@link #flatMap}.
     *
     * @param cycleLength at least 1, or -1 for 8, the choice of Riffle
     * @throws IllegalArgumentException if {@code cycleLength} is 0 or below -1
     */
    public final <R> InterleaveDataset<T, R> interleave(
            DatasetFunction<? super T, ? extends Dataset<? extends R>> function, int cycleLength) {
        return new InterleaveDataset<>(
                InterleaveNode.of(node, InterleaveDataset.nodes(Argument.present(function, "function")), cycleLength));
    }

    /** Returns the elements for which a condition holds. */
    public final Dataset<T> filter(DatasetPredicate<? super T> predicate) {
        return new Dataset<>(new FilterNode<>(node, Argument.present(predicate, "predicate")));
    }

    /** Returns the elements before the first element for which the condition does not hold. */
    public final Dataset<T> takeWhile(DatasetPredicate<? super T> predicate) {
        return new Dataset<>(new TakeWhileNode<>(node, Argument.present(predicate, "predicate")));
    }

    /** Returns the first {@code count} elements, or all elements if {@code count} is negative. */
    public final Dataset<T> take(long count) {
        return count < 0 ? this : new Dataset<>(new TakeNode<>(node, count));
    }

    /**
     * Returns all elements after the first {@code count}, or an empty dataset if {@code count} is negative, as in
     * TensorFlow.
     */
    public final Dataset<T> skip(long count) {
        return count == 0 ? this : new Dataset<>(new SkipNode<>(node, count));
    }

    /**
     * Returns every {@code numShards}-th element, beginning at {@code index}. The shard does not count elements that
     * fail. To shard the files before reading is faster:
     * {@code FileListDataset.matching("*.tfrecord").shard(workers, worker)}.
     *
     * @param numShards the number of shards, at least 1
     * @param index the number of this shard, from 0 to {@code numShards - 1}
     * @throws IllegalArgumentException if {@code numShards} or {@code index} is out of its range
     */
    public final Dataset<T> shard(long numShards, long index) {
        return new Dataset<>(ShardNode.of(node, numShards, index));
    }

    /** Repeats all elements infinitely. An empty dataset stays empty. */
    public final Dataset<T> repeat() {
        return repeat(-1);
    }

    /**
     * Repeats all elements {@code count} times, or infinitely if {@code count} is negative. Directly after
     * {@code shuffle}, both operations become one stage with one buffer. The stage starts to read the next pass before
     * the current pass has ended, as TensorFlow does.
     */
    public final Dataset<T> repeat(long count) {
        return with(ObservedNode.changed(node, input -> RepeatNode.of(input, count)));
    }

    /**
     * Returns the elements in random order, with a drawn seed. {@link #seeds} returns this seed. A resumed run uses the
     * seed of its checkpoint.
     */
    public final Dataset<T> shuffle(long bufferSize) {
        return new Dataset<>(ShuffleNode.of(node, bufferSize, SeedGenerator.drawn(), Reshuffle.EACH_ITERATION));
    }

    /**
     * Returns the elements in the random order of TensorFlow's {@code shuffle(bufferSize, seed=seed)}. Each pass has a
     * different order.
     */
    public final Dataset<T> shuffle(long bufferSize, long seed) {
        return shuffle(bufferSize, Seed.of(seed), Reshuffle.EACH_ITERATION);
    }

    /**
     * Returns the elements in random order. The shuffle draws each element from a buffer and reads the next element
     * into its place.
     *
     * @param bufferSize the number of elements that the buffer holds, at least 1, or {@link #UNKNOWN_CARDINALITY} for
     *     all; the buffer grows as the shuffle reads elements
     * @param seed determines the order, which is TensorFlow's for the same numbers
     * @param reshuffle whether each pass has a different order
     * @throws IllegalArgumentException if {@code bufferSize} is out of its range, or requests all elements of an
     *     infinite dataset
     */
    public final Dataset<T> shuffle(long bufferSize, Seed seed, Reshuffle reshuffle) {
        return new Dataset<>(ShuffleNode.of(
                node,
                bufferSize,
                SeedGenerator.of(Argument.present(seed, "seed")),
                Argument.present(reshuffle, "reshuffle")));
    }

    /** Like {@link #shuffle(long, Seed, Reshuffle)}, with {@link Seed#of Seed.of(seed)}. */
    public final Dataset<T> shuffle(long bufferSize, long seed, Reshuffle reshuffle) {
        return shuffle(bufferSize, Seed.of(seed), reshuffle);
    }

    /**
     * Returns lists of {@code batchSize} elements. The last list can have fewer elements.
     *
     * @throws IllegalArgumentException if {@code batchSize} is not positive
     */
    public final BatchDataset<T, List<T>> batch(int batchSize) {
        return batch(batchSize, Collator.list());
    }

    /**
     * Returns batches of {@code batchSize} elements, combined by {@code collator}:
     * {@code batch(32, Collator.tensors())} is TensorFlow's {@code batch}.
     *
     * @throws IllegalArgumentException if {@code batchSize} is not positive, or if the collator cannot combine elements
     *     of this dataset's spec
     */
    public final <B> BatchDataset<T, B> batch(int batchSize, Collator<? super T, ? extends B> collator) {
        return new BatchDataset<>(new BatchNode<>("batch", node, batchSize, Argument.present(collator, "collator")));
    }

    /**
     * Returns batches of dense tensors of different lengths, padded with zeros: TensorFlow's {@code padded_batch}.
     *
     * @throws IllegalArgumentException as {@link #batch(int, Collator)} does
     */
    public final BatchDataset<T, DenseTensor> paddedBatch(int batchSize) {
        return paddedBatch(batchSize, Collator.padded());
    }

    /** Like {@link #paddedBatch(int)}, with the target shape and the padding value of {@code padding}. */
    public final BatchDataset<T, DenseTensor> paddedBatch(int batchSize, PaddedCollator padding) {
        return new BatchDataset<>(
                new BatchNode<>("paddedBatch", node, batchSize, Argument.present(padding, "padding")));
    }

    /**
     * Returns batches of tensors of different lengths as ragged tensors: TensorFlow's {@code ragged_batch}. Rows stay
     * ragged through {@linkplain #unbatch unbatch} and another batch only if the spec is known. Declare the spec of a
     * function's results first, with {@link #elementSpec(ElementSpec)}.
     *
     * @throws IllegalArgumentException as {@link #batch(int, Collator)} does
     */
    public final BatchDataset<T, Tensor> raggedBatch(int batchSize) {
        return new BatchDataset<>(new BatchNode<>("raggedBatch", node, batchSize, Collator.ragged()));
    }

    /**
     * Splits batches into their elements: {@code unbatch(Splitter.tensors())} is TensorFlow's {@code unbatch}.
     *
     * @throws IllegalArgumentException if the splitter cannot split elements of this dataset's spec, for example
     *     scalars
     */
    public final <E> Dataset<E> unbatch(Splitter<? super T, E> splitter) {
        return new Dataset<>(new UnbatchNode<>(node, Argument.present(splitter, "splitter")));
    }

    /**
     * Returns batches of another size: splits each batch and combines the elements again.
     *
     * @throws IllegalArgumentException if {@code batchSize} is not positive, or if the splitter cannot split elements
     *     of this dataset's spec
     */
    public final <E> BatchDataset<E, T> rebatch(
            int batchSize, Splitter<? super T, E> splitter, Collator<? super E, ? extends T> collator) {
        Argument.present(collator, "collator");
        return new BatchDataset<>(new BatchNode<>(
                "rebatch", UnbatchNode.forRebatch(node, Argument.present(splitter, "splitter")), batchSize, collator));
    }

    /**
     * Returns datasets of {@code size} consecutive elements, without overlap unless {@link WindowDataset#shift} changes
     * the distance. The last windows can have fewer elements. If an element fails, each window that contains the
     * element throws an exception in its place. A failed element between two windows has no effect.
     *
     * @throws IllegalArgumentException if {@code size} is not positive
     */
    public final WindowDataset<T> window(long size) {
        return new WindowDataset<>(new WindowNode<>(node, size, Dataset::new));
    }

    /**
     * Groups elements by key and reduces every {@code windowSize} elements of a group. Returns the elements of the
     * datasets that {@code reduceFunction} creates. At the end, reduces the remaining elements of each group, in
     * ascending order of keys. Keys must be integers.
     *
     * @param windowSize the number of elements of a window; if it is not positive, the first element fails, as in
     *     TensorFlow
     */
    public final <R> Dataset<R> groupByWindow(
            DatasetFunction<? super T, ? extends Number> keyFunction,
            DatasetBiFunction<? super Long, ? super Dataset<T>, ? extends Dataset<R>> reduceFunction,
            long windowSize) {
        return groupByWindow(keyFunction, reduceFunction, key -> windowSize);
    }

    /** Like {@link #groupByWindow(DatasetFunction, DatasetBiFunction, long)}, with a window size for each key. */
    public final <R> Dataset<R> groupByWindow(
            DatasetFunction<? super T, ? extends Number> keyFunction,
            DatasetBiFunction<? super Long, ? super Dataset<T>, ? extends Dataset<R>> reduceFunction,
            LongUnaryOperator windowSizeFunction) {
        return new Dataset<>(new GroupByWindowNode<>(
                node,
                Argument.present(keyFunction, "keyFunction"),
                reduced(Argument.present(reduceFunction, "reduceFunction")),
                Argument.present(windowSizeFunction, "windowSizeFunction")));
    }

    /** Returns batches of tensors of similar length, padded with zeros. */
    public final BucketDataset<T, DenseTensor> bucketBySequenceLength(
            DatasetFunction<? super T, ? extends Number> elementLengthFunction,
            int[] bucketBoundaries,
            int[] bucketBatchSizes) {
        return bucketBySequenceLength(elementLengthFunction, bucketBoundaries, bucketBatchSizes, Collator.padded());
    }

    /**
     * Returns batches of elements of similar length, combined by a collator. Use a collator that pads, or
     * {@link Collator#tensors} for TensorFlow's {@code no_padding=True}.
     *
     * @param elementLengthFunction returns the length of an element
     * @param bucketBoundaries the upper boundaries of the buckets, exclusive; the last bucket has no upper boundary
     * @param bucketBatchSizes the batch size of each bucket; the number of sizes is the number of boundaries plus one.
     *     If a size is not positive, the first element of its bucket fails, as in TensorFlow
     * @param collator combines the elements of a batch
     * @throws IllegalArgumentException if the number of batch sizes is not the number of boundaries plus one
     */
    public final <B> BucketDataset<T, B> bucketBySequenceLength(
            DatasetFunction<? super T, ? extends Number> elementLengthFunction,
            int[] bucketBoundaries,
            int[] bucketBatchSizes,
            Collator<? super T, ? extends B> collator) {
        return new BucketDataset<>(new BucketNode<>(
                node,
                Argument.present(elementLengthFunction, "elementLengthFunction"),
                Argument.present(bucketBoundaries, "bucketBoundaries"),
                Argument.present(bucketBatchSizes, "bucketBatchSizes"),
                Argument.present(collator, "collator")));
    }

    /** Returns pairs of a number and an element. The numbers begin at 0. */
    public final Dataset<Pair<Long, T>> enumerate() {
        return enumerate(0);
    }

    /**
     * Returns pairs of a number and an element. The numbers begin at {@code start}. An element that fails also uses a
     * number.
     */
    public final Dataset<Pair<Long, T>> enumerate(long start) {
        return new Dataset<>(ZipNode.pairs("enumerate", range(start, Long.MAX_VALUE).node, node));
    }

    /**
     * Returns the elements of this dataset, then the elements of {@code other}. A run opens {@code other} when this
     * dataset has ended.
     *
     * @throws IllegalArgumentException if the element specs differ in structure or type
     */
    public final Dataset<T> concatenate(Dataset<? extends T> other) {
        return new Dataset<>(
                new ConcatenateNode<>(node, Argument.present(other, "other").node()));
    }

    /**
     * Returns running results. {@code function} computes the next state and a result from a state and an element. Every
     * pass begins with {@code initialState}, so the function must not modify {@code initialState}. To resume a
     * checkpoint, the scan runs again from its beginning.
     */
    public final <S, R> Dataset<R> scan(S initialState, DatasetBiFunction<? super S, ? super T, Pair<S, R>> function) {
        return new Dataset<>(new ScanNode<>(
                node, Argument.present(initialState, "initialState"), Argument.present(function, "function")));
    }

    /**
     * Returns the first of equal elements. Elements must be {@link Long}, {@link Integer}, {@link String} or
     * {@link Bytes}, lists of these types, or dense tensors of int32, int64 or string. Other elements are errors. The
     * stage keeps all distinct elements in memory. To resume a checkpoint, the stage reads the elements again.
     *
     * @throws IllegalArgumentException if the element spec shows that the elements have another type
     */
    public final Dataset<T> unique() {
        return new Dataset<>(new UniqueNode<>(node));
    }

    /**
     * Combines all elements into one result. {@code function} computes the next state from a state and an element.
     * Returns the last state.
     *
     * @throws DatasetException if an element fails, or if the function throws
     * @throws IllegalStateException if the dataset is infinite
     */
    public final <S> S reduce(S initialState, DatasetBiFunction<? super S, ? super T, ? extends S> function) {
        S state = Argument.present(initialState, "initialState");
        Argument.present(function, "function");
        try (DatasetIterator<T> iterator = finite("reduce")) {
            while (iterator.hasNext()) {
                state = reduced(state, iterator.next(), function);
            }
        }
        return state;
    }

    private static <T, R> DatasetBiFunction<Long, Node<T>, Node<R>> reduced(
            DatasetBiFunction<? super Long, ? super Dataset<T>, ? extends Dataset<R>> function) {
        return (key, group) ->
                Stage.notNull(function.apply(key, new Dataset<>(group))).node();
    }

    private static <S, T> S reduced(S state, T element, DatasetBiFunction<? super S, ? super T, ? extends S> function) {
        try {
            return Stage.notNull(function.apply(state, element));
        } catch (Exception e) {
            throw Failures.of("reduce", null, e);
        }
    }

    /** Like {@link #prefetch(int)}, with a buffer size that Riffle chooses, at most 16. */
    public final Dataset<T> prefetch() {
        return prefetch(-1);
    }

    /**
     * Prepares elements ahead of the consumer, on a thread of the run. Holds at most {@code bufferSize} elements.
     *
     * @param bufferSize at least 1, or -1 for the choice of Riffle, or 0 for no prefetch
     * @throws IllegalArgumentException if {@code bufferSize} is below -1
     */
    public final Dataset<T> prefetch(int bufferSize) {
        return with(PrefetchNode.of(node, bufferSize, null));
    }

    /** Like {@link #prefetch(int)}, on an executor that the caller owns and shuts down. */
    public final Dataset<T> prefetch(int bufferSize, Executor executor) {
        return with(PrefetchNode.of(node, bufferSize, Argument.present(executor, "executor")));
    }

    /**
     * Keeps the elements of the first full pass in memory, for later passes: TensorFlow's {@code cache()}. A pass is
     * full when it reaches the end, or the number of elements that the cardinality states. The cache drops the elements
     * of incomplete passes. After a resume, the cache reads its input again.
     */
    public final Dataset<T> cache() {
        return new Dataset<>(new MemoryCacheNode<>(node));
    }

    /** Skips elements that fail. The thread that runs the stage passes each failure to {@code listener}. */
    public final IgnoreErrorsDataset<T> ignoreErrors(Consumer<? super DatasetException> listener) {
        return new IgnoreErrorsDataset<>(
                new IgnoreErrorsNode<>(node, Argument.present(listener, "listener"), Long.MAX_VALUE));
    }

    /**
     * Checks the number of elements. If the number differs from {@code expected}, the iterator throws an exception at
     * the end, or at the first surplus element. {@link #cardinality} returns the expected number.
     *
     * @param expected the number of elements, or {@link #INFINITE_CARDINALITY}
     * @throws IllegalArgumentException if {@code expected} is another negative number
     */
    public final Dataset<T> assertCardinality(long expected) {
        return new Dataset<>(new AssertCardinalityNode<>(node, expected));
    }

    /**
     * Returns the only element, like TensorFlow's {@code get_single_element}.
     *
     * @throws IllegalStateException if the dataset has no element, or more than one
     * @throws DatasetException if an element fails
     */
    public final T single() {
        try (DatasetIterator<T> iterator = iterator()) {
            if (!iterator.hasNext()) {
                throw new IllegalStateException("dataset has no element, expected one");
            }
            T element = iterator.next();
            if (iterator.hasNext()) {
                throw new IllegalStateException("dataset has more than one element");
            }
            return element;
        }
    }

    /** Passes this dataset to a function and returns the function's result. Useful in a chain of calls. */
    public final <R> R apply(Function<? super Dataset<T>, ? extends R> function) {
        return Argument.present(function, "function").apply(this);
    }

    /**
     * Sets the name of the last stage in messages, statistics and {@link #explain}. Checkpoints compare the name. If
     * you change a function, change the name too. Riffle then rejects checkpoints of the old function.
     *
     * @throws IllegalArgumentException if {@code name} is blank
     */
    public final Dataset<T> named(String name) {
        Argument.present(name, "name");
        return new Dataset<>(ObservedNode.changed(node, unnamed -> new NamedNode<>(name, unnamed)));
    }

    /**
     * Reports the runs of the pipeline to an observer: iterators, loops, streams, {@link #reduce}, {@link #toList} and
     * the writers. The statistics contain all stages of the run, also the stages after this call.
     *
     * <p>A run has one observer. If a pipeline has several, the last one in the order of {@link #explain} receives the
     * reports. The observer of a dataset that a function creates, as in {@link #flatMap}, receives no report, because
     * this dataset is a part of the run. The observer is not a stage: {@link #explain} and checkpoints ignore it.
     */
    public final Dataset<T> observed(PipelineObserver observer) {
        return new Dataset<>(
                new ObservedNode<>(node, Argument.present(observer, "observer").observation()));
    }

    /**
     * Declares the spec of the elements, for example of a function's results. Riffle does not check the declaration.
     */
    public final Dataset<T> elementSpec(ElementSpec spec) {
        return new Dataset<>(new SpecNode<>(node, Argument.present(spec, "spec")));
    }

    /**
     * Returns the seeds of all random stages, including drawn seeds, inputs first. Use these seeds to repeat a run. The
     * list does not include stages inside functions.
     */
    public final List<Seed> seeds() {
        return new Pipeline(node)
                .stages().stream().flatMap(stage -> stage.drawsFrom().stream()).toList();
    }

    /** Describes the pipeline in text, one line for each stage. */
    public final String explain() {
        return Explanation.of(node, null);
    }

    /**
     * Describes the pipeline with the output and the cost of each stage. Runs the pipeline for the first
     * {@code elements} elements, including elements that fail. If the function of a stage creates datasets, as in
     * {@link #interleave}, also describes the first of these datasets.
     *
     * @throws IllegalArgumentException if {@code elements} is negative
     */
    public final String explain(int elements) {
        if (elements < 0) {
            throw new IllegalArgumentException("elements must not be negative: " + elements);
        }
        try (DatasetIterator<T> iterator = observed(PipelineObserver.silent()).iterator()) {
            for (int i = 0; i < elements && iterator.hasNext(); i++) {
                iterator.skipNext();
            }
            return iterator.explain();
        }
    }

    /**
     * Writes every element as a record of a TFRecord file. The ending of the name chooses the compression, as {@link
     * RecordWriterOptions} describes. The file appears after the last record. If an element fails, no file appears. To
     * write a dataset of {@link Bytes}, use {@link RecordDataset#write}.
     *
     * @return the number of records
     * @throws DatasetException if an element fails or cannot be serialized
     * @throws IllegalStateException if the dataset is infinite
     * @throws IOException if the file exists or cannot be written
     */
    public final long writeRecords(Path file, DatasetFunction<? super T, Bytes> serializer) throws IOException {
        return writeRecords(file, RecordWriterOptions.defaults(), serializer);
    }

    /**
     * Like {@link #writeRecords(Path, DatasetFunction)}, with the format and the other options of the writer. If an
     * element fails, an existing file stays unchanged.
     *
     * @return the number of records
     * @throws DatasetException if an element fails or cannot be serialized
     * @throws IllegalArgumentException if the options overwrite a file in place
     * @throws IOException if the file cannot be written, or if it exists and the options do not allow overwriting
     */
    public final long writeRecords(Path file, RecordWriterOptions options, DatasetFunction<? super T, Bytes> serializer)
            throws IOException {
        Argument.present(file, "file");
        Argument.present(options, "options");
        Argument.present(serializer, "serializer");
        node.checkEnds("writeRecords");
        return RecordDataset.write(map(serializer).named("writeRecords"), file, options);
    }

    /**
     * Writes every element as a record into the files of a record set, one record to each file in turn. All files
     * appear after the last record. If an element fails, no file appears.
     *
     * @return the number of records
     * @throws DatasetException if an element fails or cannot be serialized
     * @throws IllegalStateException if the dataset is infinite
     * @throws IOException if a file exists or cannot be written
     */
    public final long writeShards(ShardNames names, DatasetFunction<? super T, Bytes> serializer) throws IOException {
        return writeShards(names, RecordWriterOptions.defaults(), serializer);
    }

    /**
     * Like {@link #writeShards(ShardNames, DatasetFunction)}, with the format and the other options of the writer.
     *
     * @return the number of records
     * @throws DatasetException if an element fails or cannot be serialized
     * @throws IOException if a file cannot be written, or if it exists and the options do not allow overwriting
     */
    public final long writeShards(
            ShardNames names, RecordWriterOptions options, DatasetFunction<? super T, Bytes> serializer)
            throws IOException {
        Argument.present(names, "names");
        Argument.present(options, "options");
        Argument.present(serializer, "serializer");
        try (DatasetIterator<Bytes> payloads =
                        this.<Bytes>map(serializer).named("writeShards").finite("writeShards");
                ShardedRecordWriter writer = ShardedRecordWriter.create(names, options)) {
            while (payloads.hasNext()) {
                writer.write(payloads.next());
            }
            writer.commit();
            return writer.count();
        }
    }

    /**
     * Returns all elements as a list.
     *
     * @throws DatasetException if an element fails
     * @throws IllegalStateException if the dataset is infinite
     */
    public final List<T> toList() {
        List<T> elements = new ArrayList<>();
        try (DatasetIterator<T> iterator = finite("toList")) {
            iterator.forEachRemaining(elements::add);
        }
        return elements;
    }

    /**
     * Passes each element to {@code action}. Closes the run at the end, even if the action throws an exception. For an
     * infinite dataset, the loop ends only with an exception.
     *
     * @throws DatasetException if an element fails
     */
    @Override
    public final void forEach(Consumer<? super T> action) {
        Argument.present(action, "action");
        try (DatasetIterator<T> iterator = iterator()) {
            iterator.forEachRemaining(action);
        }
    }

    /** Starts a run for an operation that returns only at the end. Throws if the dataset is infinite. */
    final DatasetIterator<T> finite(String operation) {
        node.checkEnds(operation);
        return iterator();
    }

    /** Returns the elements as a stream. The caller must close the stream. */
    public final Stream<T> stream() {
        DatasetIterator<T> iterator = iterator();
        Spliterator<T> elements =
                Spliterators.spliteratorUnknownSize(iterator, Spliterator.ORDERED | Spliterator.NONNULL);
        return StreamSupport.stream(elements, false).onClose(iterator::close);
    }

    /** Starts a run. */
    @Override
    public final DatasetIterator<T> iterator() {
        return DatasetIterator.open(node);
    }

    /**
     * Starts a run at the position of a checkpoint. The dataset adopts the drawn seeds of the checkpoint and the state
     * that its iterators share. A rejected checkpoint does not change the dataset.
     *
     * <p>If the dataset has an observer, its statistics exclude the elements before the checkpoint.
     *
     * <p>The method calls functions again for the elements that the checkpoint holds. If a function throws an unchecked
     * exception, the method throws this exception unchanged.
     *
     * @throws CheckpointException if the checkpoint is damaged or of another pipeline, or if a source returns different
     *     elements than before. The message for a damaged checkpoint names the wrong value and its position.
     * @throws DatasetException if a source cannot be read, or if a function throws a checked exception
     */
    public final DatasetIterator<T> resume(Checkpoint checkpoint) {
        return DatasetIterator.resume(node, Argument.present(checkpoint, "checkpoint"));
    }

    /**
     * Returns the number of elements, {@link #INFINITE_CARDINALITY} or {@link #UNKNOWN_CARDINALITY}. Reads no element.
     * {@link Long#MAX_VALUE} also stands for any larger number.
     */
    public final long cardinality() {
        return node.cardinality();
    }

    /**
     * Returns the spec of the elements, or {@link ElementSpec#unknown} if the spec is not known. Computes no element.
     */
    public final ElementSpec elementSpec() {
        return node.elementSpec();
    }

    /** Describes the last stage: its line of {@link #explain()} without the element spec. */
    @Override
    public final String toString() {
        return node.description(Description.Purpose.EXPLANATION);
    }
}
