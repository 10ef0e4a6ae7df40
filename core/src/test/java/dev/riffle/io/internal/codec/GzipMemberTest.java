package dev.riffle.io.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.riffle.io.CompressionContract;
import dev.riffle.io.GzipMemberBuilder;
import dev.riffle.io.SampleBytes;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.zip.Inflater;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the sizes that a gzip member states, and the checks of those sizes. */
class GzipMemberTest {

    private static final byte[] CONTENT = SampleBytes.text(5000);

    private final Inflater inflater = new Inflater(true);

    @AfterEach
    void end() {
        inflater.end();
    }

    private static OptionalLong sizeOf(byte[] member) {
        return GzipMember.sizeOf(ByteBuffer.wrap(member).order(ByteOrder.LITTLE_ENDIAN));
    }

    private static byte[] withExtra(byte[] extra) {
        return GzipMemberBuilder.of(CONTENT).extra(extra).build();
    }

    @Test
    void findsItsOwnSubfieldAndThatOfBgzf() {
        assertThat(sizeOf(GzipMemberBuilder.claiming(CONTENT, 12_345, 5000))).hasValue(12_345);
        byte[] block = GzipMemberBuilder.bgzf(CONTENT);
        assertThat(sizeOf(block)).hasValue(block.length);
    }

    @Test
    void doesNotChangeTheBuffer() {
        byte[] member = GzipMemberBuilder.claiming(CONTENT, 12_345, 5000);
        ByteBuffer later = ByteBuffer.allocate(member.length + 7)
                .order(ByteOrder.LITTLE_ENDIAN)
                .position(7)
                .put(member)
                .flip()
                .position(7);

        assertThat(GzipMember.sizeOf(later)).hasValue(12_345);
        assertThat(later.position()).isEqualTo(7);
    }

    @Test
    void findsNoSizeElsewhere() {
        assertThat(sizeOf(GzipMemberBuilder.plain(CONTENT))).isEmpty();
        assertThat(sizeOf(withExtra(GzipMemberBuilder.subfield("XY", new byte[16]))))
                .isEmpty();
        assertThat(sizeOf(withExtra(GzipMemberBuilder.subfield("RF", new byte[15]))))
                .isEmpty();
        assertThat(sizeOf(withExtra(GzipMemberBuilder.subfield("BC", new byte[3]))))
                .isEmpty();
        assertThat(sizeOf(GzipMemberBuilder.of(CONTENT)
                        .extra(GzipMemberBuilder.subfield("BC", new byte[2]))
                        .fileName("x")
                        .build()))
                .isEmpty();
        assertThat(sizeOf(SampleBytes.random(100, 1))).isEmpty();
    }

    @Test
    void findsNoSizeInAnIncompleteHeader() {
        byte[] member = GzipMemberBuilder.claiming(CONTENT, 12_345, 5000);
        for (int cut = 0; cut < GzipMember.HEADER_BYTES; cut++) {
            assertThat(sizeOf(Arrays.copyOf(member, cut))).as("cut at %d", cut).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4999, 5001, 1 << 20, Integer.MAX_VALUE, -1, Integer.MIN_VALUE})
    void reportsAWrongTrailerWithoutAllocatingForIt(int claimed) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        byte[] member = GzipMemberBuilder.claiming(SampleBytes.text(300), 0, 0);
        ByteBuffer.wrap(member).order(ByteOrder.LITTLE_ENDIAN).putInt(member.length - 4, claimed);
        GzipMember.unpack(member, member.length, inflater);
        long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());

        GzipMember.Content content = GzipMember.unpack(member, member.length, inflater);

        long allocated = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
        assertThat(allocated).isLessThan(2000L * member.length);
        assertThat(content.damage()).startsWith("expected ");
        CompressionContract.assertPrefix(Arrays.copyOf(content.bytes(), content.size()), SampleBytes.text(300));
    }

    @Test
    void reportsAHeaderLongerThanTheMember() {
        byte[] member = withExtra(new byte[100]);

        for (int size = GzipMember.HEADER_BYTES; size < 120; size++) {
            assertThat(GzipMember.unpack(member, size, inflater).damage())
                    .as("size %d", size)
                    .isNotNull();
        }
    }

    @Test
    void neverEndsAtTheEndOfTensorFlowsBuffer() {
        int border = 256 << 10;
        GzipMember.Packed packed = new GzipMember(6).pack(CONTENT, CONTENT.length);
        for (int offset = border - 3000; offset < border + 100; offset++) {
            int size = 0;
            for (ByteBuffer part : packed.at(offset)) {
                size += part.remaining();
            }
            assertThat((offset + size) % border).as("a member at %d", offset).isGreaterThanOrEqualTo(64);
            assertThat(GzipMember.sizeOf(packed.at(offset)[0].order(ByteOrder.LITTLE_ENDIAN)))
                    .hasValue(size);
        }
    }
}
