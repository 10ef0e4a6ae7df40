package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.Failures;
import dev.riffle.dataset.internal.engine.InputCell;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.PassingNode;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.stage.DatasetPredicate;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The elements before the first element for which a condition does not hold. */
public final class TakeWhileNode<T> extends PassingNode<T> {

    private final DatasetPredicate<? super T> predicate;

    public TakeWhileNode(Node<T> input, DatasetPredicate<? super T> predicate) {
        super("takeWhile", input);
        this.predicate = predicate;
    }

    @Override
    public Stage<T> open(Run run) throws Exception {
        return new Stage<>(this, run) {

            private final InputCell<T> input = closableInput("input", input());
            private final Stage<T> from = input.present();
            private boolean isClosed;

            @Override
            public @Nullable T next() throws Exception {
                T element = isClosed ? null : from.next();
                if (element != null && test(element)) {
                    return element;
                }
                // The input may have open files that this stage does not read to the end.
                input.close();
                isClosed = true;
                return null;
            }

            private boolean test(T element) {
                try {
                    return predicate.test(element);
                } catch (Exception e) {
                    throw Failures.at(name(), input(), lineage(), e);
                }
            }

            @Override
            public ElementLineage lineage() {
                return from.lineage();
            }

            @Override
            public void restore(State state) throws Exception {
                super.restore(state);
                isClosed = !input.isOpen();
            }
        };
    }

    /** Returns empty, because the condition can end the stage. */
    @Override
    public Optional<Node<?>> endlessStage() {
        return Optional.empty();
    }
}
