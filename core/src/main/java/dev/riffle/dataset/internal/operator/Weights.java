package dev.riffle.dataset.internal.operator;

import java.util.Arrays;

/** Weights in the form of TensorFlow's multinomial: running sums, in doubles, of exponentials of 32-bit logarithms. */
final class Weights {

    /**
     * If the remaining datasets have less than this fraction of the total weight, the sample draws only from these
     * datasets.
     */
    private static final double VANISHING = 1e-6;

    private final double[] masses;
    private final boolean[] ended;
    private final double[] sums;

    Weights(int size) {
        this.masses = new double[size];
        this.ended = new boolean[size];
        this.sums = new double[size];
    }

    /** Throws an exception if a draw with these weights is impossible. */
    static void check(double[] weights, int size) {
        if (weights.length != size) {
            throw new IllegalArgumentException(
                    "weights must have " + size + " entries, one for each dataset: " + weights.length);
        }
        for (double weight : weights) {
            if (!(weight >= 0 && weight <= Float.MAX_VALUE)) {
                throw new IllegalArgumentException(
                        "weights must be finite and not negative: " + Arrays.toString(weights));
            }
        }
    }

    /** Sets the weights of the next draws. */
    void set(double[] weights) {
        float[] logits = new float[weights.length];
        double greatest = Float.NEGATIVE_INFINITY;
        for (int i = 0; i < logits.length; i++) {
            logits[i] = (float) Math.log((float) weights[i]);
            greatest = Math.max(greatest, logits[i]);
        }
        if (greatest == Float.NEGATIVE_INFINITY) {
            // All weights are too small for 32-bit floats.
            Arrays.fill(logits, 1);
            greatest = 1;
        }
        for (int i = 0; i < logits.length; i++) {
            masses[i] = logits[i] == Float.NEGATIVE_INFINITY ? 0 : Math.exp(logits[i] - greatest);
        }
        sum(false);
    }

    /**
     * Marks a dataset as ended. Removes the weights of ended datasets only if the remaining weights are too
     * small.
     */
    void end(int number) {
        ended[number] = true;
        double all = 0;
        double rest = 0;
        for (int i = 0; i < masses.length; i++) {
            all += masses[i];
            rest += ended[i] ? 0 : masses[i];
        }
        if (rest < all * VANISHING) {
            sum(true);
        }
    }

    private void sum(boolean withoutEnded) {
        double sum = 0;
        for (int i = 0; i < sums.length; i++) {
            sum += withoutEnded && ended[i] ? 0 : masses[i];
            sums[i] = sum;
        }
        if (withoutEnded && sum == 0) {
            evenly();
        }
    }

    /** Gives all remaining datasets the same probability, because their weights are too small for doubles. */
    private void evenly() {
        double sum = 0;
        for (int i = 0; i < sums.length; i++) {
            sum += ended[i] ? 0 : 1;
            sums[i] = sum;
        }
    }

    /** Returns the number of the dataset to read, for a random number from 0, inclusive, to 1, exclusive. */
    int draw(double uniform) {
        int last = sums.length - 1;
        double wanted = uniform * sums[last];
        int number = 0;
        while (number < last && sums[number] <= wanted) {
            number++;
        }
        return number;
    }
}
