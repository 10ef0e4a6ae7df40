package dev.riffle.dataset.internal.engine;

import dev.riffle.dataset.internal.checkpoint.Saving;

/**
 * Finds out that a stage fails without end: its position, looked at now and then while it fails, is one where it was before.
 * The position that is compared is replaced after twice as many looks each time, so that circles of any length are found.
 */
public final class Standstill {

    private static final int LOOK = 256;

    private int failures;
    private long looks;
    private String position = "";

    /** An element came. */
    public void end() {
        failures = 0;
        looks = 0;
    }

    /** Takes notice of a failure; whether there is no end of them. */
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
