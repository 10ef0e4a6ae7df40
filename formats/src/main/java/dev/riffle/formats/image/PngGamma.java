package dev.riffle.formats.image;

/**
 * Computes the exponent of a PNG's samples in hundred-thousandths, from the chunks gAMA and sRGB by libpng's rules. An
 * sRGB chunk overrides a different gAMA chunk. After an error, later chunks have no effect.
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

    /** Uses the content of the chunk gAMA. */
    void readGama(int gamma) {
        if (gamma < MIN || gamma > MAX || isFromGama) {
            isInvalid = true;
        } else if (!isInvalid && !(isFromSrgb && isSignificant((int) Math.round((double) value * ONE / gamma)))) {
            value = gamma;
            isFromGama = true;
        }
    }

    /** Uses the content of the chunk sRGB. */
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

    /** Returns whether an addition of samples needs linear samples. */
    boolean counts() {
        return value != 0 && (isSignificant(value) || isSignificant(reciprocal(value)));
    }

    /** Returns the exponent that makes samples linear. */
    int toLinear() {
        return reciprocal(value);
    }

    /** Returns the exponent that reverses {@link #toLinear}. */
    int fromLinear() {
        return reciprocal(reciprocal(value));
    }

    /** Returns whether the difference between an exponent and one is large enough to have an effect. */
    static boolean isSignificant(int exponent) {
        return exponent < ONE - THRESHOLD || exponent > ONE + THRESHOLD;
    }

    private static int reciprocal(int exponent) {
        double reciprocal = Math.floor(1e10 / exponent + .5);
        return reciprocal <= Integer.MAX_VALUE ? (int) reciprocal : 0;
    }
}
