package dev.riffle.formats.image;

import dev.riffle.io.Bytes;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** Writes JPEGs whose chroma components have fewer samples than luma, by any factors. */
final class SubsampledJpeg {

    private SubsampledJpeg() {}

    static Bytes of(int height, int width, byte[] samples, int horizontal, int vertical) throws IOException {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_3BYTE_BGR);
        image.getRaster().setDataElements(0, 0, width, height, samples);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        try (MemoryCacheImageOutputStream out = new MemoryCacheImageOutputStream(file)) {
            IIOMetadata metadata =
                    writer.getDefaultImageMetadata(ImageTypeSpecifier.createFromRenderedImage(image), null);
            String format = metadata.getNativeMetadataFormatName();
            IIOMetadataNode root = (IIOMetadataNode) metadata.getAsTree(format);
            IIOMetadataNode luma =
                    (IIOMetadataNode) root.getElementsByTagName("componentSpec").item(0);
            luma.setAttribute("HsamplingFactor", Integer.toString(horizontal));
            luma.setAttribute("VsamplingFactor", Integer.toString(vertical));
            metadata.setFromTree(format, root);
            writer.setOutput(out);
            writer.write(null, new IIOImage(image, null, metadata), null);
        } finally {
            writer.dispose();
        }
        return Bytes.ofOwned(file.toByteArray());
    }
}
