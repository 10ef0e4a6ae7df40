package dev.riffle.dataset.internal.checkpoint;

import dev.riffle.dataset.internal.random.Philox;
import dev.riffle.dataset.stage.Seed;

/** A stream of random numbers. A checkpoint holds its seed and the number of words drawn. */
public final class RandomCell implements Cell {

    private static final Member<Seed> SEED = Member.seed("seed");
    private static final Member<Long> DRAWN = Member.count("drawn");

    private Seed seed;
    private Philox stream;

    public RandomCell(Seed seed) {
        this.seed = seed;
        this.stream = Philox.of(seed.seed(), seed.seed2());
    }

    /** Begins the stream of another seed. */
    public void begin(Seed other) {
        seed = other;
        stream = Philox.of(other.seed(), other.seed2());
    }

    /** Returns the next word of the stream, as a number from 0 to 2^32 - 1. */
    public long next() {
        return stream.next();
    }

    @Override
    public State save(State state) {
        return state.with(SEED, seed).with(DRAWN, stream.position());
    }

    @Override
    public void restore(State state) {
        begin(state.get(SEED));
        stream.position(state.get(DRAWN));
    }
}
