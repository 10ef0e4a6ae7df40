package dev.riffle.formats.image;

import dev.riffle.example.Example;
import dev.riffle.internal.Argument;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.nio.ByteBuffer;

/**
 * Decodes the image in a feature of an OFRecord, like OneFlow's {@code OFRecordImageDecoder}. The result is uint8
 * [height, width, 3], by default in the order blue, green, red. For gray, the result is [height, width, 1]. Decodes the
 * first frame of a GIF and ignores opacity.
 *
 * <p>Immutable and safe for use by several threads.
 *
 * @since 0.1
 */
public final class OfRecordImageDecoder {

    private static final int RED_SHARE = 4899;
    private static final int GREEN_SHARE = 9617;
    private static final int BLUE_SHARE = 1868;
    private static final int SHARE_BITS = 14;

    private final String feature;
    private final ColorOrder order;
    private final ImageDecoder decoder;

    private OfRecordImageDecoder(String feature, ColorOrder order, ImageDecoder decoder) {
        this.feature = feature;
        this.order = order;
        this.decoder = decoder;
    }

    /** Returns a decoder of the image in a feature, with blue first. */
    public static OfRecordImageDecoder of(String feature) {
        Argument.present(feature, "feature");
        return new OfRecordImageDecoder(
                feature, ColorOrder.BGR, ImageDecoder.defaults().firstFrame());
    }

    /** Sets the order of the samples. */
    public OfRecordImageDecoder order(ColorOrder order) {
        Argument.present(order, "order");
        return new OfRecordImageDecoder(feature, order, decoder);
    }

    /**
     * Sets the limit of the samples in bytes. The decoder rejects a larger image before it allocates memory for it.
     *
     * @param bytes 1 to 2^31-9, or -1 for the default
     * @throws IllegalArgumentException if {@code bytes} is out of range
     */
    public OfRecordImageDecoder maxBytes(long bytes) {
        return new OfRecordImageDecoder(feature, order, decoder.maxBytes(bytes));
    }

    /**
     * Decodes the record's image to its samples.
     *
     * @throws dev.riffle.example.FeatureException if the feature is missing or does not hold exactly one value of bytes
     * @throws MalformedImageException if the image is malformed, of an unknown format or too large
     */
    public DenseTensor decode(Example record) {
        Argument.present(record, "record");
        DenseTensor pixels = decoder.decode(record, feature);
        int height = pixels.shape().dim(0);
        int width = pixels.shape().dim(1);
        byte[] samples = new byte[pixels.values().size()];
        pixels.values().data().get(samples);
        return switch (order) {
            case RGB ->
                tensor(
                        Shape.of(height, width, 3),
                        threeOf(samples, pixels.shape().dim(2)));
            case BGR -> {
                byte[] colors = threeOf(samples, pixels.shape().dim(2));
                BmpStructure.swapRedAndBlue(colors, 3);
                yield tensor(Shape.of(height, width, 3), colors);
            }
            case GRAY ->
                tensor(
                        Shape.of(height, width, 1),
                        grayOf(samples, pixels.shape().dim(2)));
        };
    }

    private static byte[] threeOf(byte[] samples, int channels) {
        if (channels == 3) {
            return samples;
        }
        int pixels = samples.length / channels;
        byte[] colors = new byte[Math.multiplyExact(pixels, 3)];
        for (int i = 0; i < pixels; i++) {
            for (int c = 0; c < 3; c++) {
                colors[3 * i + c] = samples[i * channels + (channels < 3 ? 0 : c)];
            }
        }
        return colors;
    }

    /** Returns gray samples, by OpenCV's weights. */
    private static byte[] grayOf(byte[] samples, int channels) {
        int pixels = samples.length / channels;
        byte[] gray = new byte[pixels];
        for (int i = 0; i < pixels; i++) {
            int at = i * channels;
            if (channels < 3) {
                gray[i] = samples[at];
            } else {
                int sum = RED_SHARE * (samples[at] & 0xff)
                        + GREEN_SHARE * (samples[at + 1] & 0xff)
                        + BLUE_SHARE * (samples[at + 2] & 0xff);
                gray[i] = (byte) (sum + (1 << SHARE_BITS - 1) >> SHARE_BITS);
            }
        }
        return gray;
    }

    private static DenseTensor tensor(Shape shape, byte[] samples) {
        return DenseTensor.of(shape, Values.wrap(DType.UINT8, samples.length, ByteBuffer.wrap(samples)));
    }
}
