package dev.riffle.parse;

import dev.riffle.internal.Block;
import dev.riffle.internal.Threads;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a parser.
 *
 * @param threads the number of threads that parse a large batch
 * @param memory the memory for values
 * @param listener receives the exceptions of invalid records, which the parser then skips; null if the parser throws
 *     these exceptions
 */
record ParseSettings(int threads, Memory memory, @Nullable Consumer<ExampleParseException> listener) {

    /** The memory in which a parser stores values. */
    enum Memory {
        ON_HEAP,
        OFF_HEAP
    }

    static final ParseSettings DEFAULTS = new ParseSettings(Threads.DEFAULT, Memory.ON_HEAP, null);

    ParseSettings {
        Threads.checked(threads);
    }

    /** Returns the settings as text, such as {@code 2 threads, off heap}. */
    @Override
    public String toString() {
        return (threads == 1 ? "1 thread" : threads + " threads")
                + (memory == Memory.OFF_HEAP ? ", off heap" : "")
                + (listener == null ? "" : ", skipping");
    }

    Block emptyBlock() {
        return switch (memory) {
            case ON_HEAP -> Block.onHeap();
            case OFF_HEAP -> Block.offHeap();
        };
    }
}
