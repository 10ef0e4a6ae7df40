package dev.riffle.cli.image;

import dev.riffle.cli.terminal.UsageException;
import dev.riffle.formats.image.ImageEncoder;
import dev.riffle.formats.image.ImageFormat;
import dev.riffle.io.ByteSink;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DenseTensor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;

/** Encodes images for files. The extension of the file name selects the format. */
final class ImageFile {

    private ImageFile() {}

    /** Returns the usual extension of a format. */
    static String ending(StoredImage image) {
        if (image instanceof StoredImage.Encoded encoded) {
            return encoded.format() == ImageFormat.JPEG
                    ? "jpg"
                    : encoded.format().formatName();
        }
        return "png";
    }

    /**
     * Returns the content of a file: the stored bytes if the name fits their format or has no extension, otherwise
     * another encoding of the image.
     *
     * @throws UsageException if the extension means a format that Riffle cannot write
     */
    static Bytes content(StoredImage image, String name) throws UsageException {
        String asked = ending(name);
        if (image instanceof StoredImage.Encoded encoded
                && (asked.isEmpty() || endings(encoded.format()).contains(asked))) {
            return encoded.bytes();
        }
        return switch (asked) {
            case "", "png" -> ImageEncoder.png(image.pixels());
            case "jpg", "jpeg", "jpe" -> jpeg(image.pixels());
            default ->
                throw new UsageException(
                        name + ": this image can be written as " + writable(image) + ", not as ." + asked);
        };
    }

    private static String writable(StoredImage image) {
        return switch (ending(image)) {
            case "png" -> ".png or .jpg";
            case "jpg" -> ".jpg or .png";
            default -> "." + ending(image) + ", .png or .jpg";
        };
    }

    private static Bytes jpeg(DenseTensor pixels) {
        boolean opaque = pixels.shape().dim(2) % 2 == 1;
        return ImageEncoder.jpeg(
                opaque
                        ? pixels
                        : PixelGrid.of(
                                        pixels,
                                        pixels.shape().dim(1),
                                        pixels.shape().dim(0),
                                        PixelGrid.Ground.WHITE)
                                .toTensor());
    }

    private static String ending(String name) {
        String file = name.substring(name.lastIndexOf('/') + 1);
        int dot = file.lastIndexOf('.');
        return dot <= 0 ? "" : file.substring(dot + 1).toLowerCase(Locale.ROOT);
    }

    private static List<String> endings(ImageFormat format) {
        return switch (format) {
            case JPEG -> List.of("jpg", "jpeg", "jpe", "jfif");
            case PNG -> List.of("png");
            case GIF -> List.of("gif");
            case BMP -> List.of("bmp", "dib");
            case WEBP -> List.of("webp");
        };
    }

    static void write(ByteSink sink, Bytes content) throws IOException {
        try (ByteSink.Output out = sink.create()) {
            ByteBuffer bytes = content.asByteBuffer();
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
            out.commit();
        }
    }
}
