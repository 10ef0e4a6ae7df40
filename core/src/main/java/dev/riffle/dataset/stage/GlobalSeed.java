package dev.riffle.dataset.stage;

import dev.riffle.dataset.internal.random.MersenneTwister;

/**
 * The seed of a program: what {@code tf.random.set_seed(g)} sets, as an object. Operations that have no seed of their own
 * take {@link #next} in the order in which TensorFlow would create them, those that have one take {@link #operation}:
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

    /** The program's seed; a new object draws the same again, as setting the seed anew does. */
    public static GlobalSeed of(long seed) {
        return new GlobalSeed(seed);
    }

    /** The seed of the next operation that has none of its own. Each call gives another. */
    public synchronized Seed next() {
        int word = random.nextWord();
        while (word < 0) {
            word = random.nextWord();
        }
        return operation(word);
    }

    /** The seed of an operation with this one, which draws nothing. */
    public Seed operation(long operationSeed) {
        return Seed.of(seed, operationSeed);
    }
}
