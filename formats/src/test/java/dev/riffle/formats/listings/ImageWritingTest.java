package dev.riffle.formats.listings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.formats.image.ImageDecoder;
import dev.riffle.formats.image.ImageEncoder;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import org.junit.jupiter.api.Test;

class ImageWritingTest {

    @Test
    void run() {
        // listing
        byte[] samples = new byte[64 * 48 * 3]; // [height, width, channels], a black image
        DenseTensor pixels = DenseTensor.of(Shape.of(64, 48, 3), Values.ofUint8(samples));
        Bytes png = ImageEncoder.png(pixels);
        Bytes jpeg = ImageEncoder.jpeg(pixels, 90);
        // end
        assertThat(ImageDecoder.defaults().decode(png)).isEqualTo(pixels);
        assertThat(ImageDecoder.defaults().decode(jpeg).shape()).isEqualTo(pixels.shape());
    }
}
