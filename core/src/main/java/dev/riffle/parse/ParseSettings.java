package dev.riffle.parse;

import dev.riffle.example.FeatureWarning;
import dev.riffle.example.internal.NameCheck;
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
 * @param unknown what the parser does if no record of the first batch has a feature
 * @param warnings receives the warnings
 */
record ParseSettings(
        int threads,
        Memory memory,
        @Nullable Consumer<ExampleParseException> listener,
        Leniency leniency,
        NameCheck.Unknown unknown,
        Consumer<? super FeatureWarning> warnings) {

    /** The memory in which a parser stores values. */
    enum Memory {
        ON_HEAP,
        OFF_HEAP
    }

    static final ParseSettings DEFAULTS = new ParseSettings(
            Threads.DEFAULT, Memory.ON_HEAP, null, Leniency.NONE, NameCheck.Unknown.REPORTED, NameCheck.LOGGED);

    /** The settings of a parser whose FLOAT64 specs accept every kind of number. */
    static final ParseSettings WIDENING = DEFAULTS.with(new Leniency(false, true));

    ParseSettings {
        threads = Threads.checked(threads);
    }

    ParseSettings withThreads(int number) {
        return new ParseSettings(number, memory, listener, leniency, unknown, warnings);
    }

    ParseSettings offHeap() {
        return new ParseSettings(threads, Memory.OFF_HEAP, listener, leniency, unknown, warnings);
    }

    ParseSettings skipping(Consumer<ExampleParseException> to) {
        return new ParseSettings(threads, memory, to, leniency, unknown, warnings);
    }

    ParseSettings ignoringCase() {
        return with(new Leniency(true, leniency.anyNumber()));
    }

    private ParseSettings with(Leniency other) {
        return new ParseSettings(threads, memory, listener, other, unknown, warnings);
    }

    ParseSettings requiringKnownFeatures() {
        return new ParseSettings(threads, memory, listener, leniency, NameCheck.Unknown.REJECTED, warnings);
    }

    ParseSettings warnings(Consumer<? super FeatureWarning> to) {
        return new ParseSettings(threads, memory, listener, leniency, unknown, to);
    }

    /** Returns the settings as text, such as {@code 2 threads, off heap}. */
    @Override
    public String toString() {
        return (threads == 1 ? "1 thread" : threads + " threads")
                + (memory == Memory.OFF_HEAP ? ", off heap" : "")
                + (listener == null ? "" : ", skipping")
                + (leniency.anyCase() ? ", ignoring case" : "")
                + (leniency.anyNumber() ? ", widening" : "")
                + (unknown == NameCheck.Unknown.REJECTED ? ", requiring known features" : "");
    }

    Block emptyBlock() {
        return switch (memory) {
            case ON_HEAP -> Block.onHeap();
            case OFF_HEAP -> Block.offHeap();
        };
    }
}
