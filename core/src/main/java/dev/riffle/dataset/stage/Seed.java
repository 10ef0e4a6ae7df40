package dev.riffle.dataset.stage;

import java.util.concurrent.ThreadLocalRandom;

/**
 * The two numbers that determine a random stage. TensorFlow's {@code get_seed} computes these numbers from the seeds of
 * the program and of the operation. Immutable and safe for use by several threads.
 *
 * <p>{@link #of} corresponds to {@code seed=} in a TensorFlow program without a global seed. {@link GlobalSeed}
 * corresponds to {@code seed=} after {@code tf.random.set_seed}. {@link dev.riffle.dataset.Dataset#seeds} returns drawn
 * seeds. To repeat the order of a drawn seed, pass its {@link #seed2} to {@link #of}.
 *
 * @param seed the first number, from the program
 * @param seed2 the second number, from the operation
 * @since 0.1
 */
public record Seed(long seed, long seed2) {

    /** TensorFlow's seed of a program that sets no seed. */
    private static final long NO_GLOBAL_SEED = 87654321;

    private static final long MODULUS = (1L << 31) - 1;

    /**
     * Returns the seed of an operation in a program without a global seed: TensorFlow's {@code seed=}.
     *
     * @param seed any number; numbers that are equal modulo 2^31 - 1 result in the same seed
     */
    public static Seed of(long seed) {
        return of(NO_GLOBAL_SEED, seed);
    }

    /**
     * Returns a new random seed at each call. A dataset treats this seed as a chosen seed and resumes a checkpoint only
     * with the same seed. A dataset without a seed uses the seed of the checkpoint instead.
     */
    public static Seed drawn() {
        return of(ThreadLocalRandom.current().nextLong(MODULUS));
    }

    /**
     * Returns the truncated seeds of program and operation. In TensorFlow, two zeros would mean no seed, so the method
     * replaces the second zero.
     */
    static Seed of(long global, long operation) {
        long seed = Math.floorMod(global, MODULUS);
        long seed2 = Math.floorMod(operation, MODULUS);
        return new Seed(seed, seed == 0 && seed2 == 0 ? MODULUS : seed2);
    }
}
