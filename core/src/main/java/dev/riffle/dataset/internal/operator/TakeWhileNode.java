package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.ElementLineage;
import dev.riffle.dataset.internal.engine.Failures;
import dev.riffle.dataset.internal.engine.InputCell;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.PassingNode;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.stage.DatasetPredicate;
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

            @Override
            public @Nullable T next() throws Exception {
                Stage<T> from = input.stage();
                T element = from == null ? null : from.next();
                if (element != null && test(element)) {
                    return element;
                }
                // The input may have open files that this stage does not read to the end.
                input.close();
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
                return input.present().lineage();
            }
        };
    }
}
