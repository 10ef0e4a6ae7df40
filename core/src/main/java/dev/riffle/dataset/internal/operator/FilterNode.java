package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.PassingNode;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.engine.UnaryStage;
import dev.riffle.dataset.stage.DatasetPredicate;
import org.jspecify.annotations.Nullable;

/** The elements for which a condition holds. */
public final class FilterNode<T> extends PassingNode<T> {

    private final DatasetPredicate<? super T> predicate;

    public FilterNode(Node<T> input, DatasetPredicate<? super T> predicate) {
        super("filter", input);
        this.predicate = predicate;
    }

    @Override
    public Stage<T> open(Run run) throws Exception {
        return new UnaryStage<>(this, run) {

            @Override
            public @Nullable T next() throws Exception {
                for (T element = input().next(); element != null; element = input().next()) {
                    if (test(element)) {
                        return element;
                    }
                }
                return null;
            }

            private boolean test(T element) {
                try {
                    return predicate.test(element);
                } catch (Exception e) {
                    throw failure(e);
                }
            }
        };
    }
}
