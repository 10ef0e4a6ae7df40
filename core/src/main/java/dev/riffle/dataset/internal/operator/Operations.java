package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.collate.Splitter;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.ObservedNode;
import dev.riffle.dataset.internal.engine.Parallelism;
import dev.riffle.dataset.stage.DatasetBiFunction;
import dev.riffle.dataset.stage.DatasetFunction;
import dev.riffle.dataset.stage.DatasetPredicate;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.dataset.stage.Pair;
import dev.riffle.dataset.stage.Seed;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.LongUnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Creates nodes for operations without further options. Nodes with options, such as {@link BatchNode}, are public and
 * have methods for these options.
 */
public final class Operations {

    private Operations() {}

    /**
     * Returns a node of the results of a function. The consumer's thread calls the function if {@code parallel} is
     * null.
     */
    public static <S, T> Node<T> map(
            Node<S> input, DatasetFunction<? super S, ? extends T> function, @Nullable Parallelism parallel) {
        return new MapNode<>(input, function, parallel);
    }

    /** Like {@link #map}, with a random stream of its own for each element. */
    public static <S, T> Node<T> mapWithSeed(
            Node<S> input,
            Seed seed,
            DatasetBiFunction<? super S, ? super RandomGenerator, ? extends T> function,
            @Nullable Parallelism parallel) {
        return new SeededMapNode<>(input, seed, function, parallel);
    }

    /** Returns a node of the elements that a predicate accepts. */
    public static <T> Node<T> filter(Node<T> input, DatasetPredicate<? super T> predicate) {
        return new FilterNode<>(input, predicate);
    }

    /** Returns a node of the elements before the first element that a predicate rejects. */
    public static <T> Node<T> takeWhile(Node<T> input, DatasetPredicate<? super T> predicate) {
        return new TakeWhileNode<>(input, predicate);
    }

    /** Returns a node of the first {@code count} elements, or of all elements if {@code count} is negative. */
    public static <T> Node<T> take(Node<T> input, long count) {
        return new TakeNode<>(input, count);
    }

    /** Returns a node of the elements after the first {@code count}, or an empty node if {@code count} is negative. */
    public static <T> Node<T> skip(Node<T> input, long count) {
        return new SkipNode<>(input, count);
    }

    /** Returns a node of every {@code numShards}-th element, beginning at {@code index}. */
    public static <T> Node<T> shard(Node<T> input, long numShards, long index) {
        return ShardNode.of(input, numShards, index);
    }

    /** Returns a node that repeats {@code input} {@code count} times, or infinitely if {@code count} is negative. */
    public static <T> Node<T> repeat(Node<T> input, long count) {
        return ObservedNode.changed(input, node -> RepeatNode.of(node, count));
    }

    /**
     * Returns a node that reads elements ahead on {@code executor}, or on a thread of the run if {@code executor} is
     * null.
     */
    public static <T> Node<T> prefetch(Node<T> input, int bufferSize, @Nullable Executor executor) {
        return PrefetchNode.of(input, bufferSize, executor);
    }

    /** Returns a node of the parts into which a splitter divides each element. */
    public static <B, T> Node<T> unbatch(Node<B> input, Splitter<? super B, T> splitter) {
        return new UnbatchNode<>(input, splitter);
    }

    /** Like {@link #unbatch(Node, Splitter)}, as input for batches of another size. */
    public static <B, T> Node<T> unbatchForRebatch(Node<B> input, Splitter<? super B, T> splitter) {
        return UnbatchNode.forRebatch(input, splitter);
    }

    /**
     * Returns a node of the elements of the datasets that {@code reduceFunction} creates. Each call receives a window
     * of elements with the same key.
     */
    public static <T, R> Node<R> groupByWindow(
            Node<T> input,
            DatasetFunction<? super T, ? extends Number> keyFunction,
            DatasetBiFunction<? super Long, ? super Node<T>, ? extends Node<R>> reduceFunction,
            LongUnaryOperator windowSizeFunction) {
        return new GroupByWindowNode<>(input, keyFunction, reduceFunction, windowSizeFunction);
    }

    /** Returns a node of pairs of the elements of two nodes. */
    public static <A, B> Node<Pair<A, B>> zip(Node<A> first, Node<B> second) {
        return ZipNode.pairs("zip", first, second);
    }

    /** Returns a node of lists of the elements of several nodes. */
    public static <T> Node<List<T>> zip(List<? extends Node<? extends T>> nodes) {
        return ZipNode.lists(nodes);
    }

    /** Returns a node of pairs of numbers and elements. */
    public static <T> Node<Pair<Long, T>> enumerate(Node<Long> numbers, Node<T> input) {
        return ZipNode.pairs("enumerate", numbers, input);
    }

    /** Returns a node of the elements of {@code first}, then of {@code second}. */
    public static <T> Node<T> concatenate(Node<T> first, Node<? extends T> second) {
        return new ConcatenateNode<>(first, second);
    }

    /** Returns a node of the running results of a function. */
    public static <S, T, R> Node<R> scan(
            Node<T> input, S initialState, DatasetBiFunction<? super S, ? super T, Pair<S, R>> function) {
        return new ScanNode<>(input, initialState, function);
    }

    /** Returns a node of the first of equal elements. */
    public static <T> Node<T> unique(Node<T> input) {
        return new UniqueNode<>(input);
    }

    /** Returns a node that fails if the number of elements differs from {@code expected}. */
    public static <T> Node<T> assertCardinality(Node<T> input, long expected) {
        return new AssertCardinalityNode<>(input, expected);
    }

    /** Returns a node with a name for messages and checkpoints. */
    public static <T> Node<T> named(String name, Node<T> node) {
        return ObservedNode.changed(node, unnamed -> new NamedNode<>(name, unnamed));
    }

    /** Returns a node that declares the spec of the elements. */
    public static <T> Node<T> elementSpec(Node<T> input, ElementSpec spec) {
        return new SpecNode<>(input, spec);
    }
}
