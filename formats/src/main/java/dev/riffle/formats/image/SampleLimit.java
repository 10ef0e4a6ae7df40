package dev.riffle.formats.image;

import dev.riffle.formats.image.MalformedImageException.Reason;
import java.util.Locale;

/** Limits the samples of an image, in bytes. */
record SampleLimit(long bytes) {

    /**
     * The default limit. Decoders hold up to twice the samples, so a quarter of the heap leaves room for this memory
     * and the file.
     */
    static final SampleLimit DEFAULT =
            new SampleLimit(Math.min(1L << 29, Runtime.getRuntime().maxMemory() / 4));

    /** The number of samples that a file of any size may have. */
    static final int FREE_SAMPLES = 1 << 26;

    /**
     * Above {@link #FREE_SAMPLES}, the file must have one byte for this number of samples. No complete JPEG or lossy
     * WebP has fewer bytes. A JPEG has at least one bit for each block of 8 x 8 samples of a component. A lossy WebP of
     * one colour has 3.4 bits for 16 x 16 pixels. A lossless WebP of one colour may have fewer bytes. Opacity does not
     * count, because uniform opacity needs no space.
     */
    static final int SAMPLES_PER_BYTE = 2048;

    /** Checks the limit and returns the number of samples. */
    int check(ImageFormat format, long frames, long height, long width, long channels) {
        long rows = frames * height;
        if (rows > 0 && width > bytes / channels / rows) {
            String size = frames == 1 ? "" : frames + " frames of ";
            String detail = String.format(
                    Locale.ROOT,
                    "%s%d x %d pixels of %d channels are more than %d bytes",
                    size,
                    width,
                    height,
                    channels,
                    bytes);
            throw MalformedImageException.of(Reason.TOO_LARGE, format, detail).remedy("allow more with maxBytes");
        }
        return Math.toIntExact(rows * width * channels);
    }

    /**
     * Rejects an image that is too large for the size of its file. Callers check this before they allocate memory for
     * the image.
     */
    static void checkFileSize(ImageBytes data, long samples) {
        if (samples > FREE_SAMPLES && samples > (long) data.size() * SAMPLES_PER_BYTE) {
            throw data.malformed(String.format(
                    Locale.ROOT,
                    "file of %d bytes or more expected for %d bytes of samples, found %d; files of any size may have %d",
                    (samples - 1) / SAMPLES_PER_BYTE + 1,
                    samples,
                    data.size(),
                    FREE_SAMPLES));
        }
    }
}
