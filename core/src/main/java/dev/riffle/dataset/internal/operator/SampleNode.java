package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.RandomCell;
import dev.riffle.dataset.internal.engine.Description;
import dev.riffle.dataset.internal.engine.EmptyStage;
import dev.riffle.dataset.internal.engine.Failures;
import dev.riffle.dataset.internal.engine.MixNode;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.SeedGenerator;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.random.Philox;
import dev.riffle.dataset.stage.Seed;
import dev.riffle.internal.Argument;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Elements of several datasets, drawn by weights: {@code tf.data.Dataset.sample_from_datasets}. */
public final class SampleNode<T> extends MixNode<T> {

    /**
     * How a sample draws.
     *
     * @param constant the weights of the datasets; empty if the weights change
     * @param changing the node of the weights of each draw; null if the weights are constant
     */
    private record Draws(
            double[] constant,
            @Nullable Node<double[]> changing,
            SeedGenerator generator,
            boolean isRerandomized,
            boolean endsWithFirst) {}

    private final Draws draws;

    private SampleNode(List<? extends Node<? extends T>> datasets, Draws draws) {
        super("sampleFromDatasets", datasets, draws.changing == null ? List.of() : List.of(draws.changing));
        this.draws = draws;
    }

    public static <T> SampleNode<T> of(List<? extends Node<? extends T>> datasets, double[] weights) {
        double[] kept = weights.clone();
        if (weights.length == 0) {
            kept = new double[datasets.size()];
            Arrays.fill(kept, 1);
        }
        Weights.check(kept, notEmpty(datasets).size());
        List<Node<? extends T>> weighted = new ArrayList<>();
        for (int i = 0; i < kept.length; i++) {
            if (kept[i] > 0) {
                weighted.add(datasets.get(i));
            }
        }
        double[] positive = Arrays.stream(kept).filter(weight -> weight > 0).toArray();
        return new SampleNode<>(weighted, new Draws(positive, null, SeedGenerator.drawn(), false, false));
    }

    public static <T> SampleNode<T> of(List<? extends Node<? extends T>> datasets, Node<double[]> weights) {
        return new SampleNode<>(
                notEmpty(datasets), new Draws(new double[0], weights, SeedGenerator.drawn(), false, false));
    }

    public SampleNode<T> seed(Seed seed) {
        SeedGenerator generator = SeedGenerator.of(Argument.present(seed, "seed"));
        return with(generator, draws.isRerandomized, draws.endsWithFirst);
    }

    public SampleNode<T> stopOnEmptyDataset() {
        return with(draws.generator.fromStart(), draws.isRerandomized, true);
    }

    public SampleNode<T> rerandomizeEachIteration() {
        return with(draws.generator.fromStart(), true, draws.endsWithFirst);
    }

    private SampleNode<T> with(SeedGenerator generator, boolean isRerandomized, boolean endsWithFirst) {
        return new SampleNode<>(
                datasets(), new Draws(draws.constant, draws.changing, generator, isRerandomized, endsWithFirst));
    }

    /**
     * Returns whether the stage draws datasets. With only one dataset, the stage draws no dataset and no seeds, as in
     * TensorFlow.
     */
    private boolean isDrawn() {
        return draws.changing != null || draws.constant.length > 1;
    }

    @Override
    public Stage<T> open(Run run) throws Exception {
        if (datasets().isEmpty()) {
            return new EmptyStage<>(this, run);
        }
        SeedGenerator seeds = run.seeds(draws.generator);
        return new Running(isDrawn() && draws.isRerandomized ? seeds.next() : seeds.seed(), run);
    }

    @Override
    public long cardinality() {
        return switch (datasets().size()) {
            case 0 -> 0;
            case 1 -> datasets().get(0).cardinality();
            default -> cardinalityOfDraws();
        };
    }

    /** Returns also true if the weights change, because such a sample ends after many draws of ended datasets. */
    @Override
    protected boolean endsWithFirst() {
        return draws.endsWithFirst || draws.changing != null;
    }

    @Override
    protected void describe(Description description) {
        description
                .with("weights " + (draws.changing == null ? Arrays.toString(draws.constant) : "changing"))
                .with(isDrawn(), draws.generator)
                .with(isDrawn() && draws.isRerandomized, "rerandomized")
                .with(draws.endsWithFirst, "stopping on an empty dataset");
    }

    @Override
    public Optional<SeedGenerator> memory() {
        return isDrawn() ? Optional.of(draws.generator) : Optional.empty();
    }

    /**
     * The running form. Each draw reads two words of the stage's stream and mixes these words into the key and the
     * counter of another stream. This stream returns one double, as in TensorFlow's stateless multinomial.
     */
    private final class Running extends DirectedStage<T> {

        private static final long SCRAMBLE_KEY = 0x02461E29_3EC8F720L;
        private static final long EXPONENT_OF_ONE = 1023L << 52;

        /** The number of consecutive draws of ended datasets after which a sample with changing weights ends. */
        private static final int MOST_MISSES = 1_000_000;

        private final RandomCell random;
        private final Weights weights = new Weights(datasets().size());
        private final boolean[] ended = new boolean[datasets().size()];

        /** The weights of each draw; null if the weights are constant. */
        private final @Nullable Stage<double[]> changing;

        Running(Seed seed, Run run) throws Exception {
            super(SampleNode.this, draws.endsWithFirst, run);
            this.random = cell(new RandomCell(seed));
            this.changing = draws.changing == null ? null : openInput("weights", draws.changing);
            if (changing == null) {
                weights.set(draws.constant);
            }
            openInputs();
        }

        @Override
        int select() throws Exception {
            if (!isDrawn()) {
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
                Weights.check(drawnBy, ended.length);
                if (Arrays.stream(drawnBy).allMatch(weight -> weight == 0)) {
                    throw new IllegalArgumentException("weights must not all be zero");
                }
            } catch (IllegalArgumentException e) {
                throw Failures.of(name(), null, e);
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
        void inputEnded(int number) {
            ended[number] = true;
            if (changing == null) {
                weights.end(number);
            }
        }
    }
}
