package dev.riffle.io.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.io.SampleBytes;
import dev.riffle.io.internal.codec.SnappyDecoder.MalformedBlockException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Decodes single Snappy elements, and rejects invalid elements. */
class SnappyDecoderTest {

    static byte[] decode(byte[] block) throws MalformedBlockException {
        int size = SnappyDecoder.uncompressedSize(block, block.length);
        byte[] out = new byte[size];
        SnappyDecoder.decode(block, block.length, out, size);
        return out;
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex.replace(" ", ""));
    }

    @ParameterizedTest
    @CsvSource({
        "00, ''",
        "8000, ''",
        "01 00 61, a",
        "03 08 616263, abc",
        // Literals with a size field of 1, 2, 3 and 4 bytes.
        "03 f0 02 616263, abc",
        "03 f4 0200 616263, abc",
        "03 f8 020000 616263, abc",
        "03 fc 02000000 616263, abc",
        // Copies with distance fields of 11, 16 and 32 bits.
        "06 04 6162 01 02, ababab",
        "05 04 6162 0a 0200, ababa",
        "05 04 6162 0b 02000000, ababa",
        // An overlapping copy, which repeats bytes.
        "09 00 61 11 01, aaaaaaaaa",
        // The longest copy.
        "41 00 61 fe 0100, aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        // A copy from the first byte of the content.
        "08 0c 61626364 01 04, abcdabcd"
    })
    void decodesEveryElement(String block, String text) throws MalformedBlockException {
        assertThat(new String(decode(bytes(block)), StandardCharsets.US_ASCII)).isEqualTo(text);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "no size at all, ''",
        "a size without its last byte, 80",
        "a size of six bytes, 8080808080 00",
        "a size of five bytes with too much in the last, ffffffff7f 0061",
        "a size that is a negative int, 8080808008 0061",
        "a size that no block of this length has, 80808001 0061",
        "no element after the size, 01",
        "a literal past the end, 05 10 6162",
        "a literal without any byte, 01 00",
        "a literal without its size, 05 f0",
        "a literal with half its size, 05 f4 04",
        "a literal of 2^31 bytes, 05 fc ffffff7f 6162636465",
        "a literal of 2^32 bytes, 05 fc ffffffff 6162636465",
        "a literal longer than the output, 01 04 6162",
        "a copy before the beginning, 04 01 01",
        "a copy from before the output, 08 00 61 0d 02",
        "a copy of distance 0, 05 00 61 01 00",
        "a far copy of distance 0, 05 00 61 0e 0000",
        "a copy of distance 2^31, 05 00 61 0f 00000080",
        "a copy of distance 2^32 - 1, 05 00 61 0f ffffffff",
        "a copy without its distance, 05 00 61 01",
        "a far copy with half its distance, 05 00 61 0e 01",
        "a farthest copy with half its distance, 05 00 61 0f 0100",
        "a copy longer than the output, 04 00 61 01 01",
        "fewer bytes than claimed, 03 04 6162",
        "more bytes than claimed, 01 00 61 00 62",
        "a literal with a claimed size of 0, 00 00 61"
    })
    void rejectsMalformedBlocks(String what, String block) {
        assertThatThrownBy(() -> decode(bytes(block)))
                .as(what)
                .isInstanceOfSatisfying(MalformedBlockException.class, malformed -> {
                    assertThat(malformed).hasMessageStartingWith("expected ");
                    assertThat(malformed.offset()).isBetween(0, bytes(block).length);
                });
    }

    @Test
    void writesNothingAfterItsOutput() throws MalformedBlockException {
        byte[] block = bytes("09 00 61 11 01");
        byte[] out = SampleBytes.repeated(20);

        SnappyDecoder.decode(block, block.length, out, 9);

        assertThat(new String(out, StandardCharsets.US_ASCII)).isEqualTo("aaaaaaaaarrrrrrrrrrr");
    }

    @Test
    void readsNothingAfterItsBlock() {
        byte[] block = bytes("02 04 6162 63");

        assertThatThrownBy(() -> SnappyDecoder.decode(block, 3, new byte[2], 2))
                .isInstanceOf(MalformedBlockException.class);
    }
}
