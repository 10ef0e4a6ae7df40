package dev.riffle.io.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.riffle.Rounds;
import dev.riffle.io.SampleBytes;
import dev.riffle.io.internal.codec.SnappyDecoder.MalformedBlockException;
import io.airlift.compress.MalformedInputException;
import io.airlift.compress.snappy.SnappyCompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Aircompressor and Riffle read each other's output. */
class SnappyInteropTest {

    static Stream<byte[]> contents() {
        return Stream.of(0, 1, 4, 15, 16, 17, 60, 61, 255, 256, 257, 2047, 2048, 65535, 65536, 65537, 300_000)
                .flatMap(size -> Stream.of(
                        SampleBytes.random(size, size),
                        SampleBytes.text(size),
                        SampleBytes.repeated(size),
                        SampleBytes.alternating(size)));
    }

    private static byte[] encoded(byte[] content) {
        byte[] block = new byte[SnappyEncoder.mostBytes(content.length)];
        return Arrays.copyOf(block, new SnappyEncoder().encode(content, content.length, block, 0));
    }

    private static byte[] encodedByAircompressor(byte[] content) {
        SnappyCompressor compressor = new SnappyCompressor();
        byte[] block = new byte[compressor.maxCompressedLength(content.length)];
        return Arrays.copyOf(block, compressor.compress(content, 0, content.length, block, 0, block.length));
    }

    private static byte[] decodedByAircompressor(byte[] block) {
        byte[] content = new byte[SnappyDecompressor.getUncompressedLength(block, 0)];
        int size = new SnappyDecompressor().decompress(block, 0, block.length, content, 0, content.length);
        return Arrays.copyOf(content, size);
    }

    @ParameterizedTest
    @MethodSource("contents")
    void eachReadsTheOutputOfTheOther(byte[] content) throws MalformedBlockException {
        assertThat(decodedByAircompressor(encoded(content))).isEqualTo(content);
        assertThat(SnappyDecoderTest.decode(encodedByAircompressor(content))).isEqualTo(content);
        assertThat(SnappyDecoderTest.decode(encoded(content))).isEqualTo(content);
    }

    @Test
    void compressesAboutAsWell() {
        for (byte[] content : new byte[][] {
            SampleBytes.text(262_144), SampleBytes.random(262_144, 1), SampleBytes.alternating(262_144)
        }) {
            assertThat(encoded(content).length).isLessThan((int) (1.1 * encodedByAircompressor(content).length));
        }
    }

    @Test
    void bothReadRandomTextOfAFewLetters() {
        long seed = Rounds.seed("snappy interop");
        Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            byte[] content = new byte[random.nextInt(i % 10 == 0 ? 100_000 : 500)];
            int letters = 1 + random.nextInt(6);
            for (int at = 0; at < content.length; at++) {
                content[at] = (byte) random.nextInt(letters);
            }
            assertThat(decodedByAircompressor(encoded(content)))
                    .as("seed %d", seed)
                    .isEqualTo(content);
            assertThatCode(() -> assertThat(SnappyDecoderTest.decode(encodedByAircompressor(content)))
                            .isEqualTo(content))
                    .as("seed %d", seed)
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void bothAgreeOnDamagedBlocks() {
        long seed = Rounds.seed("snappy interop");
        Random random = new Random(seed);
        byte[] block = encoded(SampleBytes.text(2000));
        for (int i = 0; i < 3000; i++) {
            // Keeps the size at the start intact, because aircompressor checks that size less than Riffle does.
            byte[] damaged = SampleBytes.flipped(block, 16 + random.nextInt(8 * block.length - 16));
            assertThat(oursOrNull(damaged)).as("seed %d, round %d", seed, i).isEqualTo(theirsOrNull(damaged));
        }
    }

    private static byte[] oursOrNull(byte[] block) {
        try {
            return SnappyDecoderTest.decode(block);
        } catch (MalformedBlockException e) {
            return null;
        }
    }

    private static byte[] theirsOrNull(byte[] block) {
        try {
            byte[] content = decodedByAircompressor(block);
            // Aircompressor returns short output without an error.
            return content.length == SnappyDecompressor.getUncompressedLength(block, 0) ? content : null;
        } catch (MalformedInputException | IndexOutOfBoundsException | IllegalArgumentException e) {
            return null;
        }
    }
}
