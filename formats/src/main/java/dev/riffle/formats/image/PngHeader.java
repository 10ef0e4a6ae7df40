package dev.riffle.formats.image;

/**
 * Holds the contents of the chunk IHDR.
 *
 * @param depth the bits of a sample: 1, 2, 4, 8 or 16
 */
record PngHeader(int height, int width, int depth, Color color, boolean isInterlaced) {

    /** Lists the kinds of pixels. */
    enum Color {
        GRAY(0, 1, 0b11111),
        RGB(2, 3, 0b11000),
        PALETTE(3, 1, 0b01111),
        GRAY_ALPHA(4, 2, 0b11000),
        RGB_ALPHA(6, 4, 0b11000);

        private final int number;
        private final int samples;
        private final int depths;

        Color(int number, int samples, int depths) {
            this.number = number;
            this.samples = samples;
            this.depths = depths;
        }

        /** Returns the number of samples of a pixel in the file. */
        int samples() {
            return samples;
        }

        boolean isGray() {
            return this == GRAY || this == GRAY_ALPHA;
        }

        boolean hasAlpha() {
            return this == GRAY_ALPHA || this == RGB_ALPHA;
        }
    }

    static PngHeader read(ImageBytes data, int at) {
        int width = data.int32BigEndian(at);
        int height = data.int32BigEndian(at + 4);
        if (width <= 0 || height <= 0) {
            throw data.malformed("width and height must be positive: " + Integer.toUnsignedString(width) + " x "
                    + Integer.toUnsignedString(height));
        }
        int depth = data.uint8(at + 8);
        int color = data.uint8(at + 9);
        int interlace = data.uint8(at + 12);
        if (data.uint8(at + 10) != 0 || data.uint8(at + 11) != 0 || interlace > 1) {
            throw data.malformed("unknown compression, filter or interlacing in the chunk IHDR");
        }
        for (Color known : Color.values()) {
            if (known.number == color && isOneOf(known, depth)) {
                return new PngHeader(height, width, depth, known, interlace == 1);
            }
        }
        throw data.malformed("invalid colour type " + color + " with " + depth + " bits");
    }

    private static boolean isOneOf(Color color, int depth) {
        return Integer.bitCount(depth) == 1
                && depth <= 16
                && (color.depths >> Integer.numberOfTrailingZeros(depth) & 1) != 0;
    }

    /** Returns the size in bytes of a row of this number of pixels, without its filter. */
    long rowBytes(int pixels) {
        return ((long) pixels * depth * color.samples() + 7) / 8;
    }

    /** Returns the distance between the bytes that a filter compares. */
    int filterStep() {
        return Math.max(1, depth * color.samples() / 8);
    }
}
