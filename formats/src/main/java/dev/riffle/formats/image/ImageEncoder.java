package dev.riffle.formats.image;

import dev.riffle.internal.Argument;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;

/**
 * Encodes tensors as images, like {@code tf.io.encode_png} and {@code tf.io.encode_jpeg}. Equal pixels become equal
 * bytes on one JDK. TensorFlow writes different bytes.
 *
 * <p>Safe for use by several threads.
 *
 * @since 0.1
 */
public final class ImageEncoder {

    private static final int DEFAULT_QUALITY = 95;

    private ImageEncoder() {}

    /**
     * Encodes uint8 [height, width, channels] as PNG. The numbers of channels from 1 to 4 mean gray, gray and opacity,
     * colours, colours and opacity.
     *
     * @throws IllegalArgumentException if the tensor has another type or shape
     */
    public static Bytes png(DenseTensor pixels) {
        Argument.present(pixels, "pixels");
        check(pixels);
        return PngWriting.write(pixels.shape(), samples(pixels));
    }

    /**
     * Encodes uint8 [height, width, channels] of 1 or 3 channels as JPEG with quality 95.
     *
     * @throws IllegalArgumentException if the tensor has another type or shape
     */
    public static Bytes jpeg(DenseTensor pixels) {
        return jpeg(pixels, DEFAULT_QUALITY);
    }

    /**
     * Like {@link #jpeg(DenseTensor)}, with a quality from 0 to 100. Height and width are at most 65500 pixels.
     *
     * @throws IllegalArgumentException if the tensor has another type or shape, or the quality is out of range
     */
    public static Bytes jpeg(DenseTensor pixels, int quality) {
        Argument.present(pixels, "pixels");
        if (quality < 0 || quality > 100) {
            throw new IllegalArgumentException("quality must be from 0 to 100: " + quality);
        }
        check(pixels);
        return JpegWriting.write(pixels.shape(), samples(pixels), quality);
    }

    private static void check(DenseTensor pixels) {
        if (pixels.dtype() != DType.UINT8 || pixels.shape().rank() != 3) {
            throw new IllegalArgumentException(
                    "pixels must be uint8 [height, width, channels]: " + pixels.dtype() + " " + pixels.shape());
        }
        int channels = pixels.shape().dim(2);
        if (pixels.shape().dim(0) == 0 || pixels.shape().dim(1) == 0 || channels < 1 || channels > 4) {
            throw new IllegalArgumentException("pixels must have height, width and 1 to 4 channels: " + pixels.shape());
        }
    }

    private static byte[] samples(DenseTensor pixels) {
        byte[] samples = new byte[pixels.values().size()];
        pixels.values().data().get(samples);
        return samples;
    }
}
