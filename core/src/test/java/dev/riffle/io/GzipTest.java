package dev.riffle.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests gzip files of one member, at every level. {@link GzipMembersTest} tests several members and unusual headers.
 */
class GzipTest {

    /** Applies the contract to all levels. */
    abstract static class OneMemberContract extends DamagedCompressionContract {

        @Test
        void isReadByTheJdk() throws IOException {
            byte[] content = SampleBytes.alternating(300_000);

            assertThat(new GZIPInputStream(new ByteArrayInputStream(compressed(content))).readAllBytes())
                    .isEqualTo(content);
        }

        @Test
        void deliversAllContentBeforeABrokenTrailer() throws IOException {
            byte[] content = SampleBytes.text(5000);
            byte[] compressed = compressed(content);
            for (int cut = 1; cut <= 8; cut++) {
                ReadOutcome outcome = read(Arrays.copyOf(compressed, compressed.length - cut));
                assertThat(outcome.bytes()).isEqualTo(content);
                assertThat(outcome.damage().reason()).isEqualTo(CompressionException.Reason.INCOMPLETE);
                assertThat(outcome.damage().offset()).isEqualTo(compressed.length - cut);
            }
            for (int bit = 8 * (compressed.length - 8); bit < 8 * compressed.length; bit++) {
                ReadOutcome outcome = read(SampleBytes.flipped(compressed, bit));
                assertThat(outcome.bytes()).isEqualTo(content);
                assertThat(outcome.damage().reason()).isEqualTo(CompressionException.Reason.DAMAGED);
            }
        }
    }

    @Nested
    class DefaultLevel extends OneMemberContract {

        @Override
        protected Compression compression() {
            return Compression.GZIP;
        }

        @Test
        void writesTheEmptyOutputOfTensorFlow() throws IOException {
            assertThat(HexFormat.of().formatHex(compressed(new byte[0])))
                    .isEqualTo("1f8b080000000000000303000000000000000000");
        }

        @Test
        void usesLevelSix() throws IOException {
            byte[] content = SampleBytes.text(100_000);
            MemoryOutput target = MemoryOutput.unlimited();
            writeTo(target, Compression.GZIP.level(6), content);

            assertThat(target.toByteArray()).isEqualTo(compressed(content));
        }
    }

    @Nested
    class Level0 extends OneMemberContract {

        @Override
        protected Compression compression() {
            return Compression.GZIP.level(0);
        }
    }

    @Nested
    class Level1 extends OneMemberContract {

        @Override
        protected Compression compression() {
            return Compression.GZIP.level(1);
        }
    }

    @Nested
    class Level9 extends OneMemberContract {

        @Override
        protected Compression compression() {
            return Compression.GZIP.level(9);
        }
    }

    @Nested
    class ReadByThreeThreads extends OneMemberContract {

        @Override
        protected Compression compression() {
            return Compression.GZIP;
        }

        @Override
        protected Compression reading() {
            return Compression.GZIP.threads(3);
        }
    }

    @ParameterizedTest
    @CsvSource({"-1, 0003", "0, 0403", "6, 0003", "9, 0203"})
    void writesTheHeaderOfTensorFlow(int level, String extraFlagsAndSystem) throws IOException {
        MemoryOutput target = MemoryOutput.unlimited();
        try (CompressedOutput out = Compression.GZIP.level(level).compress(target)) {
            out.finish();
        }

        assertThat(HexFormat.of().formatHex(target.toByteArray())).startsWith("1f8b080000000000" + extraFlagsAndSystem);
    }

    @Test
    void keepsEarlierOptionsWhenOthersChange() throws IOException {
        MemoryOutput first = MemoryOutput.unlimited();
        MemoryOutput second = MemoryOutput.unlimited();
        byte[] content = SampleBytes.text(50_000);

        writeTo(first, Compression.GZIP.cutMembers(4096).level(9).threads(2), content);
        writeTo(second, Compression.GZIP.threads(2).level(9).cutMembers(4096), content);

        assertThat(first.toByteArray()).isEqualTo(second.toByteArray());
    }

    private static void writeTo(MemoryOutput target, Compression compression, byte[] content) throws IOException {
        try (CompressedOutput out = compression.compress(target)) {
            CompressionContract.writeRecords(out, content);
            out.finish();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 4095, (256 << 20) + 1, Integer.MAX_VALUE})
    void rejectsMemberSizesOutsideTheRange(int bytes) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Compression.GZIP.cutMembers(bytes))
                .withMessageEndingWith(": " + bytes);
    }

    @ParameterizedTest
    @ValueSource(ints = {-2, 0})
    void rejectsLessThanOneThread(int threads) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Compression.GZIP.threads(threads))
                .withMessage("threads must be positive, or -1 (Riffle chooses): " + threads);
    }
}
