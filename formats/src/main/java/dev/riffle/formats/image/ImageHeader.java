package dev.riffle.formats.image;

import dev.riffle.internal.Argument;
import dev.riffle.io.Bytes;

/**
 * Holds the size, format and channels that the header of an image states. Immutable and safe for use by several
 * threads.
 *
 * @param height in pixels
 * @param width in pixels
 * @param channels the number of channels of a decoded pixel by default: 1 to 4
 * @since 0.1
 */
public record ImageHeader(ImageFormat format, int height, int width, int channels) {

    /** Creates a header. Throws {@link IllegalArgumentException} if an argument is null. */
    public ImageHeader {
        Argument.present(format, "format");
    }

    /**
     * Reads only the header of an image. The bytes after the header may be missing.
     *
     * @throws MalformedImageException if the bytes are not an image or the header is malformed
     */
    public static ImageHeader read(Bytes encoded) {
        Argument.present(encoded, "encoded");
        ImageFormat format = ImageFormat.require(encoded);
        ImageBytes bytes = new ImageBytes(format, encoded);
        return switch (format) {
            case JPEG -> JpegStructure.header(bytes);
            case PNG -> PngStructure.header(bytes);
            case GIF -> GifStructure.header(bytes);
            case BMP -> BmpStructure.read(bytes).header();
            case WEBP -> WebpStructure.header(bytes);
        };
    }
}
