package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.LongCell;
import dev.riffle.dataset.internal.engine.Cardinality;
import dev.riffle.dataset.internal.engine.InputCell;
import dev.riffle.dataset.internal.engine.MixNode;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The elements of one dataset, then the elements of another dataset. */
public final class ConcatenateNode<T> extends MixNode<T> {

    public ConcatenateNode(Node<T> first, Node<? extends T> second) {
        super("concatenate", List.of(first, second), List.of());
    }

    @Override
    public Stage<T> open(Run run) throws Exception {
        return new Running(run);
    }

    @Override
    public long cardinality() {
        long first = datasets().get(0).cardinality();
        long second = datasets().get(1).cardinality();
        if (first == INFINITE_CARDINALITY || second == INFINITE_CARDINALITY) {
            return INFINITE_CARDINALITY;
        }
        return first < 0 || second < 0 ? UNKNOWN_CARDINALITY : Cardinality.sum(first, second);
    }

    private final class Running extends Stage<T> {

        /** The number of the current input; 2 at the end. */
        private final LongCell number = index("number", 3);

        private final List<InputCell<T>> inputs = List.of(
                closableInput("first", datasets().get(0)),
                closedInput("second", datasets().get(1)));

        Running(Run run) throws Exception {
            super(ConcatenateNode.this, run);
        }

        @Override
        public @Nullable T next() throws Exception {
            while (number.index() < 2) {
                InputCell<T> input = inputs.get(number.index());
                T element = input.open().next();
                if (element != null) {
                    return element;
                }
                number.value++;
                input.close();
            }
            return null;
        }

        @Override
        public ElementLineage lineage() {
            int current = Math.min(number.index(), 1);
            return MixNode.lineage(current, inputs.get(current).present().lineage());
        }
    }
}
