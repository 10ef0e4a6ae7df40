package dev.riffle.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.Rounds;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks checksums against the vectors of TensorFlow's {@code crc32c_test.cc}. */
class MaskedCrc32cTest {

    @ParameterizedTest
    @CsvSource({
        "0000000000000000000000000000000000000000000000000000000000000000, 8a9136aa",
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff, 62a8ab43",
        "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f, 46dd794e",
        "1f1e1d1c1b1a191817161514131211100f0e0d0c0b0a09080706050403020100, 113fdb5c",
        "01c00000000000000000000000000000140000000000040000000014000000182800000000000000"
                + "0200000000000000, d9963a56",
        "313233343536373839, e3069283"
    })
    void agreesWithTheVectors(String bytes, String crc) {
        byte[] content = HexFormat.of().parseHex(bytes);

        int masked = MaskedCrc32c.of(content, 0, content.length);

        assertThat(MaskedCrc32c.unmask(masked)).isEqualTo(HexFormat.fromHexDigits(crc));
        assertThat(MaskedCrc32c.of(ByteBuffer.wrap(content))).isEqualTo(masked);
    }

    @Test
    void masksTheChecksumOfNothing() {
        assertThat(MaskedCrc32c.of(new byte[0], 0, 0)).isEqualTo(0xa282ead8);
    }

    @Test
    void masksTheChecksumOfALengthOfZero() {
        assertThat(MaskedCrc32c.ofLength(0)).isEqualTo(0x07980329);
    }

    @Test
    void maskingTwiceDiffersAndUnmaskingInvertsBoth() {
        byte[] text = "foo".getBytes(StandardCharsets.US_ASCII);
        int crc = MaskedCrc32c.unmask(MaskedCrc32c.of(text, 0, text.length));

        int once = MaskedCrc32c.mask(crc);
        int twice = MaskedCrc32c.mask(once);

        assertThat(once).isNotEqualTo(crc);
        assertThat(twice).isNotEqualTo(once);
        assertThat(MaskedCrc32c.unmask(MaskedCrc32c.unmask(twice))).isEqualTo(crc);
    }

    @Test
    void computesTheChecksumOfLengths() throws Exception {
        Rounds.run("masked crc32c", 10_000, (random, name) -> {
            long length = random.nextLong() >>> random.nextInt(64);
            byte[] bytes = ByteBuffer.allocate(8)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(length)
                    .array();

            assertThat(MaskedCrc32c.ofLength(length))
                    .as("length %d, %s", length, name)
                    .isEqualTo(MaskedCrc32c.of(bytes, 0, 8));
        });
    }

    @Test
    void computesTheChecksumOfAPartOfAnArray() {
        byte[] whole = "..123456789..".getBytes(StandardCharsets.US_ASCII);

        assertThat(MaskedCrc32c.of(whole, 2, 9)).isEqualTo(MaskedCrc32c.mask(0xe3069283));
    }

    @Test
    void readsABufferUpToItsLimit() {
        byte[] whole = new byte[100];
        new Random(7).nextBytes(whole);
        ByteBuffer heap = ByteBuffer.wrap(whole).limit(60).position(20);
        ByteBuffer direct = ByteBuffer.allocateDirect(100).put(whole).limit(60).position(20);
        ByteBuffer readOnly = heap.asReadOnlyBuffer();
        int expected = MaskedCrc32c.of(whole, 20, 40);

        assertThat(MaskedCrc32c.of(heap)).isEqualTo(expected);
        assertThat(MaskedCrc32c.of(direct)).isEqualTo(expected);
        assertThat(MaskedCrc32c.of(readOnly)).isEqualTo(expected);
        assertThat(heap.position()).isEqualTo(60);
        assertThat(direct.position()).isEqualTo(60);
    }
}
