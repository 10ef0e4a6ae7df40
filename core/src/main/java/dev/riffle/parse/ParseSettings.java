package dev.riffle.parse;

import dev.riffle.internal.Block;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a parser works.
 *
 * @param threads how many threads parse a large batch
 * @param memory where values are
 * @param listener who is told of refused records, which are then left out; null if they are errors
 */
record ParseSettings(int threads, Memory memory, @Nullable Consumer<ExampleParseException> listener) {

    /** Where values are. */
    enum Memory {
        ON_HEAP,
        OFF_HEAP
    }

    static final ParseSettings DEFAULTS = new ParseSettings(1, Memory.ON_HEAP, null);

    ParseSettings {
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be positive: " + threads);
        }
    }

    Block emptyBlock() {
        return switch (memory) {
            case ON_HEAP -> Block.onHeap();
            case OFF_HEAP -> Block.offHeap();
        };
    }
}
