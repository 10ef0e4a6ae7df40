package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.Member;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.random.Philox;
import dev.riffle.dataset.stage.Seed;
import java.util.Optional;

/**
 * Generates the seeds of one dataset's passes. Each iterator of the dataset draws a seed when it begins. A checkpoint
 * keeps the number of draws, and the first seed if Riffle drew it. Safe for use by several threads.
 */
public final class SeedGenerator implements NodeMemory, Description.Argument {

    private static final Member<Long> DRAWN = Member.count("drawn");

    /** The number of words of each pass. */
    private static final long WORDS = 2;

    /** The drawn seed; empty if the caller chose the seed. */
    private static final Member<Optional<Seed>> SEED = Member.seed("seed").optional();

    private final boolean isDrawn;
    private Seed seed;
    private Philox philox;

    private SeedGenerator(Seed seed, boolean isDrawn) {
        this.isDrawn = isDrawn;
        this.seed = seed;
        this.philox = Philox.of(seed.seed(), seed.seed2());
    }

    /** Returns a generator with a seed that the caller chose. */
    public static SeedGenerator of(Seed seed) {
        return new SeedGenerator(seed, false);
    }

    /** Returns a generator with a drawn seed. A checkpoint may replace this seed with the saved seed. */
    public static SeedGenerator drawn() {
        return new SeedGenerator(Seed.drawn(), true);
    }

    public synchronized Seed seed() {
        return seed;
    }

    /** Returns the two numbers of the seed. Only an explanation contains the numbers of a drawn seed. */
    @Override
    public String text(Description.Purpose purpose) {
        Seed own = seed();
        return isDrawn && purpose != Description.Purpose.EXPLANATION
                ? "seed drawn"
                : "seeds " + own.seed() + " and " + own.seed2();
    }

    /** Draws the seed of the next pass. */
    public synchronized Seed next() {
        long first = philox.next();
        return new Seed(first, philox.next());
    }

    /** Draws the seed of the next pass and returns the number of this pass. The first pass has the number 0. */
    public synchronized long nextPass() {
        long pass = position() / WORDS;
        next();
        return pass;
    }

    /** Returns the number of words drawn: two for each pass. */
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

    /** Returns an independent generator with this seed at this position. */
    SeedGenerator copy() {
        SeedGenerator copy = fromStart();
        copy.position(position());
        return copy;
    }

    /** Returns an independent generator with this seed at the first position. */
    public SeedGenerator fromStart() {
        return new SeedGenerator(seed(), isDrawn);
    }

    @Override
    public State save(State state) {
        return state.with(DRAWN, position()).with(SEED, isDrawn ? Optional.of(seed()) : Optional.empty());
    }

    /** Continues from a state, with the seed of the state if this seed was drawn. */
    @Override
    public void restore(State state) {
        long words = state.get(DRAWN);
        Optional<Seed> saved = state.get(SEED);
        if (saved.isPresent() != isDrawn) {
            throw state.damaged(SEED, isDrawn ? "a seed" : "null");
        }
        saved.ifPresent(this::seed);
        position(words);
    }

    @Override
    public Runnable undo() {
        Seed own = seed();
        long words = position();
        return () -> {
            seed(own);
            position(words);
        };
    }
}
