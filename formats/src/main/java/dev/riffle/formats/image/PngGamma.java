package dev.riffle.formats.image;

/**
 * The exponent of a PNG's samples in hundred-thousandths, from the chunks gAMA and sRGB by libpng's rules: sRGB stands above a gAMA
 * that says something else, and after a fault later chunks do not count.
 */
final class PngGamma {

    static final int ONE = 100_000;

    private static final int SRGB = 45_455;
    private static final int THRESHOLD = 5_000;
    private static final int MIN = 16;
    private static final int MAX = 625_000_000;
    private static final int INTENTS = 4;

    private int value;
    private boolean isFromGama;
    private boolean isFromSrgb;
    private boolean isInvalid;

    /** What the chunk gAMA holds. */
    void readGama(int gamma) {
        if (gamma < MIN || gamma > MAX || isFromGama) {
            isInvalid = true;
        } else if (!isInvalid && !(isFromSrgb && isSignificant((int) Math.round((double) value * ONE / gamma)))) {
            value = gamma;
            isFromGama = true;
        }
    }

    /** What the chunk sRGB holds. */
    void readSrgb(int intent) {
        if (isInvalid) {
            return;
        }
        if (isFromSrgb || intent >= INTENTS) {
            isInvalid = true;
        } else {
            value = SRGB;
            isFromSrgb = true;
        }
    }

    /** Whether samples must be made linear before they are added up. */
    boolean counts() {
        return value != 0 && (isSignificant(value) || isSignificant(reciprocal(value)));
    }

    /** The exponent that makes samples linear. */
    int toLinear() {
        return reciprocal(value);
    }

    /** The exponent that leads back. */
    int fromLinear() {
        return reciprocal(reciprocal(value));
    }

    /** Whether an exponent is far enough from one to count. */
    static boolean isSignificant(int exponent) {
        return exponent < ONE - THRESHOLD || exponent > ONE + THRESHOLD;
    }

    private static int reciprocal(int exponent) {
        double reciprocal = Math.floor(1e10 / exponent + .5);
        return reciprocal <= Integer.MAX_VALUE ? (int) reciprocal : 0;
    }
}
