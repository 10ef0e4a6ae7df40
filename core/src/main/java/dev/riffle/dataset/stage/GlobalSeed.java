package dev.riffle.dataset.stage;

import dev.riffle.dataset.internal.random.MersenneTwister;

/**
 * The seed of a program, which {@code tf.random.set_seed(g)} sets, as an object. Operations without a seed use
 * {@link #next}, in the order in which TensorFlow would create them. Operations with a seed use {@link #operation}:
 *
 * <pre>{@code
 * GlobalSeed global = GlobalSeed.of(7);
 * dataset.shuffle(100, global.next(), Reshuffle.EACH_ITERATION);           // dataset.shuffle(100)
 * dataset.shuffle(100, global.operation(3), Reshuffle.EACH_ITERATION);     // dataset.shuffle(100, seed=3)
 * }</pre>
 *
 * <p>The seeds are those of TensorFlow's eager mode. Safe for several threads.
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
     * Returns the seed of a program. A new object with this seed draws the same operation seeds again, as a second
     * {@code set_seed} does in TensorFlow.
     */
    public static GlobalSeed of(long seed) {
        return new GlobalSeed(seed);
    }

    /** Returns the seed of the next operation without a seed of its own. Each call returns another seed. */
    public synchronized Seed next() {
        int word = random.nextWord();
        while (word < 0) {
            word = random.nextWord();
        }
        return operation(word);
    }

    /** Returns the seed of an operation that has this seed of its own. Draws no seed. */
    public Seed operation(long operationSeed) {
        return Seed.of(seed, operationSeed);
    }
}
