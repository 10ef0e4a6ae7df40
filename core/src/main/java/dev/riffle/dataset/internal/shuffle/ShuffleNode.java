package dev.riffle.dataset.internal.shuffle;

import dev.riffle.dataset.internal.engine.Cardinality;
import dev.riffle.dataset.internal.engine.Description;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Numbering;
import dev.riffle.dataset.internal.engine.PassingNode;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.SeedGenerator;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.stage.Reshuffle;
import dev.riffle.dataset.stage.Seed;
import java.util.Optional;

/**
 * The elements in random order, in one pass or, like TensorFlow's ShuffleAndRepeat, in several passes from one buffer.
 * One seed generator determines the orders of the passes. A shuffle and its repeated form share the generator.
 */
public final class ShuffleNode<T> extends PassingNode<T> {

    private final long bufferSize;
    private final Reshuffle reshuffle;
    private final SeedGenerator generator;
    private final long count;

    private ShuffleNode(Node<T> input, long bufferSize, Reshuffle reshuffle, SeedGenerator generator, long count) {
        super("shuffle", input);
        this.bufferSize = bufferSize;
        this.reshuffle = reshuffle;
        this.generator = generator;
        this.count = count;
    }

    public static <T> ShuffleNode<T> of(Node<T> input, long bufferSize, SeedGenerator generator, Reshuffle reshuffle) {
        if (bufferSize < 1 && bufferSize != UNKNOWN_CARDINALITY) {
            throw new IllegalArgumentException(
                    "bufferSize must be positive, or UNKNOWN_CARDINALITY (-2) for all elements: " + bufferSize);
        }
        if (bufferSize == UNKNOWN_CARDINALITY && input.cardinality() == INFINITE_CARDINALITY) {
            throw new IllegalArgumentException("bufferSize must be positive for an infinite dataset: " + bufferSize);
        }
        return new ShuffleNode<>(input, bufferSize, reshuffle, generator, 1);
    }

    /** Returns this shuffle repeated from one buffer, or empty if it is already repeated. */
    @Override
    public Optional<Node<T>> repeated(long times) {
        return count == 1
                ? Optional.of(new ShuffleNode<>(input(), bufferSize, reshuffle, generator, times))
                : Optional.empty();
    }

    long bufferSize() {
        return bufferSize;
    }

    /** Returns the number of passes. A negative number means infinitely many passes. */
    long count() {
        return count;
    }

    /** Returns the seed of the next pass. Draws a new seed if each pass has a different order. */
    Seed passSeed(Run run) {
        SeedGenerator seeds = run.seeds(generator);
        return reshuffle == Reshuffle.NEVER ? seeds.seed() : seeds.next();
    }

    @Override
    public Stage<T> open(Run run) {
        return new ShuffleStage<>(this, run);
    }

    @Override
    public Numbering numbering() {
        Numbering numbering = input().numbering();
        // Elements of different passes have equal lineages.
        return count == 1 ? numbering : numbering.counted();
    }

    @Override
    public long cardinality() {
        return Cardinality.repeated(input().cardinality(), count);
    }

    @Override
    protected boolean isEndless() {
        return count < 0;
    }

    @Override
    protected void describe(Description description) {
        description.with(bufferSize).with(generator).with(reshuffle);
        if (count != 1) {
            description.then(".repeat(" + count + ")");
        }
    }

    @Override
    public Optional<SeedGenerator> memory() {
        return Optional.of(generator);
    }
}
