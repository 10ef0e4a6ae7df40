package dev.riffle.dataset.stage;

/**
 * A condition on an element, which may throw anything: it arrives as a {@link DatasetException} that names the stage.
 *
 * @param <T> the elements
 * @since 0.1
 */
@FunctionalInterface
public interface DatasetPredicate<T> {

    /** Whether the condition holds for one element. */
    boolean test(T element) throws Exception;
}
