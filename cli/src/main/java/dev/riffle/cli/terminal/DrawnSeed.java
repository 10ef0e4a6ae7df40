package dev.riffle.cli.terminal;

import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/**
 * A seed that was given, or one that was drawn, which has to be told.
 *
 * @param number the seed
 */
public record DrawnSeed(long number) {

    /** The seed that was typed, or, if there is none, one of nine digits that are easy to type. */
    public static DrawnSeed of(@Nullable Long typed) {
        return new DrawnSeed(typed != null ? typed : new SecureRandom().nextLong(1_000_000_000L));
    }
}
