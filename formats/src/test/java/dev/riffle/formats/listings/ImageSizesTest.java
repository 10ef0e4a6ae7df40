package dev.riffle.formats.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.example.Example;
import dev.riffle.formats.image.ImageDecoder;
import dev.riffle.formats.image.ImageHeader;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DenseTensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ImageSizesTest {

    @Test
    void run() throws IOException {
        Path file = Path.of("..", "samples", "chelsea.jpg");
        // listing
        Bytes encoded = Bytes.ofOwned(Files.readAllBytes(file));
        ImageHeader header = ImageHeader.read(encoded);
        Example example = Example.builder()
                .put("image/encoded", encoded)
                .put("image/format", header.format().formatName())
                .put("image/height", header.height())
                .put("image/width", header.width())
                .build();

        ImageDecoder decoder = ImageDecoder.defaults().channels(3).maxBytes(100_000_000);
        DenseTensor pixels = decoder.decode(example, "image/encoded");
        // end
        assertThat(pixels.shape().toArray()).containsExactly(header.height(), header.width(), 3);
    }
}
