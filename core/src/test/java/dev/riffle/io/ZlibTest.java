package dev.riffle.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.HexFormat;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ZlibTest {

    @Nested
    class DefaultLevel extends DamagedCompressionContract {

        @Override
        protected Compression compression() {
            return Compression.ZLIB;
        }

        @Test
        void isReadByTheJdk() throws IOException {
            byte[] content = SampleBytes.text(300_000);

            assertThat(new InflaterInputStream(new ByteArrayInputStream(compressed(content))).readAllBytes())
                    .isEqualTo(content);
        }

        @Test
        void writesTheEmptyOutputOfTensorFlow() throws IOException {
            assertThat(HexFormat.of().formatHex(compressed(new byte[0]))).isEqualTo("789c030000000001");
        }

        @ParameterizedTest
        @ValueSource(strings = {"00", "ff", "0000000000000000", "789c030000000001"})
        void reportsTrailingBytesAfterTheContent(String trailing) throws IOException {
            byte[] content = SampleBytes.text(5000);
            byte[] compressed = compressed(content);

            ReadOutcome outcome =
                    read(SampleBytes.concatenated(compressed, HexFormat.of().parseHex(trailing)));

            assertThat(outcome.bytes()).isEqualTo(content);
            assertThat(outcome.damage().reason()).isEqualTo(CompressionException.Reason.TRAILING_BYTES);
            assertThat(outcome.damage().offset()).isEqualTo(compressed.length);
        }

        @Test
        void reportsASecondStreamAfterTheFirst() throws IOException {
            byte[] first = compressed(SampleBytes.text(5000));

            ReadOutcome outcome = read(SampleBytes.concatenated(first, compressed(SampleBytes.random(5000, 1))));

            assertThat(outcome.bytes()).isEqualTo(SampleBytes.text(5000));
            assertThat(outcome.damage().reason()).isEqualTo(CompressionException.Reason.TRAILING_BYTES);
        }

        @Test
        void reportsAWrongChecksumAfterTheContent() throws IOException {
            byte[] content = SampleBytes.text(5000);
            byte[] compressed = compressed(content);

            ReadOutcome outcome = read(SampleBytes.flipped(compressed, 8 * compressed.length - 1));

            assertThat(outcome.bytes()).isEqualTo(content);
            assertThat(outcome.damage().reason()).isEqualTo(CompressionException.Reason.DAMAGED);
        }

        @Test
        void rejectsAPresetDictionary() throws IOException {
            // The bytes 78 bb set the flag FDICT. The Adler-32 of an unknown dictionary follows.
            ReadOutcome outcome = read(HexFormat.of().parseHex("78bb0123456703000000000100000000"));

            assertThat(outcome.damage().reason()).isEqualTo(CompressionException.Reason.DAMAGED);
            assertThat(outcome.damage()).hasMessageContaining("dictionary");
        }

        @Test
        void readsASmallerWindow() throws IOException {
            // The output of zlib with window bits 9 differs only in the header.
            byte[] compressed = compressed(new byte[0]);
            compressed[0] = 0x18;
            compressed[1] = (byte) 0x95;

            assertThat(read(compressed).whole()).isEmpty();
        }
    }

    @Nested
    class Stored extends DamagedCompressionContract {

        @Override
        protected Compression compression() {
            return Compression.ZLIB.level(0);
        }
    }

    @ParameterizedTest
    @CsvSource({"-1, 789c", "0, 7801", "6, 789c", "9, 78da"})
    void writesTheLevelToTheHeader(int level, String header) throws IOException {
        MemoryOutput target = MemoryOutput.unlimited();
        try (CompressedOutput out = Compression.ZLIB.level(level).compress(target)) {
            out.finish();
        }

        assertThat(HexFormat.of().formatHex(target.toByteArray())).startsWith(header);
    }

    @ParameterizedTest
    @ValueSource(ints = {-2, 10})
    void rejectsInvalidLevels(int level) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Compression.ZLIB.level(level))
                .withMessageEndingWith(": " + level);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Compression.GZIP.level(level))
                .withMessageEndingWith(": " + level);
    }
}
