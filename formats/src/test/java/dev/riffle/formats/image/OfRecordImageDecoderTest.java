package dev.riffle.formats.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.riffle.example.Example;
import org.junit.jupiter.api.Test;

class OfRecordImageDecoderTest {

    private static final OfRecordImageDecoder DECODER = OfRecordImageDecoder.of("encoded");

    private static Example record(byte[] samples, int... shape) {
        return Example.builder()
                .put("encoded", ImageEncoder.png(TestImages.tensor(samples, shape)))
                .build();
    }

    @Test
    void returnsBlueFirstByDefault() {
        assertThat(DECODER.decode(record(new byte[] {1, 2, 3, 4}, 1, 1, 4)))
                .isEqualTo(TestImages.tensor(new byte[] {3, 2, 1}, 1, 1, 3));
    }

    @Test
    void returnsRedFirstOnRequest() {
        OfRecordImageDecoder decoder = DECODER.order(ColorOrder.RGB);
        assertThat(decoder.decode(record(new byte[] {1, 2, 3}, 1, 1, 3)))
                .isEqualTo(TestImages.tensor(new byte[] {1, 2, 3}, 1, 1, 3));
        assertThat(decoder.decode(record(new byte[] {9}, 1, 1, 1)))
                .isEqualTo(TestImages.tensor(new byte[] {9, 9, 9}, 1, 1, 3));
    }

    @Test
    void returnsOneSampleForGray() {
        OfRecordImageDecoder decoder = DECODER.order(ColorOrder.GRAY);
        assertThat(decoder.decode(record(new byte[] {100, 50, 25}, 1, 1, 3)))
                .isEqualTo(TestImages.tensor(new byte[] {62}, 1, 1, 1));
        assertThat(decoder.decode(record(new byte[] {9, 1}, 1, 1, 2)))
                .isEqualTo(TestImages.tensor(new byte[] {9}, 1, 1, 1));
    }

    @Test
    void namesTheFeatureInErrors() {
        Example broken = Example.builder().put("encoded", "x").build();
        assertThatExceptionOfType(MalformedImageException.class)
                .isThrownBy(() -> DECODER.decode(broken))
                .withMessageStartingWith("feature \"encoded\": ");
        assertThatExceptionOfType(MalformedImageException.class)
                .isThrownBy(() -> DECODER.maxBytes(2).decode(record(new byte[3], 1, 1, 3)))
                .withMessageContaining("more than 2 bytes");
    }
}
