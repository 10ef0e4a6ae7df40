package dev.riffle.formats.image;

import dev.riffle.io.Bytes;
import dev.riffle.tensor.Shape;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.IIOImage;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.spi.IIORegistry;
import javax.imageio.spi.ImageWriterSpi;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** Writes JPEG with the JDK's writer: baseline, JFIF, colours at half the resolution. */
final class JpegWriting {

    private static final int MAX_SIDE = 65_500;

    private JpegWriting() {}

    static Bytes write(Shape shape, byte[] samples, int quality) {
        int height = shape.dim(0);
        int width = shape.dim(1);
        int channels = shape.dim(2);
        if (channels != 1 && channels != 3) {
            throw new IllegalArgumentException("a JPEG has 1 or 3 channels: " + channels);
        }
        if (height > MAX_SIDE || width > MAX_SIDE) {
            throw new IllegalArgumentException("a JPEG has sides of up to " + MAX_SIDE + " pixels: " + shape);
        }
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (MemoryCacheImageOutputStream out = new MemoryCacheImageOutputStream(file)) {
            ImageWriter writer = provider().createWriterInstance();
            try {
                ImageWriteParam param = writer.getDefaultWriteParam();
                param.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
                param.setCompressionQuality(quality / 100f);
                writer.setOutput(out);
                writer.write(null, new IIOImage(image(height, width, channels, samples), null, null), param);
            } finally {
                writer.dispose();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Bytes.ofOwned(file.toByteArray());
    }

    private static BufferedImage image(int height, int width, int channels, byte[] samples) {
        BufferedImage image = new BufferedImage(
                width, height, channels == 1 ? BufferedImage.TYPE_BYTE_GRAY : BufferedImage.TYPE_3BYTE_BGR);
        image.getRaster().setDataElements(0, 0, width, height, samples);
        return image;
    }

    private static ImageWriterSpi provider() {
        java.util.Iterator<ImageWriterSpi> providers =
                IIORegistry.getDefaultInstance().getServiceProviders(ImageWriterSpi.class, true);
        while (providers.hasNext()) {
            ImageWriterSpi provider = providers.next();
            if (provider.getClass().getName().equals("com.sun.imageio.plugins.jpeg.JPEGImageWriterSpi")) {
                return provider;
            }
        }
        throw new IllegalStateException("the JDK's JPEG writer was not found; add the module java.desktop");
    }
}
