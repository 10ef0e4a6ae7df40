package dev.riffle.dataset.stage;

/**
 * A condition on an element, which may throw any exception. The pipeline wraps the exception in a
 * {@link DatasetException} that names the stage. Stages may call the condition on other threads than the consumer's.
 * Parallel stages and several runs call the condition from several threads in parallel.
 *
 * @param <T> the type of the elements
 * @since 0.1
 */
@FunctionalInterface
public interface DatasetPredicate<T> {

    /** Returns whether the condition holds for one element. */
    boolean test(T element) throws Exception;
}
