package dev.riffle.dataset.stage;

/**
 * A function of two things, which may throw anything: it arrives as a {@link DatasetException} that names the stage.
 *
 * @param <A> the first: the state, or the key of a group
 * @param <B> the second: the element, or the elements of a group
 * @param <R> what is made of them, never null
 * @since 0.1
 */
@FunctionalInterface
public interface DatasetBiFunction<A, B, R> {

    /** Makes the result. */
    R apply(A first, B second) throws Exception;
}
