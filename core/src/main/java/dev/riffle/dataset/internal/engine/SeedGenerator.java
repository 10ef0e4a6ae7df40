package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.checkpoint.StateKey;
import dev.riffle.dataset.internal.random.Philox;
import dev.riffle.dataset.stage.Seed;
import java.util.Optional;

/**
 * The seeds that one dataset draws for its passes; all its iterators draw from it, each when it begins. How many were drawn
 * is what a checkpoint keeps of it, and the seed itself where nobody chose it. Safe for several threads.
 */
public final class SeedGenerator {

    private static final StateKey<Long> DRAWN = StateKey.count("drawn");

    /** The seed, if the caller did not choose it. */
    private static final StateKey<Optional<Seed>> SEED = StateKey.seed("seed").optional();

    private final boolean isDrawn;
    private Seed seed;
    private Philox philox;

    private SeedGenerator(Seed seed, boolean isDrawn) {
        this.isDrawn = isDrawn;
        this.seed = seed;
        this.philox = Philox.of(seed.seed(), seed.seed2());
    }

    /** Of a seed that somebody chose. */
    public static SeedGenerator of(Seed seed) {
        return new SeedGenerator(seed, false);
    }

    /** Of a seed that nobody chose, so that a checkpoint may bring its own. */
    public static SeedGenerator drawn() {
        return new SeedGenerator(Seed.drawn(), true);
    }

    public synchronized Seed seed() {
        return seed;
    }

    /** What a signature says of the seed: nothing, where it was drawn. */
    public String signature() {
        return isDrawn ? "seed drawn" : describe();
    }

    /** The seed in words. */
    public String describe() {
        Seed told = seed();
        return "seeds " + told.seed() + " and " + told.seed2();
    }

    /** The seed of another pass. */
    public synchronized Seed next() {
        long first = philox.next();
        return new Seed(first, philox.next());
    }

    /** How many words were drawn: two for each pass. */
    public synchronized long position() {
        return philox.position();
    }

    synchronized void position(long words) {
        philox.position(words);
    }

    private synchronized void seed(Seed other) {
        seed = other;
        philox = Philox.of(other.seed(), other.seed2());
    }

    /** One that goes on from here by itself. */
    SeedGenerator copy() {
        SeedGenerator copy = anew();
        copy.position(position());
        return copy;
    }

    /** One that begins with the same seed. */
    public SeedGenerator anew() {
        return new SeedGenerator(seed(), isDrawn);
    }

    State save() {
        return State.empty().with(DRAWN, position()).with(SEED, isDrawn ? Optional.of(seed()) : Optional.empty());
    }

    /** Goes on from a state; with its seed, where that was drawn. */
    void restore(State state) {
        long words = state.get(DRAWN);
        Optional<Seed> saved = state.get(SEED);
        if (saved.isPresent() != isDrawn) {
            throw state.damaged(SEED, isDrawn ? "a seed" : "null");
        }
        saved.ifPresent(this::seed);
        position(words);
    }

    /** What brings it back to where it is now. */
    Runnable undo() {
        Seed own = seed();
        long words = position();
        return () -> {
            seed(own);
            position(words);
        };
    }
}
