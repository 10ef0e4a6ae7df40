package dev.riffle.dataset.stage;

import dev.riffle.dataset.internal.random.MersenneTwister;

/**
 * The global seed of a program, like the argument of {@code tf.random.set_seed}. For operations without a seed, call
 * {@link #next} in the order in which TensorFlow would create the operations. For operations with a seed, call
 * {@link #operation}:
 *
 * <pre>{@code
 * GlobalSeed global = GlobalSeed.of(7);
 * dataset.shuffle(100, global.next(), Reshuffle.EACH_ITERATION);           // dataset.shuffle(100)
 * dataset.shuffle(100, global.operation(3), Reshuffle.EACH_ITERATION);     // dataset.shuffle(100, seed=3)
 * }</pre>
 *
 * <p>The seeds equal TensorFlow's in eager mode. Safe for use by several threads.
 *
 * @since 0.1
 */
public final class GlobalSeed {

    private final long seed;
    private final MersenneTwister random;

    private GlobalSeed(long seed) {
        this.seed = seed;
        this.random = new MersenneTwister(seed);
    }

    /**
     * Returns a global seed. Each new object with the same number draws the same operation seeds, like each call of
     * {@code set_seed} in TensorFlow.
     */
    public static GlobalSeed of(long seed) {
        return new GlobalSeed(seed);
    }

    /** Draws the seed of the next operation that has no seed. Each call returns another seed. */
    public synchronized Seed next() {
        int word = random.nextWord();
        while (word < 0) {
            word = random.nextWord();
        }
        return operation(word);
    }

    /** Combines the global seed with the seed of one operation. Draws no seed. */
    public Seed operation(long operationSeed) {
        return Seed.of(seed, operationSeed);
    }
}
