package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.ReplayCell;
import dev.riffle.dataset.internal.checkpoint.State;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.PassingNode;
import dev.riffle.dataset.internal.engine.Replay;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.engine.UnaryStage;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The elements of the input without repetition: the first of equal elements. A checkpoint does not contain the earlier
 * elements. A resumed run reads these elements again.
 */
public final class UniqueNode<T> extends PassingNode<T> {

    public UniqueNode(Node<T> input) {
        super("unique", input);
        UniqueKey.check(input.elementSpec());
    }

    @Override
    public Stage<T> open(Run run) throws Exception {
        return new UnaryStage<>(this, run) {

            private final ReplayCell at = cell(new ReplayCell(Replay.start(UniqueNode.this.input(), input(), run())));
            private final Set<Object> seen = new HashSet<>();

            @Override
            public @Nullable T next() throws Exception {
                for (T element = input().next(); element != null; element = input().next()) {
                    at.read++;
                    Object key;
                    try {
                        key = UniqueKey.of(element);
                    } catch (IllegalArgumentException e) {
                        throw failure(e);
                    }
                    if (seen.add(key)) {
                        return element;
                    }
                }
                return null;
            }

            @Override
            public void restore(State state) throws Exception {
                super.restore(state);
                Replay.elements(UniqueNode.this.input(), at.start(), at.read, run(), this::add);
            }

            /**
             * Records an element from before the checkpoint. Ignores an element of a wrong type, which already failed
             * in the earlier run.
             */
            private void add(T element) {
                try {
                    seen.add(UniqueKey.of(element));
                } catch (IllegalArgumentException e) {
                    return;
                }
            }
        };
    }
}
