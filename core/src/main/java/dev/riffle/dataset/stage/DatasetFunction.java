package dev.riffle.dataset.stage;

/**
 * A function of an element, which may throw any exception. The pipeline wraps the exception in a
 * {@link DatasetException} that names the stage. Stages may call the function on other threads than the consumer's.
 * Parallel stages and several runs call the function from several threads in parallel.
 *
 * @param <T> the type of the elements
 * @param <R> the type of the results, which are never null
 * @since 0.1
 */
@FunctionalInterface
public interface DatasetFunction<T, R> {

    /** Returns the result for one element. */
    R apply(T element) throws Exception;
}
