package dev.riffle.formats.image;

import dev.riffle.io.Bytes;

/**
 * What the header of a picture says.
 *
 * @param height in pixels
 * @param width in pixels
 * @param channels how many a decoded pixel has if no number is asked for: 1 to 4
 */
public record ImageHeader(ImageFormat format, int height, int width, int channels) {

    /**
     * Reads the header alone; pixels are not looked at, and bytes after the header need not be there.
     *
     * @throws MalformedImageException if it is no picture or the header is broken
     */
    public static ImageHeader read(Bytes encoded) {
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
