package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.LineageTable;

/**
 * Detects a stage that fails forever. The detector compares the position of the failing stage with an earlier position.
 * It replaces the earlier position after 1, 2, 4 and more comparisons, and so detects cycles of any length.
 */
public final class NoProgressDetector {

    private static final int FAILURES_PER_COMPARISON = 256;

    private int failures;
    private long comparisons;
    private String position = "";

    /** Ends a series of failures, after the stage has delivered an element. */
    void end() {
        failures = 0;
        comparisons = 0;
    }

    /** Counts a failure. Returns whether the stage fails without progress. */
    public boolean isReached(Stage<?> stage) {
        if (++failures < FAILURES_PER_COMPARISON) {
            return false;
        }
        failures = 0;
        String now = stage.save(new LineageTable()).toString();
        if (comparisons > 0 && now.equals(position)) {
            return true;
        }
        comparisons++;
        if (Long.bitCount(comparisons) == 1) {
            position = now;
        }
        return false;
    }
}
