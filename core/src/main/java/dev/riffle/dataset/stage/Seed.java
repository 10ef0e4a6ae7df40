package dev.riffle.dataset.stage;

import java.util.concurrent.ThreadLocalRandom;

/**
 * The two numbers that a random stage starts from, as TensorFlow's {@code get_seed} makes them of the seeds of the program
 * and of the operation.
 *
 * <p>{@link #of} is what {@code seed=} means in a TensorFlow program without a global seed, {@link GlobalSeed} what it
 * means in one that has called {@code tf.random.set_seed}. A seed that was drawn is read back by {@link dev.riffle.dataset.Dataset#seeds};
 * its {@link #seed2} given to {@link #of} gives the same order again.
 *
 * @param seed the first, from the program
 * @param seed2 the second, from the operation
 * @since 0.1
 */
public record Seed(long seed, long seed2) {

    /** What TensorFlow takes for the seed of the program where none was set. */
    private static final long NO_GLOBAL_SEED = 87654321;

    private static final long MODULUS = (1L << 31) - 1;

    /**
     * The seed of an operation where the program has none: what {@code seed=} means in TensorFlow.
     *
     * @param seed any number; those that are equal modulo 2^31 - 1 give the same
     */
    public static Seed of(long seed) {
        return of(NO_GLOBAL_SEED, seed);
    }

    /**
     * Another seed at each call. Given to a dataset it counts as one that was chosen: a checkpoint asks for the same again,
     * while a dataset that was given none takes over that of the checkpoint.
     */
    public static Seed drawn() {
        return of(ThreadLocalRandom.current().nextLong(MODULUS));
    }

    /** The seeds of program and operation, truncated; a pair of zeros would mean none, so it is another. */
    static Seed of(long global, long operation) {
        long seed = Math.floorMod(global, MODULUS);
        long seed2 = Math.floorMod(operation, MODULUS);
        return new Seed(seed, seed == 0 && seed2 == 0 ? MODULUS : seed2);
    }
}
