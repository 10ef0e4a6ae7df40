package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.engine.Description;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Numbering;
import dev.riffle.dataset.internal.engine.Parallelism;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.SeedGenerator;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.engine.UnaryNode;
import dev.riffle.dataset.internal.operator.NumberedNode.Numbered;
import dev.riffle.dataset.internal.random.ElementRandom;
import dev.riffle.dataset.stage.DatasetBiFunction;
import dev.riffle.dataset.stage.Seed;
import dev.riffle.io.SourcePart;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The results of a function of each element and a random stream. Consists of a node that numbers the elements, and a
 * map that creates the stream of each number.
 */
public final class SeededMapNode<S, T> extends UnaryNode<S, T> {

    private final DatasetBiFunction<? super S, ? super RandomGenerator, ? extends T> function;
    private final SeedGenerator generator;
    private final @Nullable Parallelism parallel;
    private final MapNode<Numbered<S>, T> results;

    public SeededMapNode(
            Node<S> input,
            Seed seed,
            DatasetBiFunction<? super S, ? super RandomGenerator, ? extends T> function,
            @Nullable Parallelism parallel) {
        super("mapWithSeed", input);
        this.function = function;
        this.generator = SeedGenerator.of(seed);
        this.parallel = parallel;
        this.results = new MapNode<>(new NumberedNode<>(name(), input, generator), this::result, parallel, this);
    }

    private T result(Numbered<S> numbered) throws Exception {
        Seed seed = generator.seed();
        return function.apply(
                numbered.element(), new ElementRandom(seed.seed(), seed.seed2(), numbered.pass(), numbered.number()));
    }

    @Override
    public Stage<T> open(Run run) throws Exception {
        return results.open(run);
    }

    @Override
    public Numbering numbering() {
        return input().numbering();
    }

    @Override
    public long cardinality() {
        return input().cardinality();
    }

    @Override
    protected void describe(Description description) {
        description.with(generator).shown(parallel);
    }

    @Override
    public List<T> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        return results.recompute(lineages, run);
    }

    @Override
    public Optional<SourcePart> origin(ElementLineage lineage) {
        return results.origin(lineage);
    }

    @Override
    public Optional<SeedGenerator> memory() {
        return Optional.of(generator);
    }
}
