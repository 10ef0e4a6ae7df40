package dev.riffle.formats.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.riffle.io.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that segments around the pixels are accepted or rejected like in TensorFlow's libjpeg. */
class JpegMarkersTest {

    private static final Bytes INTACT = ImageEncoder.jpeg(TestImages.gradient(3));

    private static final ImageDecoder DECODER = ImageDecoder.defaults();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ff",
                "ff01",
                "ffd0",
                "ffe0",
                "fffe000461",
                "fffe00046162",
                "00000000",
                "ffda",
                "ff02ffd9",
                "fff00004abcdffd9",
                "ffd8ffd9",
                "ffda000c03010002110311003f0000ffd9"
            })
    void rejectsAFileWithoutAnEndMarker(String instead) {
        Bytes file = Bytes.ofHex(INTACT.slice(0, INTACT.size() - 2).hex() + instead);
        assertThatExceptionOfType(MalformedImageException.class).isThrownBy(() -> DECODER.decode(file));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ffd9", "ffffffd9", "ff01ffd9", "ffd0ffd9", "fffe000461ffffd9", "0000ffd9", "ffe1000461ffffd9ab"
            })
    void skipsBytesBetweenPixelsAndEndMarker(String instead) {
        Bytes file = Bytes.ofHex(INTACT.slice(0, INTACT.size() - 2).hex() + instead);
        assertThat(DECODER.decode(file)).isEqualTo(DECODER.decode(INTACT));
    }

    /**
     * Inserts segments without effect: a colour profile without its first part, an empty profile, broken Exif, a
     * comment. Other segments have short lengths, define lines or conditioning, or hold no tables.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ffe200144943435f50524f46494c45000203abababab",
                "ffe20002",
                "ffe100084578696600ff",
                "fffe000461ff",
                "ffe10000",
                "ffe00001",
                "ffdc00040020",
                "ffcc00040010",
                "ffdd00040000",
                "ffc40002",
                "ff01"
            })
    void skipsSegmentsWithoutEffect(String segment) {
        assertThat(DECODER.decode(withSegment(segment))).isEqualTo(DECODER.decode(INTACT));
    }

    @ParameterizedTest
    @CsvSource({
        "ffc40003ab, tables expected up to byte 7",
        "ffc4001405ff000000000000000000000000000000ab, 'Huffman table 5 at byte 6, 0 to 3 expected'",
        "ffc4001400ff00000000000000000000000000000001, Huffman table of 255 codes",
        "ffdb000307, 'quantization table 7 at byte 6, 0 to 3 expected'",
        "ffdb000301, tables expected up to byte 7",
        "ffcc00040001, invalid arithmetic conditioning 0 of 1",
        "ffdd000300, 'restart interval of 2 bytes expected at byte 6, found 1'",
        "ffdb0001, 'segment of at least 2 bytes expected at byte 4, found 1'",
        "ffc8000400ff, unknown marker c8 at byte 2",
        "fff0000400ff, unknown marker f0 at byte 2",
        "ff02000400ff, unknown marker 2 at byte 2",
    })
    void rejectsInvalidTables(String segment, String message) {
        Bytes file = withSegment(segment);
        assertThatExceptionOfType(MalformedImageException.class)
                .isThrownBy(() -> DECODER.decode(file))
                .withMessageStartingWith("JPEG: " + message);
    }

    private static Bytes withSegment(String hex) {
        return Bytes.ofHex("ffd8" + hex + INTACT.slice(2, INTACT.size()).hex());
    }
}
