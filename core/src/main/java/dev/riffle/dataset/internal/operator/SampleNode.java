package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.engine.EmptyStage;
import dev.riffle.dataset.internal.engine.Inputs;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.SeedGenerator;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.stage.ElementSpec;
import dev.riffle.dataset.stage.Seed;
import dev.riffle.internal.Argument;
import dev.riffle.io.SourcePart;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Elements of several datasets, drawn by weights: {@code tf.data.Dataset.sample_from_datasets}. */
public final class SampleNode<T> extends Node<T> {

    private final Inputs<T> inputs;
    private final ElementSpec spec;
    private final double[] weights;
    private final @Nullable Node<double[]> changingWeights;
    private final SeedGenerator generator;
    private final boolean isRerandomized;
    private final boolean endsWithFirst;

    private SampleNode(
            Inputs<T> inputs,
            double[] weights,
            @Nullable Node<double[]> changingWeights,
            SeedGenerator generator,
            boolean isRerandomized,
            boolean endsWithFirst) {
        super("sampleFromDatasets");
        this.inputs = inputs;
        this.spec = inputs.elementSpec();
        this.weights = weights;
        this.changingWeights = changingWeights;
        this.generator = generator;
        this.isRerandomized = isRerandomized;
        this.endsWithFirst = endsWithFirst;
    }

    public static <T> SampleNode<T> of(List<? extends Node<? extends T>> datasets, double[] weights) {
        checkNotEmpty(datasets);
        double[] kept = weights.clone();
        if (weights.length == 0) {
            kept = new double[datasets.size()];
            Arrays.fill(kept, 1);
        }
        Weights.check(kept, datasets.size());
        List<Node<? extends T>> weighted = new ArrayList<>();
        for (int i = 0; i < kept.length; i++) {
            if (kept[i] > 0) {
                weighted.add(datasets.get(i));
            }
        }
        double[] positive = Arrays.stream(kept).filter(weight -> weight > 0).toArray();
        return new SampleNode<>(new Inputs<>(weighted), positive, null, SeedGenerator.drawn(), false, false);
    }

    public static <T> SampleNode<T> of(List<? extends Node<? extends T>> datasets, Node<double[]> weights) {
        checkNotEmpty(datasets);
        return new SampleNode<>(new Inputs<>(datasets), new double[0], weights, SeedGenerator.drawn(), false, false);
    }

    private static void checkNotEmpty(List<?> datasets) {
        if (datasets.isEmpty()) {
            throw new IllegalArgumentException("datasets must not be empty: []");
        }
    }

    public SampleNode<T> seed(long seed) {
        return seed(Seed.of(seed));
    }

    public SampleNode<T> seed(Seed seed) {
        SeedGenerator generator = SeedGenerator.of(Argument.present(seed, "seed"));
        return new SampleNode<>(inputs, weights, changingWeights, generator, isRerandomized, endsWithFirst);
    }

    public SampleNode<T> stopOnEmptyDataset() {
        return new SampleNode<>(inputs, weights, changingWeights, generator.fromStart(), isRerandomized, true);
    }

    public SampleNode<T> rerandomizeEachIteration() {
        return new SampleNode<>(inputs, weights, changingWeights, generator.fromStart(), true, endsWithFirst);
    }

    @Override
    public List<Node<?>> inputs() {
        List<Node<?>> all = new ArrayList<>(inputs.datasets());
        if (changingWeights != null) {
            all.add(changingWeights);
        }
        return all;
    }

    /**
     * Returns whether the stage draws datasets. With only one dataset, the stage draws no dataset and no seeds, as in
     * TensorFlow.
     */
    private boolean isDrawn() {
        return changingWeights != null || weights.length > 1;
    }

    @Override
    public Stage<T> open(Run run) throws Exception {
        if (inputs.datasets().isEmpty()) {
            return new EmptyStage<>(this);
        }
        SeedGenerator seeds = run.seeds(generator);
        Sampling selector = new Sampling(
                name(),
                inputs.datasets().size(),
                isDrawn() ? weights : null,
                changingWeights == null ? null : run.open(changingWeights),
                isDrawn() && isRerandomized ? seeds.next() : seeds.seed());
        return new DirectedStage<>(this, inputs, selector, endsWithFirst, run);
    }

    @Override
    public long cardinality() {
        return switch (inputs.datasets().size()) {
            case 0 -> 0;
            case 1 -> inputs.datasets().get(0).cardinality();
            default -> inputs.cardinalityOfDraws();
        };
    }

    @Override
    public ElementSpec elementSpec() {
        return spec;
    }

    @Override
    public String signature() {
        return words(generator.signature());
    }

    @Override
    public String describe() {
        return words(generator.describe());
    }

    private String words(String seeds) {
        return "sampleFromDatasets(weights " + (changingWeights == null ? Arrays.toString(weights) : "changing")
                + (isDrawn() ? ", " + seeds : "")
                + (isDrawn() && isRerandomized ? ", rerandomized" : "")
                + (endsWithFirst ? ", stopping on an empty dataset)" : ")");
    }

    @Override
    public List<T> recompute(List<ElementLineage> lineages, Run run) throws Exception {
        return inputs.recompute(lineages, run);
    }

    @Override
    public Optional<SourcePart> origin(ElementLineage lineage) {
        return inputs.origin(lineage);
    }

    @Override
    public Optional<SeedGenerator> seedGenerator() {
        return isDrawn() ? Optional.of(generator) : Optional.empty();
    }
}
