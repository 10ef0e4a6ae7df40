package dev.riffle.dataset.stage;

/**
 * Two values that travel as one element, as {@code zip} and {@code enumerate} make them.
 *
 * @param first the first
 * @param second the second
 * @since 0.1
 */
public record Pair<A, B>(A first, B second) {

    /** A pair of these. */
    public static <A, B> Pair<A, B> of(A first, B second) {
        return new Pair<>(first, second);
    }
}
