package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.FlagCell;
import dev.riffle.dataset.internal.checkpoint.LongCell;
import dev.riffle.dataset.internal.engine.Cardinality;
import dev.riffle.dataset.internal.engine.Description;
import dev.riffle.dataset.internal.engine.EmptyStage;
import dev.riffle.dataset.internal.engine.InputCell;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Numbering;
import dev.riffle.dataset.internal.engine.PassingNode;
import dev.riffle.dataset.internal.engine.Pipeline;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.shuffle.ShuffleNode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Repeats all elements of the input. */
public final class RepeatNode<T> extends PassingNode<T> {

    private final long count;

    private RepeatNode(Node<T> input, long count) {
        super("repeat", input);
        this.count = count;
    }

    /**
     * Returns a node that repeats {@code input}. A shuffle has a special node for repetition, as in TensorFlow: see
     * {@link ShuffleNode}.
     */
    public static <T> Node<T> of(Node<T> input, long count) {
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
    protected boolean isEndless() {
        return count < 0;
    }

    @Override
    protected void describe(Description description) {
        description.with(count);
    }

    /**
     * Starts a run of this stage. If the count is 0, does not open the input, so that no earlier stage draws a seed.
     */
    @Override
    public Stage<T> open(Run run) throws Exception {
        return count == 0 ? new EmptyStage<>(this, run) : new Running(run);
    }

    /**
     * The running form. It opens the first pass immediately, and each later pass of a fixed number when the previous
     * pass has ended. After the last pass, the stage opens one more pass without reading it, as TensorFlow does. An
     * earlier shuffle therefore draws one more pair of seeds. An endless repeat opens a later pass when the consumer
     * requests its first element. A pass without an element ends an endless repeat, even if the pass had failures.
     */
    private final class Running extends Stage<T> {

        /** The number of ended passes. An endless repeat counts none, so that its position shows missing progress. */
        private final LongCell passes = count("passes");

        private final FlagCell hasElement = flag("hasElement");
        private final FlagCell ended = flag("ended");
        private final InputCell<T> input = closableInput("input", input());

        Running(Run run) throws Exception {
            super(RepeatNode.this, run);
        }

        @Override
        public @Nullable T next() throws Exception {
            while (!ended.value) {
                T element = input.open().next();
                if (element != null) {
                    hasElement.value = true;
                    return element;
                }
                ended.value = count < 0 ? !hasElement.value : ++passes.value == count;
                hasElement.value = false;
                input.close();
                if (count > 0) {
                    openNext();
                }
            }
            return null;
        }

        private void openNext() throws Exception {
            if (!ended.value) {
                Stage<T> unused = input.open();
            } else if (!new Pipeline(RepeatNode.this).seedGenerators().isEmpty()) {
                run().open(input()).close();
            }
        }

        @Override
        public ElementLineage lineage() {
            return input.present().lineage();
        }
    }
}
