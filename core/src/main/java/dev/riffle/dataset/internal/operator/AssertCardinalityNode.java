package dev.riffle.dataset.internal.operator;

import dev.riffle.dataset.internal.checkpoint.FlagCell;
import dev.riffle.dataset.internal.checkpoint.LongCell;
import dev.riffle.dataset.internal.engine.Description;
import dev.riffle.dataset.internal.engine.Failures;
import dev.riffle.dataset.internal.engine.Node;
import dev.riffle.dataset.internal.engine.PassingNode;
import dev.riffle.dataset.internal.engine.Run;
import dev.riffle.dataset.internal.engine.Stage;
import dev.riffle.dataset.internal.engine.UnaryStage;
import dev.riffle.dataset.stage.DatasetException;
import org.jspecify.annotations.Nullable;

/** Checks the number of elements of the input. Returns the elements unchanged. */
public final class AssertCardinalityNode<T> extends PassingNode<T> {

    private final long expected;

    public AssertCardinalityNode(Node<T> input, long expected) {
        super("assertCardinality", input);
        if (expected < INFINITE_CARDINALITY) {
            throw new IllegalArgumentException("expected must not be negative, except -1 (infinite): " + expected);
        }
        this.expected = expected;
    }

    @Override
    public long cardinality() {
        return expected;
    }

    @Override
    protected void describe(Description description) {
        description.with(expected);
    }

    @Override
    public Stage<T> open(Run run) throws Exception {
        return new UnaryStage<>(this, run) {

            private final LongCell delivered = count("delivered");
            private final FlagCell ended = flag("ended");

            @Override
            public @Nullable T next() throws Exception {
                if (ended.value) {
                    return null;
                }
                T element = input().next();
                if (element == null) {
                    ended.value = true;
                    if (delivered.value != expected) {
                        throw failure("only " + delivered.value);
                    }
                } else if (delivered.value == expected) {
                    ended.value = true;
                    throw failure("at least " + (delivered.value + 1));
                } else {
                    delivered.value++;
                }
                return element;
            }

            private DatasetException failure(String found) {
                String wanted = expected == INFINITE_CARDINALITY ? "infinitely many" : Long.toString(expected);
                return Failures.failure(name(), null, "expected " + wanted + " elements, found " + found, null);
            }
        };
    }
}
