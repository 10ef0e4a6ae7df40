package dev.riffle.cli.input;

import dev.riffle.cli.terminal.FlagText;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Defines the flag for the number of threads that a command may use. */
public final class ThreadsFlag {

    private static final String THREADS = "--threads";

    /** The largest number of threads. A larger number is probably a typing error. */
    private static final int MOST = 1024;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = FlagText.THREADS + " Default: the number of processors.")
    private @Nullable Integer threads;

    /** Returns the number of threads that the user typed, or else the default. */
    public int threads() {
        return threads == null ? all() : checked(threads);
    }

    /** Returns the default of all commands: one thread for each processor. */
    public static int all() {
        return Runtime.getRuntime().availableProcessors();
    }

    /** Checks a number that the user typed. */
    public static int checked(int threads) {
        if (threads < 1 || threads > MOST) {
            throw new IllegalArgumentException(THREADS + " must be from 1 to " + MOST + ": " + threads);
        }
        return threads;
    }
}
