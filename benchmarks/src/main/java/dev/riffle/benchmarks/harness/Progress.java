package dev.riffle.benchmarks.harness;

/** What people see while they wait: everything that is not a result goes to standard error. */
public final class Progress {

    private Progress() {}

    public static void say(String line) {
        System.err.println(line);
    }
}
