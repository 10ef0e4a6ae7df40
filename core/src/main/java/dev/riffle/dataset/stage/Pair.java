package dev.riffle.dataset.stage;

import dev.riffle.internal.Argument;

/**
 * Two values that form one element, for example of {@code zip} or {@code enumerate}. The pair itself is immutable.
 *
 * @param first the first value
 * @param second the second value
 * @since 0.1
 */
public record Pair<A, B>(A first, B second) {

    /** Creates a pair. Throws {@link IllegalArgumentException} if an argument is null. */
    public Pair {
        Argument.present(first, "first");
        Argument.present(second, "second");
    }

    /** Returns a pair of two values. */
    public static <A, B> Pair<A, B> of(A first, B second) {
        return new Pair<>(first, second);
    }
}
