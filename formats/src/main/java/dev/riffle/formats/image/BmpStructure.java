package dev.riffle.formats.image;

/**
 * Describes a Windows bitmap, as TensorFlow reads it. Like TensorFlow, this class reads only the offset of the pixels,
 * the size and the bits per pixel from the header. A bitmap of one byte per pixel is gray with any palette.
 *
 * @param pixels the offset of the first row
 * @param isTopDown whether the first row in the file is the top one
 */
record BmpStructure(ImageBytes data, int pixels, int height, int width, int channels, boolean isTopDown) {

    private static final int HEADER_BYTES = 32;

    private static final int MAX_PIXELS = Integer.MAX_VALUE / 8;

    static BmpStructure read(ImageBytes data) {
        if (!data.has(0, HEADER_BYTES)) {
            throw data.malformed("header of " + HEADER_BYTES + " bytes expected, found " + data.size() + " bytes");
        }
        int pixels = data.int32LittleEndian(10);
        int width = data.int32LittleEndian(18);
        int height = data.int32LittleEndian(22);
        int bits = (short) data.uint16LittleEndian(28);
        int channels = bits / Byte.SIZE;
        if (channels != 1 && channels != 3 && channels != 4) {
            throw data.unsupported("8, 24 or 32 bits per pixel expected, found " + bits);
        }
        if (width <= 0 || height == 0) {
            throw data.malformed("width and height must be positive: " + width + " x " + height);
        }
        if (pixels < 0) {
            throw data.malformed("offset of the pixels must not be negative: " + pixels);
        }
        long rows = Math.abs((long) height);
        if (width * rows >= MAX_PIXELS) {
            throw data.malformed(width + " x " + rows + " pixels; expected fewer than " + MAX_PIXELS);
        }
        return new BmpStructure(data, pixels, (int) rows, width, channels, height < 0);
    }

    ImageHeader header() {
        return new ImageHeader(ImageFormat.BMP, height, width, channels);
    }

    /** Decodes the samples. Rows begin at the top. Each pixel has the order red, green, blue. */
    DecodedImage decode(int requestedChannels, SampleLimit limit) {
        if (requestedChannels == 1 || requestedChannels != 0 && requestedChannels != channels) {
            throw data.otherChannels(requestedChannels + " channels requested, the image has " + channels);
        }
        int rowBytes = (channels * width + 3) / 4 * 4;
        long expected = pixels + (long) rowBytes * height;
        if (data.size() != expected) {
            throw data.malformed("file of " + expected + " bytes expected, found " + data.size());
        }
        byte[] samples = new byte[limit.check(ImageFormat.BMP, 1, height, width, channels)];
        int row = channels * width;
        for (int y = 0; y < height; y++) {
            data.bytes().copyTo(pixels + (isTopDown ? y : height - 1 - y) * rowBytes, samples, y * row, row);
        }
        if (channels >= 3) {
            swapRedAndBlue(samples, channels);
        }
        return new DecodedImage(0, height, width, channels, samples);
    }

    /** Swaps red and blue in each pixel. */
    static void swapRedAndBlue(byte[] samples, int channels) {
        for (int at = 0; at < samples.length; at += channels) {
            byte first = samples[at];
            samples[at] = samples[at + 2];
            samples[at + 2] = first;
        }
    }
}
