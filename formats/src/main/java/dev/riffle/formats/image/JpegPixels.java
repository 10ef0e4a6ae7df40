package dev.riffle.formats.image;

import java.awt.image.Raster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Iterator;
import javax.imageio.ImageReader;
import javax.imageio.spi.IIORegistry;
import javax.imageio.spi.ImageReaderSpi;
import javax.imageio.stream.MemoryCacheImageInputStream;

/**
 * Decodes JPEG with the JDK's reader, which returns the coded samples. Then this class converts the samples to colours
 * with libjpeg's rules and arithmetic. Like TensorFlow, it ignores colour profiles.
 */
final class JpegPixels {

    private static final int SHIFT = 16;
    private static final int HALF = 1 << SHIFT - 1;
    private static final int RED_OF_CR = (int) (1.40200 * (1 << SHIFT) + 0.5);
    private static final int BLUE_OF_CB = (int) (1.77200 * (1 << SHIFT) + 0.5);
    private static final int GREEN_OF_CB = (int) (0.34414 * (1 << SHIFT) + 0.5);
    private static final int GREEN_OF_CR = (int) (0.71414 * (1 << SHIFT) + 0.5);

    private JpegPixels() {}

    static DecodedImage decode(ImageBytes data, int requestedChannels, SampleLimit limit) {
        if (requestedChannels == 4) {
            throw data.otherChannels("4 channels requested, a JPEG supports 1 or 3");
        }
        JpegStructure jpeg = JpegStructure.read(data);
        int channels = requestedChannels == 0 ? Math.min(3, jpeg.components()) : requestedChannels;
        if (channels == 1 && jpeg.components() == 4) {
            throw data.otherChannels("1 channel requested, a JPEG in CMYK supports 3");
        }
        int size = limit.check(ImageFormat.JPEG, 1, jpeg.height(), jpeg.width(), channels);
        SampleLimit.checkFileSize(data, (long) jpeg.height() * jpeg.width() * jpeg.components());
        Raster raster = raster(jpeg.file());
        if (raster.getWidth() != jpeg.width()
                || raster.getHeight() != jpeg.height()
                || raster.getNumBands() != jpeg.components()) {
            throw data.malformed(jpeg.width() + " x " + jpeg.height() + " pixels expected, found " + raster.getWidth()
                    + " x " + raster.getHeight());
        }
        byte[] samples = new byte[size];
        int[] row = new int[jpeg.width() * jpeg.components()];
        for (int y = 0; y < jpeg.height(); y++) {
            raster.getPixels(raster.getMinX(), raster.getMinY() + y, jpeg.width(), 1, row);
            convert(jpeg, row, samples, y * jpeg.width() * channels, channels);
        }
        return new DecodedImage(0, jpeg.height(), jpeg.width(), channels, samples);
    }

    private static Raster raster(byte[] file) {
        try (MemoryCacheImageInputStream in = new MemoryCacheImageInputStream(new ByteArrayInputStream(file))) {
            ImageReader reader = provider().createReaderInstance();
            try {
                reader.setInput(in, true, true);
                return reader.readRaster(0, null);
            } finally {
                reader.dispose();
            }
        } catch (IOException | RuntimeException e) {
            throw MalformedImageException.causedBy(e, ImageFormat.JPEG, "cannot be decoded: " + e.getMessage());
        }
    }

    /** Returns the provider of the JDK, even if other providers are installed. */
    private static ImageReaderSpi provider() {
        Iterator<ImageReaderSpi> providers =
                IIORegistry.getDefaultInstance().getServiceProviders(ImageReaderSpi.class, true);
        while (providers.hasNext()) {
            ImageReaderSpi provider = providers.next();
            if (provider.getClass().getName().equals("com.sun.imageio.plugins.jpeg.JPEGImageReaderSpi")) {
                return provider;
            }
        }
        throw new IllegalStateException("the JDK's JPEG reader was not found; add the module java.desktop");
    }

    private static void convert(JpegStructure jpeg, int[] row, byte[] samples, int offset, int channels) {
        JpegStructure.Coding coding = jpeg.coding();
        int components = jpeg.components();
        int to = offset;
        for (int at = 0; at < row.length; at += components, to += channels) {
            switch (coding) {
                case GRAY -> putGray(samples, to, channels, row[at]);
                case RGB -> put(samples, to, channels, row[at], row[at + 1], row[at + 2]);
                case YCBCR -> {
                    if (channels == 1) {
                        samples[to] = (byte) row[at];
                    } else {
                        put(samples, to, channels, red(row, at), green(row, at), blue(row, at));
                    }
                }
                case CMYK -> putInks(samples, to, jpeg, row[at], row[at + 1], row[at + 2], row[at + 3]);
                case YCCK ->
                    putInks(
                            samples,
                            to,
                            jpeg,
                            255 - red(row, at),
                            255 - green(row, at),
                            255 - blue(row, at),
                            row[at + 3]);
            }
        }
    }

    private static int red(int[] row, int at) {
        return clamped(row[at] + (RED_OF_CR * (row[at + 2] - 128) + HALF >> SHIFT));
    }

    private static int green(int[] row, int at) {
        return clamped(
                row[at] + (-GREEN_OF_CB * (row[at + 1] - 128) - GREEN_OF_CR * (row[at + 2] - 128) + HALF >> SHIFT));
    }

    private static int blue(int[] row, int at) {
        return clamped(row[at] + (BLUE_OF_CB * (row[at + 1] - 128) + HALF >> SHIFT));
    }

    private static int clamped(int sample) {
        return Math.max(0, Math.min(255, sample));
    }

    private static void putGray(byte[] samples, int to, int channels, int gray) {
        for (int i = 0; i < channels; i++) {
            samples[to + i] = (byte) gray;
        }
    }

    private static void put(byte[] samples, int to, int channels, int red, int green, int blue) {
        if (channels == 1) {
            samples[to] = (byte) (19595 * red + 38470 * green + 7471 * blue + HALF >> SHIFT);
            return;
        }
        samples[to] = (byte) red;
        samples[to + 1] = (byte) green;
        samples[to + 2] = (byte) blue;
    }

    /** Converts inks to colours by TensorFlow's rule. Adobe's files store the remaining part of the paper's white. */
    private static void putInks(
            byte[] samples, int to, JpegStructure jpeg, int cyan, int magenta, int yellow, int black) {
        if (jpeg.adobeTransform() >= 0) {
            put(samples, to, 3, black * cyan / 255, black * magenta / 255, black * yellow / 255);
        } else {
            int white = 255 - black;
            put(
                    samples,
                    to,
                    3,
                    (255 - cyan) * white / 255,
                    (255 - magenta) * white / 255,
                    (255 - yellow) * white / 255);
        }
    }
}
