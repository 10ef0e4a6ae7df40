package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.Restoring;
import dev.riffle.dataset.internal.checkpoint.Saving;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.checkpoint.StateKey;
import dev.riffle.dataset.internal.engine.Failures;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.random.Philox;
import dev.riffle.dataset.stage.Seed;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Draws the dataset of each element of a sample. Each draw reads two words of the stage's stream and mixes these words
 * into the key and the counter of another stream. This stream returns one double, as in TensorFlow's stateless
 * multinomial.
 */
final class Sampling implements DirectedStage.Selector {

    private static final StateKey<Seed> SEED = StateKey.seed("seed");
    private static final StateKey<Long> DRAWN = StateKey.count("drawn");

    /** The state of the weights' stage, if the weights change. */
    private static final StateKey<Optional<State>> WEIGHTS =
            StateKey.state("weights").optional();

    private static final long SCRAMBLE_KEY = 0x02461E29_3EC8F720L;
    private static final long EXPONENT_OF_ONE = 1023L << 52;

    /** The number of consecutive draws of ended datasets after which a sample with changing weights ends. */
    private static final int MOST_MISSES = 1_000_000;

    private final String name;
    private final int size;
    private final Weights weights;
    private final boolean isDrawn;
    private final @Nullable Stage<double[]> changing;
    private final boolean[] ended;

    private Seed seed;
    private Philox random;

    /**
     * Creates a selector that draws by {@code constant} or by {@code changing} weights. Without weights, the selector
     * always selects the only dataset.
     */
    Sampling(String name, int size, double @Nullable [] constant, @Nullable Stage<double[]> changing, Seed seed) {
        this.name = name;
        this.size = size;
        this.weights = new Weights(size);
        this.isDrawn = constant != null;
        this.changing = changing;
        this.ended = new boolean[size];
        this.seed = seed;
        this.random = Philox.of(seed.seed(), seed.seed2());
        if (constant != null && changing == null) {
            weights.set(constant);
        }
    }

    @Override
    public int next() throws Exception {
        if (!isDrawn) {
            return 0;
        }
        if (changing == null) {
            return weights.draw(uniform());
        }
        for (int misses = 0; misses < MOST_MISSES; misses++) {
            double[] drawnBy = changing.next();
            if (drawnBy == null) {
                return -1;
            }
            double uniform = uniform();
            check(drawnBy);
            weights.set(drawnBy);
            int number = weights.draw(uniform);
            if (!ended[number]) {
                return number;
            }
        }
        return -1;
    }

    private void check(double[] drawnBy) {
        try {
            Weights.check(drawnBy, size);
            double sum = 0;
            for (double weight : drawnBy) {
                sum += weight;
            }
            if (sum == 0) {
                throw new IllegalArgumentException("weights must not all be zero");
            }
        } catch (IllegalArgumentException e) {
            throw Failures.of(name, null, e);
        }
    }

    private double uniform() {
        long first = random.next();
        long second = random.next();
        Philox scrambler = new Philox(SCRAMBLE_KEY, first, second);
        long key = scrambler.next() | scrambler.next() << 32;
        long counter = scrambler.next() | scrambler.next() << 32;
        Philox words = new Philox(key, 0, counter);
        long high = words.next() & 0xFFFFF;
        return Double.longBitsToDouble(EXPONENT_OF_ONE | high << 32 | words.next()) - 1;
    }

    @Override
    public void inputEnded(int number) {
        ended[number] = true;
        if (changing == null) {
            weights.end(number);
        }
    }

    @Override
    public State save(Saving saving) {
        return State.empty()
                .with(SEED, seed)
                .with(DRAWN, random.position())
                .with(WEIGHTS, Optional.ofNullable(changing).map(stage -> stage.save(saving)));
    }

    @Override
    public void restore(State state, Restoring restoring) throws Exception {
        seed = state.get(SEED);
        random = Philox.of(seed.seed(), seed.seed2());
        random.position(state.get(DRAWN));
        Optional<State> saved = state.get(WEIGHTS);
        if (saved.isPresent() != (changing != null)) {
            throw state.damaged(WEIGHTS, changing == null ? "null" : "an object");
        }
        if (changing != null && saved.isPresent()) {
            changing.restore(saved.get(), restoring);
        }
    }

    @Override
    public void close() throws IOException {
        if (changing != null) {
            changing.close();
        }
    }
}
