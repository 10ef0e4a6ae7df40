package dev.riffle.formats.image;

import dev.riffle.example.Example;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DType;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.nio.ByteBuffer;

/**
 * Pictures become uint8 tensors, as {@code tf.io.decode_image} makes them.
 *
 * <p>Safe for several threads; a change of options makes another decoder.
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
     * As many channels as the picture has, all frames, at most 2^29 bytes of samples and at most a quarter of the
     * maximum heap. A JPEG or WebP of more than 2^26 samples must have a byte for each 2048 of them, or is refused; a
     * PNG and a GIF as much as their compression needs at least.
     */
    public static ImageDecoder defaults() {
        return DEFAULTS;
    }

    /**
     * With so many channels: 1 for gray, 3 for colours, 4 for colours and opacity, 0 for what the picture has. A PNG gives whatever
     * is asked for, a JPEG 1 or 3, a GIF 3, a BMP what it has, a WebP 3 or 4; another number is refused when decoding.
     *
     * @throws IllegalArgumentException if it is none of 0, 1, 3 and 4
     */
    public ImageDecoder channels(int channels) {
        if (channels != 0 && channels != 1 && channels != 3 && channels != 4) {
            throw new IllegalArgumentException("channels must be 0, 1, 3 or 4: " + channels);
        }
        return new ImageDecoder(channels, animation, limit);
    }

    /** Only the first frame of a GIF, so that every picture gives three dimensions: {@code expand_animations=False}. */
    public ImageDecoder firstFrame() {
        return new ImageDecoder(channels, Animation.FIRST_FRAME, limit);
    }

    /**
     * Refuses pictures with more bytes of samples, before memory is taken for them.
     *
     * @throws IllegalArgumentException if it is not from 1 to 2^31-9
     */
    public ImageDecoder maxBytes(long bytes) {
        if (bytes < 1 || bytes > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("maxBytes must be from 1 to 2147483639: " + bytes);
        }
        return new ImageDecoder(channels, animation, new SampleLimit(bytes));
    }

    /**
     * The samples.
     *
     * @return uint8 [height, width, channels]; of a GIF with all frames [frames, height, width, 3]
     * @throws MalformedImageException if the picture is broken, of an unknown format or too large, or has not the channels asked for
     */
    public DenseTensor decode(Bytes encoded) {
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
     * The samples of a picture that stands somewhere; a refusal says where.
     *
     * @throws MalformedImageException as {@link #decode(Bytes)}, with the place in front of its message
     */
    public DenseTensor decode(Bytes encoded, ImagePlace place) {
        try {
            return decode(encoded);
        } catch (MalformedImageException e) {
            throw e.in(place);
        }
    }

    /**
     * The samples of the picture that a feature holds.
     *
     * @param feature the name, {@code image/encoded} most often
     * @throws dev.riffle.example.FeatureException if there is no such feature, or it does not hold one value of bytes
     * @throws MalformedImageException as {@link #decode(Bytes)}, with the name of the feature in front of its message
     */
    public DenseTensor decode(Example example, String feature) {
        Bytes encoded = example.feature(feature).bytesValue();
        try {
            return decode(encoded);
        } catch (MalformedImageException e) {
            throw e.in("feature \"" + feature + "\"");
        }
    }

    private DecodedImage gif(ImageBytes bytes) {
        if (channels != 0 && channels != GifPixels.CHANNELS) {
            throw bytes.otherChannels(channels + " channels asked for, a GIF gives 3");
        }
        return GifPixels.decode(bytes, animation, limit);
    }
}
