package dev.riffle.dataset;

import dev.riffle.RecordWriterOptions;
import dev.riffle.dataset.collate.Collator;
import dev.riffle.dataset.collate.PaddedCollator;
import dev.riffle.dataset.collate.Splitter;
import dev.riffle.dataset.internal.cache.Caches;
import dev.riffle.dataset.internal.collate.ArraySlices;
import dev.riffle.dataset.internal.engine.Explanation;
import dev.riffle.dataset.internal.engine.Failures;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Pipeline;
import dev.riffle.dataset.internal.engine.SeedGenerator;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.operator.BatchNode;
import dev.riffle.dataset.internal.operator.BucketNode;
import dev.riffle.dataset.internal.operator.ChooseNode;
import dev.riffle.dataset.internal.operator.IgnoreErrorsNode;
import dev.riffle.dataset.internal.operator.InterleaveNode;
import dev.riffle.dataset.internal.operator.Operations;
import dev.riffle.dataset.internal.operator.SampleNode;
import dev.riffle.dataset.internal.operator.WindowNode;
import dev.riffle.dataset.internal.shuffle.GlobalShuffleNode;
import dev.riffle.dataset.internal.shuffle.ShuffleNode;
import dev.riffle.dataset.internal.source.RandomNode;
import dev.riffle.dataset.internal.source.Sources;
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
import dev.riffle.tensor.DType;
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
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A description of elements and of what happens to them, in TensorFlow's order. Each operation gives another dataset
 * and leaves this one as it is; no element is read before {@link #iterator}. Wrong arguments are refused at once with
 * {@link IllegalArgumentException}; what goes wrong with an element arrives at it, as a {@link DatasetException}.
 *
 * @param <T> the elements, never null
 */
public class Dataset<T> implements Iterable<T> {

    /** The {@link #cardinality} of a dataset without end. */
    public static final long INFINITE_CARDINALITY = Node.INFINITE_CARDINALITY;

    /** The {@link #cardinality} of a dataset of which it is not known. */
    public static final long UNKNOWN_CARDINALITY = Node.UNKNOWN_CARDINALITY;

    private final Node<T> node;

    Dataset(Node<T> node) {
        this.node = node;
    }

    /** Returns the nodes of these datasets. */
    static <T> List<Node<? extends T>> nodes(List<? extends Dataset<? extends T>> datasets) {
        List<Node<? extends T>> nodes = new ArrayList<>(datasets.size());
        for (Dataset<? extends T> dataset : datasets) {
            nodes.add(dataset.node());
        }
        return nodes;
    }

    private Dataset<T> with(Node<T> other) {
        return other == node ? this : new Dataset<>(other);
    }

    /** Returns what runs this dataset. */
    final Node<T> node() {
        return node;
    }

    /** The numbers from 0 to before {@code stop}. */
    public static Dataset<Long> range(long stop) {
        return range(0, stop, 1);
    }

    /** The numbers from {@code start} to before {@code stop}. */
    public static Dataset<Long> range(long start, long stop) {
        return range(start, stop, 1);
    }

    /**
     * Every {@code step}-th number from {@code start} to before {@code stop}. The {@link #cardinality} of every range
     * whose {@code stop} is {@link Long#MAX_VALUE} is infinite, as in TensorFlow, even if the range is empty or
     * descends.
     */
    public static Dataset<Long> range(long start, long stop, long step) {
        return new Dataset<>(Sources.range(start, stop, step));
    }

    /** These elements. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public static <T> Dataset<T> of(T... elements) {
        List<T> list = Arrays.asList(Argument.present(elements, "elements"));
        return new Dataset<>(Sources.list("of", Argument.allPresent(list, "elements")));
    }

    /** The elements of {@code list}, as it is now. */
    public static <T> Dataset<T> fromList(List<? extends T> list) {
        return new Dataset<>(Sources.list("fromList", Argument.allPresent(list, "list")));
    }

    /**
     * The slices of a tensor along its first dimension: {@code from_tensor_slices}. They share the tensor's memory,
     * unless it is sparse.
     *
     * @throws IllegalArgumentException if the tensor is a scalar
     */
    public static Dataset<Tensor> fromTensorSlices(Tensor tensor) {
        return new Dataset<>(Sources.slices(Argument.present(tensor, "tensor")));
    }

    /**
     * The slices of several tensors along their first dimension.
     *
     * @throws IllegalArgumentException if one is a scalar, or if the first dimensions are not of one size
     */
    public static Dataset<Map<String, Tensor>> fromTensorSlices(Map<String, ? extends Tensor> tensors) {
        return new Dataset<>(Sources.slices(Argument.present(tensors, "tensors")));
    }

    /** The numbers of an array, as it is now. */
    public static Dataset<Long> fromArray(long[] array) {
        long[] copy = Argument.present(array, "array").clone();
        return new Dataset<>(
                Sources.slices(new ArraySlices<>(copy.length, i -> copy[i]), ElementSpec.scalar(DType.INT64)));
    }

    /** The numbers of an array, as it is now. */
    public static Dataset<Integer> fromArray(int[] array) {
        int[] copy = Argument.present(array, "array").clone();
        return new Dataset<>(
                Sources.slices(new ArraySlices<>(copy.length, i -> copy[i]), ElementSpec.scalar(DType.INT32)));
    }

    /** The numbers of an array, as it is now. */
    public static Dataset<Float> fromArray(float[] array) {
        float[] copy = Argument.present(array, "array").clone();
        return new Dataset<>(
                Sources.slices(new ArraySlices<>(copy.length, i -> copy[i]), ElementSpec.scalar(DType.FLOAT32)));
    }

    /** The numbers of an array, as it is now. */
    public static Dataset<Double> fromArray(double[] array) {
        double[] copy = Argument.present(array, "array").clone();
        return new Dataset<>(
                Sources.slices(new ArraySlices<>(copy.length, i -> copy[i]), ElementSpec.scalar(DType.FLOAT64)));
    }

    /** The texts of an array, as it is now. */
    public static Dataset<String> fromArray(String[] array) {
        List<String> texts = Arrays.asList(Argument.present(array, "array"));
        return new Dataset<>(
                Sources.slices(List.copyOf(Argument.allPresent(texts, "array")), ElementSpec.scalar(DType.STRING)));
    }

    /**
     * What a generator gives, which is called anew in each pass, when the first element is wanted. An iterator that is
     * {@link AutoCloseable} is closed with the run. A checkpoint resumes by calling the generator again and passing
     * over what was given, so it must give the same again.
     */
    public static <T> Dataset<T> fromGenerator(Callable<? extends Iterator<? extends T>> generator) {
        return new Dataset<>(Sources.generator(Argument.present(generator, "generator")));
    }

    /**
     * Random numbers from 0 to 2^32 - 1, without end: {@code tf.data.Dataset.random}. Every pass gives the same ones,
     * unless {@link RandomDataset#rerandomizeEachIteration} is asked for.
     */
    public static RandomDataset random(Seed seed) {
        return new RandomDataset(RandomNode.of(Argument.present(seed, "seed")));
    }

    /** The same, as {@code Dataset.random(seed=seed)} gives them. */
    public static RandomDataset random(long seed) {
        return random(Seed.of(seed));
    }

    /**
     * All records of an index in random order, one epoch of them; {@link GlobalShuffleDataset}'s methods say how many
     * epochs, which is the first, and which of several workers this is. For epochs in different orders, ask for several
     * here: {@code repeat} gives the same one again.
     */
    public static GlobalShuffleDataset globalShuffle(RecordIndex index, Seed seed) {
        return new GlobalShuffleDataset(
                new GlobalShuffleNode(Argument.present(index, "index"), Argument.present(seed, "seed")));
    }

    /** The same, by the seed that {@link Seed#of} makes of a number. */
    public static GlobalShuffleDataset globalShuffle(RecordIndex index, long seed) {
        return globalShuffle(index, Seed.of(seed));
    }

    /**
     * Pairs of the elements of two datasets; ends with the shorter one. If an element of one cannot be made, the other
     * goes on too, so that they stay side by side.
     */
    public static <A, B> Dataset<Pair<A, B>> zip(Dataset<A> first, Dataset<B> second) {
        return new Dataset<>(Operations.zip(
                Argument.present(first, "first").node(),
                Argument.present(second, "second").node()));
    }

    /**
     * Lists of the elements of several datasets; ends with the shortest one.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static <T> Dataset<List<T>> zip(List<? extends Dataset<? extends T>> datasets) {
        return new Dataset<>(Operations.<T>zip(nodes(Argument.allPresent(datasets, "datasets"))));
    }

    /**
     * Elements of several datasets, drawn by weights, or evenly where none are given: {@code sample_from_datasets}.
     * Seed and options are methods of what is given; without a seed one is drawn.
     *
     * <p>The numbers are TensorFlow's: weights become logarithms in 32-bit floats, and a dataset of weight 0 is left
     * out. A dataset that has ended is still drawn, and drawn past. Where those that have not ended have less than a
     * millionth of all weights together, TensorFlow would practically draw for ever; here they are drawn among
     * themselves from then on.
     *
     * @param weights one for each dataset, finite and not negative, of any sum; none for even chances
     * @throws IllegalArgumentException if there is no dataset, or another number of weights than of datasets
     */
    public static <T> SampleDataset<T> sampleFromDatasets(
            List<? extends Dataset<? extends T>> datasets, double... weights) {
        return new SampleDataset<>(
                SampleNode.of(nodes(Argument.allPresent(datasets, "datasets")), Argument.present(weights, "weights")));
    }

    /**
     * Elements of several datasets, drawn by weights that change: each draw takes the next element of {@code weights},
     * and the end of those is the end of all. Weights that are wrong are an error at the element that they would have
     * drawn.
     */
    public static <T> SampleDataset<T> sampleFromDatasets(
            List<? extends Dataset<? extends T>> datasets, Dataset<double[]> weights) {
        return new SampleDataset<>(SampleNode.of(
                nodes(Argument.allPresent(datasets, "datasets")),
                Argument.present(weights, "weights").node()));
    }

    /**
     * Elements of several datasets, from the one that {@code choices} names by its number, from 0 on: {@code
     * choose_from_datasets}. Ends with the choices, or when a dataset is chosen that has ended, see {@link
     * ChooseDataset#skipEmptyDatasets}. A number that names no dataset, or is no integer, is an error at its element.
     *
     * @throws IllegalArgumentException if there is no dataset
     */
    public static <T> ChooseDataset<T> chooseFromDatasets(
            List<? extends Dataset<? extends T>> datasets, Dataset<? extends Number> choices) {
        return new ChooseDataset<>(ChooseNode.of(
                nodes(Argument.allPresent(datasets, "datasets")),
                Argument.present(choices, "choices").node()));
    }

    /** What {@code function} makes of each element. */
    public final <R> Dataset<R> map(DatasetFunction<? super T, ? extends R> function) {
        return new Dataset<>(Operations.map(node, Argument.present(function, "function"), null));
    }

    /**
     * What {@code function} makes of each element, several at a time. In the order of the input unless {@link
     * Parallel#anyOrder} gives it up; a call that fails gives its failure in its place.
     */
    public final <R> Dataset<R> map(DatasetFunction<? super T, ? extends R> function, Parallel parallel) {
        return new Dataset<>(Operations.map(
                node,
                Argument.present(function, "function"),
                Argument.present(parallel, "parallel").parallelism()));
    }

    /**
     * The elements of the datasets that {@code function} makes, one dataset after the other: {@code flat_map}. Where
     * the function fails, the failure comes in place of the dataset's elements.
     *
     * <p>The function should make the dataset anew each time. One made outside counts its passes over all elements, as
     * in TensorFlow, and where it is random and a {@code scan}, {@code unique} or cache comes behind, a resumed run may
     * go on in another order.
     */
    public final <R> Dataset<R> flatMap(DatasetFunction<? super T, ? extends Dataset<? extends R>> function) {
        return new Dataset<>(
                InterleaveNode.flatMap(node, InterleaveDataset.nodes(Argument.present(function, "function"))));
    }

    /**
     * The elements of the datasets that {@code function} makes, {@code cycleLength} of them in turn:
     * {@code interleave}. TensorFlow's default, a cycle as long as there are processors, is not offered, because the
     * order would depend on them. The function should make the dataset anew each time: see {@link #flatMap}.
     *
     * @throws IllegalArgumentException if {@code cycleLength} is below 1
     */
    public final <R> InterleaveDataset<T, R> interleave(
            DatasetFunction<? super T, ? extends Dataset<? extends R>> function, int cycleLength) {
        return new InterleaveDataset<>(
                InterleaveNode.of(node, InterleaveDataset.nodes(Argument.present(function, "function")), cycleLength));
    }

    /** The elements for which a condition holds. */
    public final Dataset<T> filter(DatasetPredicate<? super T> predicate) {
        return new Dataset<>(Operations.filter(node, Argument.present(predicate, "predicate")));
    }

    /** The elements before the first for which the condition does not hold. */
    public final Dataset<T> takeWhile(DatasetPredicate<? super T> predicate) {
        return new Dataset<>(Operations.takeWhile(node, Argument.present(predicate, "predicate")));
    }

    /** The first elements; all of them if {@code count} is negative. */
    public final Dataset<T> take(long count) {
        return count < 0 ? this : new Dataset<>(Operations.take(node, count));
    }

    /** All but the first elements; none if {@code count} is negative, as in TensorFlow. */
    public final Dataset<T> skip(long count) {
        return count == 0 ? this : new Dataset<>(Operations.skip(node, count));
    }

    /**
     * Every {@code numShards}-th element, from {@code index} on. An element that could not be made is not counted.
     * Files are better sharded before they are read: {@code FileListDataset.matching("*.tfrecord").shard(workers, worker)}.
     *
     * @param numShards how many, at least 1
     * @param index which of them, from 0 to before {@code numShards}
     */
    public final Dataset<T> shard(long numShards, long index) {
        return new Dataset<>(Operations.shard(node, numShards, index));
    }

    /** All elements again and again, without end; of nothing it is nothing. */
    public final Dataset<T> repeat() {
        return repeat(-1);
    }

    /**
     * All elements {@code count} times; without end if {@code count} is negative. Directly behind {@code shuffle} the
     * two become one stage with one buffer, which reads into the next pass before one has ended, as TensorFlow does.
     */
    public final Dataset<T> repeat(long count) {
        return with(Operations.repeat(node, count));
    }

    /**
     * Elements in random order, by a seed that is drawn; {@link #seeds} tells it. A run that resumes takes over the
     * seed of then.
     */
    public final Dataset<T> shuffle(long bufferSize) {
        return new Dataset<>(ShuffleNode.of(node, bufferSize, SeedGenerator.drawn(), Reshuffle.EACH_ITERATION));
    }

    /** Elements in random order, another one in each pass, as {@code shuffle(bufferSize, seed=seed)} gives it. */
    public final Dataset<T> shuffle(long bufferSize, long seed) {
        return shuffle(bufferSize, Seed.of(seed), Reshuffle.EACH_ITERATION);
    }

    /**
     * Elements in random order: each is drawn from a buffer, into whose place the next element is read.
     *
     * @param bufferSize how many elements the buffer holds, at least 1, or {@link #UNKNOWN_CARDINALITY} for all; the
     *     buffer
     *     grows with what is read
     * @param seed from which the order comes; the same in TensorFlow for the same numbers
     */
    public final Dataset<T> shuffle(long bufferSize, Seed seed, Reshuffle reshuffle) {
        return new Dataset<>(ShuffleNode.of(
                node,
                bufferSize,
                SeedGenerator.of(Argument.present(seed, "seed")),
                Argument.present(reshuffle, "reshuffle")));
    }

    /** The same, by the seed that {@link Seed#of} makes of a number. */
    public final Dataset<T> shuffle(long bufferSize, long seed, Reshuffle reshuffle) {
        return shuffle(bufferSize, Seed.of(seed), reshuffle);
    }

    /**
     * Lists of {@code batchSize} elements; the last has fewer, if they do not come out even.
     *
     * @throws IllegalArgumentException if {@code batchSize} is not positive
     */
    public final BatchDataset<T, List<T>> batch(int batchSize) {
        return batch(batchSize, Collator.list());
    }

    /**
     * Batches of {@code batchSize} elements, as {@code collator} makes them: {@code batch(32, Collator.tensors())} is
     * TensorFlow's {@code batch}.
     *
     * @throws IllegalArgumentException if {@code batchSize} is not positive, or if it is known that the elements do not
     *     fit
     */
    public final <B> BatchDataset<T, B> batch(int batchSize, Collator<? super T, B> collator) {
        return new BatchDataset<>(new BatchNode<>("batch", node, batchSize, Argument.present(collator, "collator")));
    }

    /** Batches of dense tensors of different lengths, filled up with zeros: TensorFlow's {@code padded_batch}. */
    public final BatchDataset<T, Tensor> paddedBatch(int batchSize) {
        return paddedBatch(batchSize, Collator.padded());
    }

    /** Batches of dense tensors of different lengths, filled up as {@code padding} says. */
    public final BatchDataset<T, Tensor> paddedBatch(int batchSize, PaddedCollator padding) {
        return new BatchDataset<>(
                new BatchNode<>("paddedBatch", node, batchSize, Argument.present(padding, "padding")));
    }

    /**
     * Batches of tensors of different lengths, as ragged tensors: TensorFlow's {@code ragged_batch}. That rows of
     * theirs stay ragged when they are {@linkplain #unbatch taken apart} and batched again needs a known spec: where
     * elements come of a function, say theirs with {@link #elementSpec(ElementSpec)} before.
     */
    public final BatchDataset<T, Tensor> raggedBatch(int batchSize) {
        return new BatchDataset<>(new BatchNode<>("raggedBatch", node, batchSize, Collator.ragged()));
    }

    /**
     * The elements of batches: {@code unbatch(Splitter.tensors())} is TensorFlow's {@code unbatch}.
     *
     * @throws IllegalArgumentException if it is known that the elements cannot be taken apart, such as scalars
     */
    public final <E> Dataset<E> unbatch(Splitter<? super T, E> splitter) {
        return new Dataset<>(Operations.unbatch(node, Argument.present(splitter, "splitter")));
    }

    /**
     * Batches of another size, as if taken apart and batched again.
     *
     * @throws IllegalArgumentException if {@code batchSize} is not positive, or if it is known that the elements cannot
     *     be
     *     taken apart
     */
    public final <E> BatchDataset<E, T> rebatch(
            int batchSize, Splitter<? super T, E> splitter, Collator<? super E, T> collator) {
        Argument.present(collator, "collator");
        return new BatchDataset<>(new BatchNode<>(
                "rebatch",
                Operations.unbatchForRebatch(node, Argument.present(splitter, "splitter")),
                batchSize,
                collator));
    }

    /**
     * Datasets of {@code size} neighbouring elements, one behind the other unless {@link WindowDataset#shift} says
     * otherwise; the last have fewer, if they do not come out even. An element that cannot be made fails each window
     * that it is in, and nothing if it lies between two.
     *
     * @throws IllegalArgumentException if {@code size} is not positive
     */
    public final WindowDataset<T> window(long size) {
        return new WindowDataset<>(new WindowNode<>(node, size, Dataset::new));
    }

    /**
     * Groups elements by key, and gives the elements of what {@code reduceFunction} makes of every {@code windowSize}
     * of a group; at the end of what is left of each, in ascending order of keys. A key that is no integer is an error.
     *
     * @param windowSize as in TensorFlow, one that is not positive is found out at the first element
     */
    public final <R> Dataset<R> groupByWindow(
            DatasetFunction<? super T, ? extends Number> keyFunction,
            DatasetBiFunction<? super Long, ? super Dataset<T>, ? extends Dataset<R>> reduceFunction,
            long windowSize) {
        return groupByWindow(keyFunction, reduceFunction, key -> windowSize);
    }

    /** The same, with a window size for each key. */
    public final <R> Dataset<R> groupByWindow(
            DatasetFunction<? super T, ? extends Number> keyFunction,
            DatasetBiFunction<? super Long, ? super Dataset<T>, ? extends Dataset<R>> reduceFunction,
            LongUnaryOperator windowSizeFunction) {
        return new Dataset<>(Operations.groupByWindow(
                node,
                Argument.present(keyFunction, "keyFunction"),
                reduced(Argument.present(reduceFunction, "reduceFunction")),
                Argument.present(windowSizeFunction, "windowSizeFunction")));
    }

    /** Batches of elements of similar length, filled up with zeros. */
    public final BucketDataset<T, Tensor> bucketBySequenceLength(
            DatasetFunction<? super T, ? extends Number> elementLengthFunction,
            int[] bucketBoundaries,
            int[] bucketBatchSizes) {
        return bucketBySequenceLength(elementLengthFunction, bucketBoundaries, bucketBatchSizes, Collator.padded());
    }

    /**
     * Batches of elements of similar length, put together by a collator: one that pads, or {@link Collator#tensors}
     * where TensorFlow has {@code no_padding=True}.
     *
     * @param elementLengthFunction the length of an element
     * @param bucketBoundaries the upper boundaries of the buckets, exclusive; the last bucket has none
     * @param bucketBatchSizes the batch size of each bucket, one more than boundaries; as in TensorFlow, one that is
     *     not
     *     positive is found out at the first element of its bucket
     * @throws IllegalArgumentException if there is not one batch size more than boundaries
     */
    public final <B> BucketDataset<T, B> bucketBySequenceLength(
            DatasetFunction<? super T, ? extends Number> elementLengthFunction,
            int[] bucketBoundaries,
            int[] bucketBatchSizes,
            Collator<? super T, B> collator) {
        return new BucketDataset<>(new BucketNode<>(
                node,
                Argument.present(elementLengthFunction, "elementLengthFunction"),
                Argument.present(bucketBoundaries, "bucketBoundaries"),
                Argument.present(bucketBatchSizes, "bucketBatchSizes"),
                Argument.present(collator, "collator")));
    }

    /** Elements with their numbers, from 0 on. */
    public final Dataset<Pair<Long, T>> enumerate() {
        return enumerate(0);
    }

    /** Elements with their numbers, from {@code start} on. An element that cannot be made has its number too. */
    public final Dataset<Pair<Long, T>> enumerate(long start) {
        return new Dataset<>(Operations.enumerate(range(start, Long.MAX_VALUE).node, node));
    }

    /**
     * These elements, then those of another dataset, which is opened when these have ended.
     *
     * @throws IllegalArgumentException if what is known of the elements of both differs in structure or type
     */
    public final Dataset<T> concatenate(Dataset<? extends T> other) {
        return new Dataset<>(
                Operations.concatenate(node, Argument.present(other, "other").node()));
    }

    /**
     * Running results: the function makes the next state and what is given of state and element. Every pass begins with
     * {@code initialState}, so it must not be changed by the function. A checkpoint of a running scan is restored by
     * running it again from its beginning.
     */
    public final <S, R> Dataset<R> scan(S initialState, DatasetBiFunction<? super S, ? super T, Pair<S, R>> function) {
        return new Dataset<>(Operations.scan(
                node, Argument.present(initialState, "initialState"), Argument.present(function, "function")));
    }

    /**
     * The first of equal elements, which must be {@link Long}, {@link Integer}, {@link String} or {@link Bytes}, lists
     * of those, or dense tensors of int32, int64 or string; others are an error. All that came are remembered; a
     * checkpoint is restored by reading them again.
     */
    public final Dataset<T> unique() {
        return new Dataset<>(Operations.unique(node));
    }

    /**
     * One result of all elements: the function makes the next state of state and element; the last one is given.
     *
     * @throws DatasetException if an element cannot be made, or the function throws
     */
    public final <S> S reduce(S initialState, DatasetBiFunction<? super S, ? super T, ? extends S> function) {
        S state = Argument.present(initialState, "initialState");
        Argument.present(function, "function");
        try (DatasetIterator<T> iterator = iterator()) {
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

    /** Makes elements before they are asked for, on a thread of the run; Riffle chooses how many, at most 16. */
    public final Dataset<T> prefetch() {
        return prefetch(-1);
    }

    /**
     * Makes elements before they are asked for, on a thread of the run, and holds at most {@code bufferSize} of them;
     * Riffle chooses if it is -1, and nothing changes if it is 0.
     *
     * @throws IllegalArgumentException if {@code bufferSize} is below -1
     */
    public final Dataset<T> prefetch(int bufferSize) {
        return with(Operations.prefetch(node, bufferSize, null));
    }

    /** The same on an executor that stays the caller's. */
    public final Dataset<T> prefetch(int bufferSize, Executor executor) {
        return with(Operations.prefetch(node, bufferSize, Argument.present(executor, "executor")));
    }

    /**
     * Keeps the elements of the first full pass in memory, for those that follow: TensorFlow's {@code cache()}. A pass
     * is full when it has seen the end, or as many elements as are known to come; what another has gathered is dropped.
     * Behind a checkpoint the elements are made again by a pass over what comes before.
     */
    public final Dataset<T> cache() {
        return new Dataset<>(Caches.inMemory(node));
    }

    /**
     * Keeps the elements of the first full pass in a file, for later passes and later programs. The file appears when a
     * pass is full, as in {@link #cache()}, and had no error, whole or not at all; several programs may do this at
     * once. It is believed as long as stages and arguments before it are the same, and names, sizes and times of the
     * files read; otherwise it is made again. Functions, and files that they open, cannot be compared: where one
     * changes, so should the name of its stage or the version of {@link #cache(Path, String)}. A seed that was drawn
     * counts as the same: the file keeps the order of the pass that wrote it.
     *
     * <p>Elements may be numbers, {@link Boolean}, {@link String}, {@link Bytes}, tensors, Examples, and pairs, lists
     * and maps of these; others are refused when they come. A file of that name that is no cache is refused, never
     * overwritten.
     */
    public final Dataset<T> cache(Path file) {
        return cache(file, "");
    }

    /** As {@link #cache(Path)}, with a version of the caller's: a file with another one is made again. */
    public final Dataset<T> cache(Path file, String version) {
        return new Dataset<>(Caches.inFile(node, Argument.present(file, "file"), Argument.present(version, "version")));
    }

    /** Leaves out elements that could not be made; {@code listener} is told of each, in the thread that runs the stage. */
    public final IgnoreErrorsDataset<T> ignoreErrors(Consumer<? super DatasetException> listener) {
        return new IgnoreErrorsDataset<>(
                new IgnoreErrorsNode<>(node, Argument.present(listener, "listener"), Long.MAX_VALUE));
    }

    /**
     * Fails when there are more or fewer elements, at the end or at the first one too many, and says the expected
     * number where {@link #cardinality} is asked.
     *
     * @param expected the number, or {@link #INFINITE_CARDINALITY}
     */
    public final Dataset<T> assertCardinality(long expected) {
        return new Dataset<>(Operations.assertCardinality(node, expected));
    }

    /**
     * The only element: {@code get_single_element}.
     *
     * @throws IllegalStateException if there is none, or more than one
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

    /** What a function makes of this dataset, in the chain of calls. */
    public final <R> R apply(Function<? super Dataset<T>, ? extends R> function) {
        return Argument.present(function, "function").apply(this);
    }

    /**
     * Calls the last stage so in messages, statistics and {@link #explain}. Checkpoints and caches compare the name: a
     * function that does something else now should be called something else, so that what it made before is refused.
     */
    public final Dataset<T> named(String name) {
        return new Dataset<>(Operations.named(Argument.present(name, "name"), node));
    }

    /** Says what the elements are: for what a function made. Nobody checks whether it is true. */
    public final Dataset<T> elementSpec(ElementSpec spec) {
        return new Dataset<>(Operations.elementSpec(node, Argument.present(spec, "spec")));
    }

    /**
     * The seeds of all random stages, inputs before what is made of them, the drawn ones too: to run the same again.
     * Stages inside functions are not seen.
     */
    public final List<Seed> seeds() {
        return new Pipeline(node)
                .stages().stream().flatMap(stage -> stage.drawsFrom().stream()).toList();
    }

    /** The pipeline in words, a line for each stage. */
    public final String explain() {
        return Explanation.of(node, null);
    }

    /**
     * The pipeline in words after a run of its first elements: what each stage has given and what it cost. Elements
     * that cannot be made count too.
     *
     * @throws IllegalArgumentException if {@code elements} is negative
     */
    public final String explain(int elements) {
        if (elements < 0) {
            throw new IllegalArgumentException("elements must not be negative: " + elements);
        }
        try (DatasetIterator<T> iterator = iterator(PipelineObserver.silent())) {
            for (int i = 0; i < elements && iterator.hasNext(); i++) {
                iterator.pass();
            }
            return iterator.explain();
        }
    }

    /**
     * Writes every element as a record of a TFRecord file, uncompressed; the file appears when all are written, and is
     * left as it was if one fails. A dataset of {@link Bytes} is written by {@link RecordDataset#write}.
     *
     * @return the number of records
     * @throws DatasetException if an element cannot be made or serialized
     * @throws IOException if the file cannot be written, or is there already
     */
    public final long writeRecords(Path file, DatasetFunction<? super T, Bytes> serializer) throws IOException {
        return writeRecords(file, RecordWriterOptions.defaults(), serializer);
    }

    /**
     * Writes every element as a record; the file appears when all are written, and is left as it was if one fails.
     *
     * @return the number of records
     * @throws DatasetException if an element cannot be made or serialized
     * @throws IOException if the file cannot be written, or is there already and the options do not say to overwrite it
     */
    public final long writeRecords(Path file, RecordWriterOptions options, DatasetFunction<? super T, Bytes> serializer)
            throws IOException {
        Argument.present(file, "file");
        Argument.present(options, "options");
        Argument.present(serializer, "serializer");
        return RecordDataset.write(map(serializer).named("writeRecords"), file, options);
    }

    /**
     * Writes every element as a record into the files of a set, one record to each in turn. All files appear when all
     * is written, or none does.
     *
     * @return how many records were written
     * @throws DatasetException if an element cannot be made or serialized
     * @throws IOException if a file cannot be written, or is there already
     */
    public final long writeShards(ShardNames names, DatasetFunction<? super T, Bytes> serializer) throws IOException {
        return writeShards(names, RecordWriterOptions.defaults(), serializer);
    }

    /**
     * The same, in the format and the way that the options say.
     *
     * @throws IOException if a file cannot be written, or is there already and the options do not say to overwrite it
     */
    public final long writeShards(
            ShardNames names, RecordWriterOptions options, DatasetFunction<? super T, Bytes> serializer)
            throws IOException {
        Argument.present(names, "names");
        Argument.present(options, "options");
        Argument.present(serializer, "serializer");
        return ShardWriting.write(this, names, options, serializer);
    }

    /** All elements in a list. */
    public final List<T> toList() {
        List<T> elements = new ArrayList<>();
        try (DatasetIterator<T> iterator = iterator()) {
            iterator.forEachRemaining(elements::add);
        }
        return elements;
    }

    /** Gives each element to {@code action}. The run is closed at the end, also if that throws. */
    @Override
    public final void forEach(Consumer<? super T> action) {
        Argument.present(action, "action");
        try (DatasetIterator<T> iterator = iterator()) {
            iterator.forEachRemaining(action);
        }
    }

    /** The elements as a stream, to be closed. */
    public final Stream<T> stream() {
        DatasetIterator<T> iterator = iterator();
        Spliterator<T> elements =
                Spliterators.spliteratorUnknownSize(iterator, Spliterator.ORDERED | Spliterator.NONNULL);
        return StreamSupport.stream(elements, false).onClose(iterator::close);
    }

    /** Begins a run. */
    @Override
    public final DatasetIterator<T> iterator() {
        return DatasetIterator.open(node, null);
    }

    /** Begins a run that is watched. */
    public final DatasetIterator<T> iterator(PipelineObserver observer) {
        return DatasetIterator.open(node, Argument.present(observer, "observer"));
    }

    /**
     * Begins a run where another was. Seeds that were drawn, and what iterators of this dataset share, are those of the
     * checkpoint from then on; a checkpoint that is refused changes nothing.
     *
     * <p>Functions compute elements again that the checkpoint holds. An unchecked exception of a function is thrown
     * unchanged.
     *
     * @throws IllegalArgumentException if the checkpoint is of another pipeline, or damaged, or if a source gives other
     *     elements than before; the message for damage has the name and place of the wrong value
     * @throws DatasetException if a source cannot be read, or if a function throws a checked exception
     */
    public final DatasetIterator<T> resume(Checkpoint checkpoint) {
        return DatasetIterator.resume(node, Argument.present(checkpoint, "checkpoint"), null);
    }

    /**
     * Begins a run that is watched where another was; what was given before the checkpoint is not counted.
     *
     * @throws IllegalArgumentException as {@link #resume(Checkpoint)} does
     * @throws DatasetException as {@link #resume(Checkpoint)} does
     */
    public final DatasetIterator<T> resume(Checkpoint checkpoint, PipelineObserver observer) {
        return DatasetIterator.resume(
                node, Argument.present(checkpoint, "checkpoint"), Argument.present(observer, "observer"));
    }

    /**
     * How many elements there are, or {@link #INFINITE_CARDINALITY} or {@link #UNKNOWN_CARDINALITY}; nothing is read
     * for it. {@link Long#MAX_VALUE} stands for all numbers that are larger.
     */
    public final long cardinality() {
        return node.cardinality();
    }

    /** What is known of the elements. */
    public final ElementSpec elementSpec() {
        return node.elementSpec();
    }

    /** The last stage in words: its line of {@link #explain()} without what is known of its elements. */
    @Override
    public final String toString() {
        return node.describe();
    }
}
