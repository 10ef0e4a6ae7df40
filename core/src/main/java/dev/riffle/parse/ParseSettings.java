package dev.riffle.parse;

import dev.riffle.internal.Block;
import dev.riffle.internal.Threads;
import dev.riffle.parse.internal.Leniency;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a parser.
 *
 * @param threads the number of threads that parse a large batch
 * @param memory the memory for values
 * @param listener receives the exceptions of invalid records, which the parser then skips; null if the parser throws
 *     these exceptions
 * @param leniency the features that the parser accepts although TensorFlow does not
 */
record ParseSettings(
        int threads, Memory memory, @Nullable Consumer<ExampleParseException> listener, Leniency leniency) {

    /** The memory in which a parser stores values. */
    enum Memory {
        ON_HEAP,
        OFF_HEAP
    }

    static final ParseSettings DEFAULTS = new ParseSettings(Threads.DEFAULT, Memory.ON_HEAP, null, Leniency.NONE);

    /** The settings of a parser whose FLOAT64 specs accept every kind of number. */
    static final ParseSettings WIDENING =
            new ParseSettings(Threads.DEFAULT, Memory.ON_HEAP, null, new Leniency(false, true));

    ParseSettings {
        threads = Threads.checked(threads);
    }

    ParseSettings withThreads(int number) {
        return new ParseSettings(number, memory, listener, leniency);
    }

    ParseSettings offHeap() {
        return new ParseSettings(threads, Memory.OFF_HEAP, listener, leniency);
    }

    ParseSettings skipping(Consumer<ExampleParseException> to) {
        return new ParseSettings(threads, memory, to, leniency);
    }

    ParseSettings ignoringCase() {
        return new ParseSettings(threads, memory, listener, new Leniency(true, leniency.anyNumber()));
    }

    /** Returns the settings as text, such as {@code 2 threads, off heap}. */
    @Override
    public String toString() {
        return (threads == 1 ? "1 thread" : threads + " threads")
                + (memory == Memory.OFF_HEAP ? ", off heap" : "")
                + (listener == null ? "" : ", skipping")
                + (leniency.anyCase() ? ", ignoring case" : "")
                + (leniency.anyNumber() ? ", widening" : "");
    }

    Block emptyBlock() {
        return switch (memory) {
            case ON_HEAP -> Block.onHeap();
            case OFF_HEAP -> Block.offHeap();
        };
    }
}
