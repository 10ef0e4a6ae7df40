package dev.riffle.formats.image;

/**
 * Converts colours of a PNG to gray as libpng does for TensorFlow: 0.299 red, 0.587 green and 0.114 blue, in linear
 * light if the file states its gamma. The tables for sixteen bits use only the high eleven bits.
 */
final class PngGray {

    private static final int RED_SHARE = 9797;
    private static final int GREEN_SHARE = 19234;
    private static final int BLUE_SHARE = 3737;
    private static final int SHARE_BITS = 15;
    private static final int TABLE_BITS_OF_16 = 11;

    private final boolean is16Bits;
    private final boolean isLinear;
    private final int[] toLinear;
    private final int[] fromLinear;

    PngGray(PngHeader header, PngGamma gamma) {
        this.is16Bits = header.depth() == 16;
        this.isLinear = !gamma.counts();
        this.toLinear = isLinear ? new int[0] : table(gamma.toLinear());
        this.fromLinear = isLinear ? new int[0] : table(gamma.fromLinear());
    }

    private int[] table(int exponent) {
        int max = (1 << (is16Bits ? TABLE_BITS_OF_16 : 8)) - 1;
        int scale = is16Bits ? 0xffff : 0xff;
        int[] table = new int[max + 1];
        for (int i = 0; i <= max; i++) {
            if (PngGamma.isSignificant(exponent)) {
                table[i] = (int) Math.floor(scale * Math.pow((double) i / max, exponent * .00001) + .5);
            } else {
                table[i] = (int) (((long) i * scale + (max >> 1)) / max);
            }
        }
        return table;
    }

    /** Returns gray in the scale of the samples, 8 or 16 bits. */
    int of(int red, int green, int blue) {
        if (red == green && red == blue) {
            return red;
        }
        if (isLinear) {
            return sum(red, green, blue, is16Bits ? 1 << SHARE_BITS - 1 : 0);
        }
        int gray = sum(toLinear[index(red)], toLinear[index(green)], toLinear[index(blue)], 1 << SHARE_BITS - 1);
        return fromLinear[index(gray)];
    }

    private int index(int sample) {
        return is16Bits ? sample >> 16 - TABLE_BITS_OF_16 : sample;
    }

    private static int sum(int red, int green, int blue, int rounding) {
        return (int) ((long) RED_SHARE * red + (long) GREEN_SHARE * green + (long) BLUE_SHARE * blue + rounding
                >> SHARE_BITS);
    }
}
