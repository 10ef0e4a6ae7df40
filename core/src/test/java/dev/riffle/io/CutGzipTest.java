package dev.riffle.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.io.internal.codec.GzipMember;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Tests gzip files cut into members, written and read by one thread and by several threads. */
class CutGzipTest {

    /** Returns the offsets of the members, and the end of the last member, according to the headers. */
    static List<Integer> memberOffsets(byte[] compressed) {
        ByteBuffer bytes = ByteBuffer.wrap(compressed).order(ByteOrder.LITTLE_ENDIAN);
        List<Integer> offsets = new ArrayList<>();
        while (bytes.hasRemaining()) {
            offsets.add(bytes.position());
            bytes.position(bytes.position() + (int) GzipMember.sizeOf(bytes).orElseThrow());
        }
        offsets.add(compressed.length);
        return offsets;
    }

    /** Applies the contract to several numbers of threads and sizes of members. */
    abstract static class CutContract extends DamagedCompressionContract {

        @Override
        protected byte[] smallContent() {
            return SampleBytes.concatenated(SampleBytes.repeated(4096), SampleBytes.text(30));
        }

        @Override
        protected Set<Integer> completeCuts(byte[] compressed) {
            return new TreeSet<>(memberOffsets(compressed));
        }

        @Override
        protected int mostHeldBack() {
            return 70_000;
        }

        @Test
        void isReadByTheJdk() throws IOException {
            byte[] content = SampleBytes.alternating(300_000);

            assertThat(new GZIPInputStream(new ByteArrayInputStream(compressed(content))).readAllBytes())
                    .isEqualTo(content);
        }

        @Test
        void beginsMembersAtRecords() throws IOException {
            byte[] content = SampleBytes.text(300_000);
            byte[] compressed = compressed(content);
            List<Integer> offsets = memberOffsets(compressed);
            assertThat(offsets).hasSizeGreaterThan(2);
            for (int i = 1; i < offsets.size(); i++) {
                int size = read(Arrays.copyOf(compressed, offsets.get(i))).whole().length;
                assertThat(size % 1000).isZero();
            }
        }

        @Test
        void doesNotCutARecord() throws IOException {
            byte[] record = SampleBytes.text(1 << 20);
            MemoryOutput target = MemoryOutput.unlimited();
            try (CompressedOutput out = compression().compress(target)) {
                out.write(ByteBuffer.wrap(record));
                out.endRecord();
                out.finish();
            }

            assertThat(memberOffsets(target.toByteArray())).hasSize(2);
            assertThat(read(target.toByteArray()).whole()).isEqualTo(record);
        }

        @Test
        void reportsTheSameDamageForAnyNumberOfThreads() throws IOException {
            byte[] content = SampleBytes.text(20_000);
            byte[] compressed = compressed(content);
            for (int cut = 0; cut < compressed.length; cut += 1 + cut % 17) {
                byte[] part = Arrays.copyOf(compressed, cut);
                ReadOutcome one = readWith(Compression.GZIP, part);
                ReadOutcome several = readWith(Compression.GZIP.threads(2), part);
                assertThat(several.bytes()).as("cut at %d", cut).isEqualTo(one.bytes());
                if (one.failure() == null) {
                    assertThat(several.failure()).as("cut at %d", cut).isNull();
                } else {
                    assertThat(several.damage().reason()).isEqualTo(one.damage().reason());
                    assertThat(several.damage().offset())
                            .as("cut at %d", cut)
                            .isEqualTo(one.damage().offset());
                }
            }
        }
    }

    private static ReadOutcome readWith(Compression compression, byte[] compressed) throws IOException {
        try (ReadableByteChannel channel = compression.decompress(SampleBytes.channel(compressed))) {
            return ReadOutcome.of(channel, 10_000);
        }
    }

    @Nested
    class ByOneThread extends CutContract {

        @Override
        protected Compression compression() {
            return Compression.GZIP.cutMembers(4096);
        }
    }

    @Nested
    class ByTwoThreads extends CutContract {

        @Override
        protected Compression compression() {
            return Compression.GZIP.cutMembers(4096).threads(2);
        }
    }

    @Nested
    class WrittenByOneAndReadByThree extends CutContract {

        @Override
        protected Compression compression() {
            return Compression.GZIP.cutMembers(4096).level(1);
        }

        @Override
        protected Compression reading() {
            return Compression.GZIP.threads(3);
        }
    }

    @Nested
    class InLargerMembers extends CutContract {

        @Override
        protected Compression compression() {
            return Compression.GZIP.cutMembers(64 << 10).threads(2);
        }
    }

    @Test
    void writesTheSameBytesForAnyNumberOfThreads() throws IOException {
        byte[] content = SampleBytes.alternating(500_000);
        MemoryOutput one = MemoryOutput.unlimited();
        MemoryOutput two = MemoryOutput.unlimited();
        try (CompressedOutput first = Compression.GZIP.cutMembers(5000).compress(one);
                CompressedOutput second =
                        Compression.GZIP.cutMembers(5000).threads(2).compress(two)) {
            CompressionContract.writeRecords(first, content);
            CompressionContract.writeRecords(second, content);
            first.finish();
            second.finish();
        }

        assertThat(two.toByteArray()).isEqualTo(one.toByteArray());
    }
}
