package dev.riffle.formats.image;

import dev.riffle.io.Bytes;
import java.awt.Point;
import java.awt.image.DataBufferByte;
import java.awt.image.Raster;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** Writes JPEG files with four components. */
final class InkImages {

    /** Adobe's marker without its last byte. The last byte is the transform: 0 for CMYK, 2 for YCCK. */
    private static final Bytes ADOBE = Bytes.ofHex("ffee000e41646f6265006400000000");

    private InkImages() {}

    /** Returns a JPEG of quality 100 with these samples as components, without Adobe's marker. */
    static Bytes jpeg(int height, int width, byte[] samples) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        try (MemoryCacheImageOutputStream out = new MemoryCacheImageOutputStream(file)) {
            Raster raster = Raster.createInterleavedRaster(
                    new DataBufferByte(samples, samples.length),
                    width,
                    height,
                    4 * width,
                    4,
                    new int[] {0, 1, 2, 3},
                    new Point());
            ImageWriteParam param = writer.getDefaultWriteParam();
            param.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            param.setCompressionQuality(1);
            writer.setOutput(out);
            writer.write(null, new IIOImage(raster, null, null), param);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            writer.dispose();
        }
        return Bytes.ofOwned(file.toByteArray());
    }

    /** Like {@link #jpeg}, with Adobe's marker. */
    static Bytes adobeJpeg(int height, int width, byte[] samples, int transform) {
        Bytes plain = jpeg(height, width, samples);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try {
            plain.slice(0, 2).writeTo(file);
            ADOBE.writeTo(file);
            file.write(transform);
            plain.slice(2, plain.size()).writeTo(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Bytes.ofOwned(file.toByteArray());
    }
}
