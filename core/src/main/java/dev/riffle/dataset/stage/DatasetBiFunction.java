package dev.riffle.dataset.stage;

/**
 * A function of two values, which may throw any exception. The pipeline wraps the exception in a
 * {@link DatasetException} that names the stage. Stages may call the function on other threads than the consumer's.
 * Parallel stages and several runs call the function from several threads in parallel.
 *
 * @param <A> the type of the first value: the state, the key of a group, or the element
 * @param <B> the type of the second value: the element, the elements of a group, or a random
 *     stream
 * @param <R> the type of the result, which is never null
 * @since 0.1
 */
@FunctionalInterface
public interface DatasetBiFunction<A, B, R> {

    /** Returns the result for two values. */
    R apply(A first, B second) throws Exception;
}
