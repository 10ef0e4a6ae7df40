package dev.riffle.benchmarks.parse;

import dev.riffle.benchmarks.harness.Contest;
import dev.riffle.formats.image.ImageDecoder;
import dev.riffle.formats.image.ImageEncoder;
import dev.riffle.formats.image.ImageHeader;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Compares two ways to find the sizes of photographs. One side reads the headers, and the other side decodes the
 * images. Both sides use Riffle.
 */
public final class ImageHeaderContest implements Contest {

    private static final int TIMES = 20;

    private final List<Bytes> images;

    private ImageHeaderContest(List<Bytes> images) {
        this.images = images;
    }

    /** Creates the contest for the sample photographs, as JPEG and as PNG. */
    public static ImageHeaderContest ofSamples(Path repository) throws IOException {
        Bytes chelsea = Bytes.ofOwned(Files.readAllBytes(repository.resolve("samples/chelsea.jpg")));
        Bytes coffee = Bytes.ofOwned(Files.readAllBytes(repository.resolve("samples/coffee.jpg")));
        return new ImageHeaderContest(List.of(chelsea, coffee, png(chelsea), png(coffee)));
    }

    private static Bytes png(Bytes jpeg) {
        return ImageEncoder.png(ImageDecoder.defaults().decode(jpeg));
    }

    @Override
    public long ours() {
        long sum = 0;
        for (int i = 0; i < TIMES; i++) {
            for (Bytes image : images) {
                ImageHeader header = ImageHeader.read(image);
                sum = 31 * sum + 10_000L * header.height() + header.width();
            }
        }
        return sum;
    }

    @Override
    public long baseline() {
        long sum = 0;
        for (int i = 0; i < TIMES; i++) {
            for (Bytes image : images) {
                Shape shape = ImageDecoder.defaults().decode(image).shape();
                sum = 31 * sum + 10_000L * shape.dim(0) + shape.dim(1);
            }
        }
        return sum;
    }
}
