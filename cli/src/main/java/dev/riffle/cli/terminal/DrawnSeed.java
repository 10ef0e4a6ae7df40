package dev.riffle.cli.terminal;

import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/**
 * A seed that was typed, or a random one that must be reported.
 *
 * @param number the seed
 */
public record DrawnSeed(long number) {

    /** Returns the typed seed, or a random one of nine digits, which are easy to type. */
    public static DrawnSeed of(@Nullable Long typed) {
        return new DrawnSeed(typed != null ? typed : new SecureRandom().nextLong(1_000_000_000L));
    }
}
