package dev.riffle.benchmarks.harness;

/** Prints progress for people. All output except results goes to standard error. */
public final class Progress {

    private Progress() {}

    public static void say(String line) {
        System.err.println(line);
    }
}
