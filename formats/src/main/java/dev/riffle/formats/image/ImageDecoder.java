package dev.riffle.formats.image;

import dev.riffle.example.Example;
import dev.riffle.internal.Argument;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.nio.ByteBuffer;

/**
 * Decodes images to uint8 tensors, like {@code tf.io.decode_image}.
 *
 * <p>Immutable and safe for use by several threads: each option returns another decoder.
 * <pre>{@code
 * DenseTensor pixels = ImageDecoder.defaults().channels(3).decode(example, "image/encoded");
 * }</pre>
 *
 * @since 0.1
 */
public final class ImageDecoder {

    private static final ImageDecoder DEFAULTS = new ImageDecoder(0, Animation.ALL_FRAMES, SampleLimit.DEFAULT);

    private final int channels;
    private final Animation animation;
    private final SampleLimit limit;

    private ImageDecoder(int channels, Animation animation, SampleLimit limit) {
        this.channels = channels;
        this.animation = animation;
        this.limit = limit;
    }

    /**
     * Returns a decoder of all channels and frames of an image. The limit is 2^29 bytes of samples, and a quarter of
     * the maximum heap. A JPEG or WebP of more than 2^26 samples must have at least one byte for each 2048 samples. A
     * PNG or GIF must have at least the bytes that its compression needs.
     */
    public static ImageDecoder defaults() {
        return DEFAULTS;
    }

    /**
     * Sets the number of channels: 1 for gray, 3 for colours, 4 for colours and opacity, 0 for the number in the file.
     * A PNG supports each number. A JPEG supports 1 and 3, a GIF 3, a WebP 3 and 4, and a BMP only the number in its
     * file. Decoding rejects other numbers.
     *
     * @throws IllegalArgumentException if {@code channels} is not 0, 1, 3 or 4
     */
    public ImageDecoder channels(int channels) {
        if (channels != 0 && channels != 1 && channels != 3 && channels != 4) {
            throw new IllegalArgumentException("channels must be 0, 1, 3 or 4: " + channels);
        }
        return new ImageDecoder(channels, animation, limit);
    }

    /**
     * Decodes only the first frame of a GIF, so that every image has three dimensions. TensorFlow's option is {@code
     * expand_animations=False}.
     */
    public ImageDecoder firstFrame() {
        return new ImageDecoder(channels, Animation.FIRST_FRAME, limit);
    }

    /**
     * Sets the limit of the samples in bytes. The decoder rejects a larger image before it allocates memory for it.
     *
     * @param bytes 1 to 2^31-9, or -1 for the default
     * @throws IllegalArgumentException if {@code bytes} is out of range
     */
    public ImageDecoder maxBytes(long bytes) {
        if (bytes != -1 && (bytes < 1 || bytes > Integer.MAX_VALUE - 8)) {
            throw new IllegalArgumentException(
                    "maxBytes must be from 1 to 2147483639" + Argument.OR_CHOSEN + ": " + bytes);
        }
        return new ImageDecoder(channels, animation, bytes == -1 ? SampleLimit.DEFAULT : new SampleLimit(bytes));
    }

    /**
     * Decodes an image to its samples.
     *
     * @return uint8 [height, width, channels]; for a GIF with all frames, [frames, height, width, 3]
     * @throws MalformedImageException if the image is malformed, too large, of an unknown format, or without the
     *     requested channels
     */
    public DenseTensor decode(Bytes encoded) {
        Argument.present(encoded, "encoded");
        ImageFormat format = ImageFormat.require(encoded);
        ImageBytes bytes = new ImageBytes(format, encoded);
        DecodedImage image = switch (format) {
            case JPEG -> JpegPixels.decode(bytes, channels, limit);
            case PNG -> PngPixels.decode(bytes, channels, limit);
            case GIF -> gif(bytes);
            case BMP -> BmpStructure.read(bytes).decode(channels, limit);
            case WEBP -> WebpPixels.decode(bytes, channels, limit);
        };
        Shape shape = Shape.of(image.height(), image.width(), image.channels());
        boolean hasFrames = format == ImageFormat.GIF && animation == Animation.ALL_FRAMES;
        byte[] samples = image.samples();
        return DenseTensor.of(
                hasFrames ? shape.prepend(image.frames()) : shape,
                Values.wrap(DType.UINT8, samples.length, ByteBuffer.wrap(samples)));
    }

    /**
     * Like {@link #decode(Bytes)}, with the place of the image in error messages.
     *
     * @throws MalformedImageException under the conditions of {@link #decode(Bytes)}; the message begins with the place
     */
    public DenseTensor decode(Bytes encoded, ImagePlace place) {
        Argument.present(encoded, "encoded");
        Argument.present(place, "place");
        try {
            return decode(encoded);
        } catch (MalformedImageException e) {
            throw e.in(place);
        }
    }

    /**
     * Decodes the image that a feature holds.
     *
     * @param feature the name, usually {@code image/encoded}
     * @throws dev.riffle.example.FeatureException if the feature is missing or does not hold exactly one value of bytes
     * @throws MalformedImageException under the conditions of {@link #decode(Bytes)}; the message begins with the
     *     feature
     */
    public DenseTensor decode(Example example, String feature) {
        Argument.present(example, "example");
        Argument.present(feature, "feature");
        Bytes encoded = example.feature(feature).bytesValue();
        try {
            return decode(encoded);
        } catch (MalformedImageException e) {
            throw e.in("feature \"" + feature + "\"");
        }
    }

    private DecodedImage gif(ImageBytes bytes) {
        if (channels != 0 && channels != GifPixels.CHANNELS) {
            throw bytes.otherChannels(channels + " channels requested, a GIF supports 3");
        }
        return GifPixels.decode(bytes, animation, limit);
    }
}
