package dev.riffle.dataset.internal.source;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.RandomCell;
import dev.riffle.dataset.internal.engine.Description;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.SeedGenerator;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.dataset.stage.Seed;
import dev.riffle.tensor.DType;
import java.util.List;
import java.util.Optional;

/** An infinite sequence of random numbers from 0 to 2^32 - 1: {@code tf.data.Dataset.random}. */
public final class RandomNode extends Node<Long> {

    private final SeedGenerator generator;
    private final boolean isRerandomized;

    private RandomNode(Seed seed, boolean isRerandomized) {
        super("random", ElementSpec.scalar(DType.INT64));
        this.generator = SeedGenerator.of(seed);
        this.isRerandomized = isRerandomized;
    }

    public static RandomNode of(Seed seed) {
        return new RandomNode(seed, false);
    }

    public RandomNode rerandomizeEachIteration() {
        return new RandomNode(generator.seed(), true);
    }

    @Override
    public Stage<Long> open(Run run) {
        Seed seed = isRerandomized ? run.seeds(generator).next() : generator.seed();
        return new Stage<>(this, run) {

            private final RandomCell random = cell(new RandomCell(seed));
            private long last;

            @Override
            public Long next() {
                last = random.next();
                return last;
            }

            @Override
            public ElementLineage lineage() {
                return new ElementLineage.Position(last);
            }
        };
    }

    @Override
    public long cardinality() {
        return INFINITE_CARDINALITY;
    }

    @Override
    protected void describe(Description description) {
        description.with(generator).with(isRerandomized, "rerandomized");
    }

    /** Returns the indexes of the lineages. The lineage of a number contains the number as its index. */
    @Override
    public List<Long> recompute(List<ElementLineage> lineages, Run run) {
        return lineages.stream().map(ElementLineage::position).toList();
    }

    @Override
    public Optional<SeedGenerator> memory() {
        return Optional.of(generator);
    }
}
