package dev.riffle.benchmarks;

/** What people see while they wait: everything that is not a result goes to standard error. */
final class Progress {

    private Progress() {}

    static void say(String line) {
        System.err.println(line);
    }
}
