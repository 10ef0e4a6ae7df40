package dev.riffle.cli.terminal;

import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/**
 * Holds a typed seed, or a random seed that the command must report.
 *
 * @param number the seed
 */
public record DrawnSeed(long number) {

    /** Returns the typed seed, or a random seed of nine digits, which is easy to type. */
    public static DrawnSeed of(@Nullable Long typed) {
        return new DrawnSeed(typed != null ? typed : new SecureRandom().nextLong(1_000_000_000L));
    }
}
