package dev.riffle.formats.image;

import com.twelvemonkeys.imageio.plugins.webp.WebPImageReaderSpi;
import java.awt.image.BufferedImage;
import java.io.IOException;
import javax.imageio.ImageReader;

/** Decodes WebP with a library. The raster of the library holds the samples. */
final class WebpPixels {

    private static final int COMPRESSION_BITS = 3;
    private static final int COMPRESSED = 1;

    private WebpPixels() {}

    static DecodedImage decode(ImageBytes data, int requestedChannels, SampleLimit limit) {
        if (requestedChannels == 1) {
            throw data.otherChannels("1 channel requested, a WebP supports 3 or 4");
        }
        WebpStructure webp = WebpStructure.read(data);
        ImageHeader header = webp.header();
        int channels = requestedChannels == 0 ? header.channels() : requestedChannels;
        int size = limit.check(ImageFormat.WEBP, 1, header.height(), header.width(), channels);
        SampleLimit.checkFileSize(data, 3L * header.height() * header.width());
        WebpStructure.Chunk opacity = channels == 4 ? webp.opacity() : null;
        if (opacity != null && (opacity.size() == 0 || (data.uint8(opacity.at()) & COMPRESSION_BITS) != COMPRESSED)) {
            throw data.unsupported("compressed opacity expected in the chunk ALPH at byte " + (opacity.at() - 8))
                    .remedy("request 3 channels to omit the opacity");
        }
        BufferedImage image = image(opacity == null ? webp.withoutOpacity() : webp.withOpacity(opacity));
        if (image.getWidth() != header.width() || image.getHeight() != header.height()) {
            throw data.malformed(header.width() + " x " + header.height() + " pixels expected, found "
                    + image.getWidth() + " x " + image.getHeight());
        }
        byte[] samples = new byte[size];
        boolean hasAlpha = image.getRaster().getNumBands() == 4;
        int to = 0;
        int[] pixel = new int[4];
        for (int y = 0; y < header.height(); y++) {
            for (int x = 0; x < header.width(); x++, to += channels) {
                image.getRaster().getPixel(x, y, pixel);
                for (int i = 0; i < channels; i++) {
                    samples[to + i] = (byte) (i == 3 && !hasAlpha ? 255 : pixel[i]);
                }
            }
        }
        return new DecodedImage(0, header.height(), header.width(), channels, samples);
    }

    private static BufferedImage image(byte[] file) {
        try (PaddedInput in = new PaddedInput(file)) {
            ImageReader reader = new WebPImageReaderSpi().createReaderInstance(null);
            try {
                reader.setInput(in, true, true);
                return reader.read(0);
            } finally {
                reader.dispose();
            }
        } catch (IOException | RuntimeException e) {
            throw MalformedImageException.causedBy(e, ImageFormat.WEBP, "cannot be decoded: " + e.getMessage());
        }
    }
}
