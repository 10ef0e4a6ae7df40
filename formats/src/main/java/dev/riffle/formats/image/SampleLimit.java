package dev.riffle.formats.image;

import dev.riffle.formats.image.MalformedImageException.Reason;
import java.util.Locale;

/** How many bytes of samples one picture may become. */
record SampleLimit(long bytes) {

    /** Decoders hold up to twice the samples, so a quarter of the heap leaves room for them and the file. */
    static final SampleLimit DEFAULT =
            new SampleLimit(Math.min(1L << 29, Runtime.getRuntime().maxMemory() / 4));

    /** So many samples are believed of any file. */
    static final int FREE_SAMPLES = 1 << 26;

    /**
     * More samples need a file of a byte for so many. No whole JPEG or lossy WebP needs less: a JPEG has a bit for each block of 8 x 8
     * samples of a component at least, a lossy WebP of one colour 3.4 bits for 16 x 16 pixels. A lossless WebP of one colour may.
     * Opacity is not counted, because it costs nothing where it is the same everywhere.
     */
    static final int SAMPLES_PER_BYTE = 2048;

    /** The number of samples, once it is known to be allowed. */
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

    /** Refuses a picture that a file so short cannot or must not become, before memory is taken for it. */
    static void checkFileSize(ImageBytes data, long samples) {
        if (samples > FREE_SAMPLES && samples > (long) data.size() * SAMPLES_PER_BYTE) {
            throw data.malformed(String.format(
                    Locale.ROOT,
                    "file of %d bytes or more expected for %d bytes of samples, found %d; up to %d bytes of samples need none",
                    (samples - 1) / SAMPLES_PER_BYTE + 1,
                    samples,
                    data.size(),
                    FREE_SAMPLES));
        }
    }
}
