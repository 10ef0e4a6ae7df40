package dev.riffle.benchmarks.harness;

import java.util.Arrays;
import java.util.Locale;

/** Holds the median, minimum and maximum of several measurements. */
public record Spread(double median, double min, double max) {

    public static Spread of(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Spread(median, sorted[0], sorted[sorted.length - 1]);
    }

    /** Returns the three numbers in the form of a line. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.3f %.3f %.3f", median, min, max);
    }
}
