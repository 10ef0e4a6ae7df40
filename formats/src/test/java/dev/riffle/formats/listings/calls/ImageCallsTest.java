package dev.riffle.formats.listings.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.example.Example;
import dev.riffle.formats.image.ColorOrder;
import dev.riffle.formats.image.ImageDecoder;
import dev.riffle.formats.image.ImageEncoder;
import dev.riffle.formats.image.ImageFormat;
import dev.riffle.formats.image.ImageHeader;
import dev.riffle.formats.image.MalformedImageException;
import dev.riffle.formats.image.OfRecordImageDecoder;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DenseTensor;
import dev.riffle.tensor.Shape;
import dev.riffle.tensor.Values;
import java.util.List;
import org.junit.jupiter.api.Test;

class ImageCallsTest {

    private final DenseTensor pixels = DenseTensor.of(Shape.of(2, 3, 3), Values.ofUint8(new byte[18]));

    @Test
    void decoding() {
        for (Bytes encoded : List.of(ImageEncoder.png(pixels), ImageEncoder.jpeg(pixels, 90))) {
            assertThat(ImageDecoder.defaults().decode(encoded)).isEqualTo(pixels);
            ImageDecoder gray = ImageDecoder.defaults().channels(1);
            assertThat(gray.decode(encoded).shape()).isEqualTo(Shape.of(2, 3, 1));
            assertThat(ImageDecoder.defaults().channels(3).decode(encoded)).isEqualTo(pixels);
            ImageDecoder still = ImageDecoder.defaults().firstFrame();
            assertThat(still.decode(encoded)).isEqualTo(pixels);
        }
        int y = 1;
        int x = 2;
        assertThat(pixels.intAt(y, x, 0)).isZero();
        assertThatThrownBy(() -> ImageDecoder.defaults().decode(Bytes.ofHex("ffd8ff")))
                .isInstanceOf(MalformedImageException.class);
    }

    @Test
    void ofRecords() {
        Example record =
                Example.builder().put("encoded", ImageEncoder.png(pixels)).build();
        OfRecordImageDecoder decoder = OfRecordImageDecoder.of("encoded");
        OfRecordImageDecoder redFirst = decoder.order(ColorOrder.RGB);
        assertThat(redFirst.decode(record)).isEqualTo(pixels);
    }

    @Test
    void headers() {
        Bytes encoded = ImageEncoder.jpeg(pixels);
        assertThat(ImageHeader.read(encoded)).isEqualTo(new ImageHeader(ImageFormat.JPEG, 2, 3, 3));
        assertThat(ImageFormat.of(encoded)).contains(ImageFormat.JPEG);
    }
}
