package dev.riffle.formats.image;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.riffle.io.Bytes;
import dev.riffle.tensor.DenseTensor;

/** Reads arbitrary bytes as an image. The samples match the header, or the decoder throws the documented exception. */
class ImageHeaderFuzzTest {

    private static final ImageDecoder SMALL =
            ImageDecoder.defaults().firstFrame().maxBytes(1 << 20);

    @FuzzTest
    void header(byte[] bytes) {
        try {
            ImageHeader header = ImageHeader.read(Bytes.ofOwned(bytes));
            assertThat(header.height()).isPositive();
            assertThat(header.width()).isPositive();
            assertThat(header.channels()).isBetween(1, 4);
        } catch (MalformedImageException e) {
            assertThat(e.detail()).isNotEmpty();
        }
    }

    @FuzzTest
    void samples(byte[] bytes) {
        DenseTensor pixels;
        try {
            pixels = SMALL.decode(Bytes.ofOwned(bytes));
        } catch (MalformedImageException e) {
            return;
        }
        ImageHeader header = ImageHeader.read(Bytes.ofOwned(bytes));
        assertThat(header.channels()).isEqualTo(pixels.shape().dim(2));
        if (header.format() != ImageFormat.GIF) {
            assertThat(pixels.shape().toArray()).containsExactly(header.height(), header.width(), header.channels());
        }
    }
}
