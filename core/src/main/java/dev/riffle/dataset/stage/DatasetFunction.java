package dev.riffle.dataset.stage;

/**
 * A function of an element, which may throw anything: it arrives as a {@link DatasetException} that names the stage.
 *
 * @param <T> the elements
 * @param <R> what is made of them, never null
 * @since 0.1
 */
@FunctionalInterface
public interface DatasetFunction<T, R> {

    /** Makes the result for one element. */
    R apply(T element) throws Exception;
}
