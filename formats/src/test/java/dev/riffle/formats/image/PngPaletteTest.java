package dev.riffle.formats.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.riffle.io.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the chunk PLTE in images that do not need a palette. */
class PngPaletteTest {

    private static final ImageDecoder DECODER = ImageDecoder.defaults();

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4})
    void rejectsAnEmptyPaletteInColouredImages(int channels) {
        Bytes file = TestImages.withChunk(TestImages.png(1, 1, 2, new byte[4]), "PLTE", new byte[0]);
        assertThatExceptionOfType(MalformedImageException.class)
                .isThrownBy(() -> DECODER.channels(channels).decode(file))
                .withMessage("PNG: chunk PLTE of 1 to 256 colours expected at byte 33, found 0 bytes");
    }

    @Test
    void acceptsAnEmptyPaletteInGrayImages() {
        Bytes file = TestImages.withChunk(TestImages.png(1, 1, 0, new byte[2]), "PLTE", new byte[0]);
        assertThat(DECODER.decode(file)).isEqualTo(TestImages.tensor(new byte[1], 1, 1, 1));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void rejectsASecondPaletteAfterThePixels(int colorType) {
        Bytes file = TestImages.withChunk(TestImages.png(1, 1, colorType, new byte[4]), "PLTE", new byte[3]);
        assertThat(DECODER.decode(file).shape().dim(2)).isEqualTo(3);
        int end = file.size() - 12;
        Bytes second = Bytes.ofHex(file.slice(0, end).hex()
                + Bytes.ofOwned(TestImages.chunk("PLTE", new byte[3])).hex()
                + file.slice(end, file.size()).hex());
        assertThatExceptionOfType(MalformedImageException.class)
                .isThrownBy(() -> DECODER.decode(second))
                .withMessage("PNG: second chunk PLTE at byte " + end);
    }
}
