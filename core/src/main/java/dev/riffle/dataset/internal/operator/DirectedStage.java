package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.FlagCell;
import dev.riffle.dataset.internal.checkpoint.LongCell;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.InputCell;
import dev.riffle.dataset.internal.engine.MixNode;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Delivers each element from the input that a subclass selects. If the selected input has ended, the stage skips this
 * input or ends.
 */
abstract class DirectedStage<T> extends Stage<T> {

    private final MixNode<T> dataset;
    private final boolean endsWithFirst;
    private final List<InputCell<T>> inputs = new ArrayList<>();
    private final FlagCell ended = flag("ended");

    /** The number of the input that an interruption stopped, or -1. This input keeps its turn. */
    private final LongCell waiting;

    private int selected;

    /** Creates the stage. The subclass calls {@link #openInputs} after it has opened what it selects with. */
    DirectedStage(MixNode<T> dataset, boolean endsWithFirst, Run run) {
        super(dataset, run);
        this.dataset = dataset;
        this.endsWithFirst = endsWithFirst;
        this.waiting = cell(new LongCell("waiting", -1, dataset.datasets().size() - 1));
        waiting.value = -1;
    }

    final void openInputs() throws Exception {
        try {
            for (Node<T> node : dataset.datasets()) {
                inputs.add(closableInput("input" + inputs.size(), node));
            }
        } catch (Exception e) {
            throw closedAfter(e);
        }
    }

    /** Returns the number of the next input, or a negative number at the end. */
    abstract int select() throws Exception;

    /** Called when an input has ended. */
    void inputEnded(int number) {}

    @Override
    public @Nullable T next() throws Exception {
        while (!ended.value) {
            int number = waiting.index() < 0 ? select() : waiting.index();
            waiting.value = -1;
            if (number < 0) {
                ended.value = true;
                break;
            }
            InputCell<T> input = inputs.get(number);
            Stage<T> from = input.stage();
            if (from == null) {
                continue;
            }
            T element = next(number, from);
            if (element != null) {
                selected = number;
                return element;
            }
            closeEnded(number, input);
        }
        return null;
    }

    private @Nullable T next(int number, Stage<T> input) throws Exception {
        try {
            return input.next();
        } catch (Exception e) {
            waiting.value = isInterruption(e) ? number : -1;
            throw e;
        }
    }

    private void closeEnded(int number, InputCell<T> input) throws IOException {
        if (endsWithFirst) {
            ended.value = true;
            return;
        }
        try {
            input.close();
        } finally {
            inputEnded(number);
            ended.value = inputs.stream().noneMatch(InputCell::isOpen);
        }
    }

    @Override
    public ElementLineage lineage() {
        return MixNode.lineage(selected, inputs.get(selected).present().lineage());
    }

    @Override
    public void restore(State state) throws Exception {
        super.restore(state);
        for (int i = 0; i < inputs.size(); i++) {
            if (!inputs.get(i).isOpen()) {
                inputEnded(i);
            }
        }
    }
}
