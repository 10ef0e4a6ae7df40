package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.engine.Cardinality;
import dev.riffle.dataset.internal.engine.EmptyStage;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Numbering;
import dev.riffle.dataset.internal.engine.PassingNode;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.shuffle.ShuffleNode;
import java.util.Optional;

/** Repeats all elements of the input. */
final class RepeatNode<T> extends PassingNode<T> {

    private final long count;

    private RepeatNode(Node<T> input, long count) {
        super("repeat", input);
        this.count = count;
    }

    /**
     * Returns a node that repeats {@code input}. A shuffle has a special node for repetition, as in TensorFlow: see
     * {@link ShuffleNode}.
     */
    static <T> Node<T> of(Node<T> input, long count) {
        long times = Math.max(-1, count);
        if (times == 1) {
            return input;
        }
        Optional<Node<T>> own = times == 0 ? Optional.empty() : input.unnamed().repeated(times);
        if (own.isPresent()) {
            return input.unnamed() == input ? own.get() : new NamedNode<>(input.name(), own.get());
        }
        return new RepeatNode<>(input, times);
    }

    /**
     * Starts a run of this stage. If the count is 0, does not open the input, so that no earlier stage draws a seed.
     */
    @Override
    public Stage<T> open(Run run) throws Exception {
        if (count == 0) {
            return new EmptyStage<>(this);
        }
        return count < 0 ? new EndlessRepeatStage<>(this, run) : new RepeatStage<>(this, run, count);
    }

    /** Counts the elements, because elements of different passes have equal lineages. */
    @Override
    public Numbering numbering() {
        return input().numbering().counted();
    }

    @Override
    public long cardinality() {
        return Cardinality.repeated(input().cardinality(), count);
    }

    @Override
    public String signature() {
        return "repeat(" + count + ")";
    }
}
