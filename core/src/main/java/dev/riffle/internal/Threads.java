package dev.riffle.internal;

/** The rule for every number of threads: the caller's thread does all the work unless the caller asks for more. */
public final class Threads {

    /** The default number of threads: the thread of the caller. */
    public static final int DEFAULT = 1;

    private Threads() {}

    /**
     * Returns the number of threads, or the number of processors for -1. Throws {@link IllegalArgumentException} for 0
     * and below -1.
     */
    public static int checked(int threads) {
        return orProcessors(threads, "threads");
    }

    /** Like {@link #checked}, for a number with another name. */
    public static int orProcessors(int number, String name) {
        return Argument.positiveOrChosen(number, Runtime.getRuntime().availableProcessors(), name);
    }
}
