package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.Saving;

/**
 * Detects a stage that fails without end. It compares the position of the failing stage with an earlier one. After
 * twice as many comparisons each time, it takes a newer position to compare with, and so finds cycles of any length.
 */
public final class NoProgressDetector {

    private static final int LOOK = 256;

    private int failures;
    private long looks;
    private String position = "";

    /** Ends a series of failures, because the stage delivered an element. */
    void end() {
        failures = 0;
        looks = 0;
    }

    /** Counts a failure. Returns whether the failures do not end. */
    public boolean isReached(Stage<?> stage) {
        if (++failures < LOOK) {
            return false;
        }
        failures = 0;
        String now = stage.save(new Saving()).toString();
        if (looks > 0 && now.equals(position)) {
            return true;
        }
        looks++;
        if (Long.bitCount(looks) == 1) {
            position = now;
        }
        return false;
    }
}
