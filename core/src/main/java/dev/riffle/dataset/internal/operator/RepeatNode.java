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
    protected void describe(Description description) {
        description.with(count);
    }

    /**
     * Starts a run of this stage. If the count is 0, does not open the input, so that no earlier stage draws a seed.
     */
    @Override
    public Stage<T> open(Run run) throws Exception {
        if (count == 0) {
            return new EmptyStage<>(this, run);
        }
        return count < 0 ? new Endless(run) : new Counted(run);
    }

    /**
     * Repeats passes a fixed number of times. The stage opens the first pass immediately, and each later pass when the
     * previous pass has ended. After the last pass, the stage opens one more pass without reading it, as TensorFlow
     * does. An earlier shuffle therefore draws one more pair of seeds.
     */
    private final class Counted extends Stage<T> {

        private final LongCell passes = count("passes");
        private final InputCell<T> input = closedInput("input", input());

        Counted(Run run) throws Exception {
            super(RepeatNode.this, run);
            input.open();
        }

        @Override
        public @Nullable T next() throws Exception {
            while (passes.value < count) {
                T element = input.open().next();
                if (element != null) {
                    return element;
                }
                passes.value++;
                input.close();
                if (passes.value < count) {
                    input.open();
                } else {
                    drawAsIfOpened();
                }
            }
            return null;
        }

        /** Draws the seeds of the unread pass after the last pass, if a stage is random. */
        private void drawAsIfOpened() throws Exception {
            if (!new Pipeline(RepeatNode.this).seedGenerators().isEmpty()) {
                run().open(input()).close();
            }
        }

        @Override
        public ElementLineage lineage() {
            return input.lineage();
        }
    }

    /**
     * Repeats passes infinitely. The stage opens the first pass immediately. It opens each later pass when the consumer
     * requests the first element of the pass. A pass without an element ends the stage, even if the pass had failures.
     */
    private final class Endless extends Stage<T> {

        private final FlagCell isPassEmpty = flag("empty");
        private final FlagCell ended = flag("ended");
        private final InputCell<T> input = closedInput("input", input());

        Endless(Run run) throws Exception {
            super(RepeatNode.this, run);
            isPassEmpty.value = true;
            input.open();
        }

        @Override
        public @Nullable T next() throws Exception {
            while (!ended.value) {
                if (!input.isOpen()) {
                    input.open();
                    isPassEmpty.value = true;
                }
                T element = input.next();
                if (element != null) {
                    isPassEmpty.value = false;
                    return element;
                }
                ended.value = isPassEmpty.value;
                input.close();
            }
            return null;
        }

        @Override
        public ElementLineage lineage() {
            return input.lineage();
        }
    }
}
