package dev.riffle.internal;

/** The rule for every number of threads: the caller's thread does all the work unless the caller asks for more. */
public final class Threads {

    /** The default number of threads: the thread of the caller. */
    public static final int DEFAULT = 1;

    private Threads() {}

    /** Returns the number of threads. Throws {@link IllegalArgumentException} if the number is below 1. */
    public static int checked(int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be positive: " + threads);
        }
        return threads;
    }
}
