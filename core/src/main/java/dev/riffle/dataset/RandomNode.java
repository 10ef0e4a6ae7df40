package dev.riffle.dataset;

import dev.riffle.tensor.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Random numbers from 0 to 2^32 - 1, without end: {@code tf.data.Node.random}. */
final class RandomNode extends Node<Long> {

    private final SeedGenerator generator;
    private final boolean isRerandomized;

    private RandomNode(Seed seed, boolean isRerandomized) {
        super("random");
        this.generator = SeedGenerator.of(seed);
        this.isRerandomized = isRerandomized;
    }

    static RandomNode of(Seed seed) {
        return new RandomNode(seed, false);
    }

    RandomNode rerandomizeEachIteration() {
        return new RandomNode(generator.seed(), true);
    }

    @Override
    Stage<Long> open(Run run) {
        return new Running(isRerandomized ? run.seeds(generator).next() : generator.seed());
    }

    @Override
    long cardinality() {
        return INFINITE_CARDINALITY;
    }

    @Override
    ElementSpec elementSpec() {
        return ElementSpec.scalar(DType.INT64);
    }

    @Override
    String signature() {
        return "random(" + generator.signature() + (isRerandomized ? ", rerandomized)" : ")");
    }

    /** A number is its own mark. */
    @Override
    List<Long> remake(List<Mark> marks, Run run) {
        List<Long> remade = new ArrayList<>(marks.size());
        for (Mark mark : marks) {
            remade.add(Mark.position(mark));
        }
        return remade;
    }

    @Override
    Optional<SeedGenerator> seedGenerator() {
        return Optional.of(generator);
    }

    private final class Running extends Stage<Long> {

        private Seed seed;
        private Philox random;
        private long given;

        Running(Seed seed) {
            super(RandomNode.this);
            this.seed = seed;
            this.random = Philox.of(seed.seed(), seed.seed2());
        }

        @Override
        Long next() {
            given = random.next();
            return given;
        }

        @Override
        Mark mark() {
            return new Mark.Position(given);
        }

        @Override
        State save(Saving saving) {
            return State.empty()
                    .with("seed", seed.seed())
                    .with("seed2", seed.seed2())
                    .with("drawn", random.position());
        }

        @Override
        void restore(State state, Restoring restoring) {
            seed = new Seed(state.number("seed"), state.number("seed2"));
            random = Philox.of(seed.seed(), seed.seed2());
            random.position(state.count("drawn"));
        }

        @Override
        public void close() {}
    }
}
