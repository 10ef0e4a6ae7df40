package dev.riffle.io;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.riffle.io.internal.codec.SnappyDecoder;
import dev.riffle.io.internal.codec.SnappyEncoder;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SnappyBlocksTest extends DamagedCompressionContract {

    /** TensorFlow's file of the records {@code abc}, empty, and {@code hello}, and its uncompressed form. */
    private static final String GOLDEN = "00000030380403000901" + "28b099490e6162636e57f121"
            + "091128000029039807d8ea82a2" + "050d1130eab2043e68656c6c6fbb1f1c19";

    private static final String GOLDEN_CONTENT = "0300000000000000b099490e6162636e57f121"
            + "000000000000000029039807d8ea82a2" + "0500000000000000eab2043e68656c6c6fbb1f1c19";

    @Override
    protected Compression compression() {
        return Compression.SNAPPY;
    }

    /** Returns false: Snappy blocks have no checksum, and only the checksums of the records detect damage. */
    @Override
    protected boolean hasChecksum() {
        return false;
    }

    @Override
    protected int mostHeldBack() {
        return SnappyBlocks.MOST_WRITTEN_BYTES;
    }

    @Override
    protected Set<Integer> completeCuts(byte[] compressed) {
        Set<Integer> ends = new TreeSet<>(Set.of(0));
        ByteBuffer blocks = ByteBuffer.wrap(compressed);
        while (blocks.hasRemaining()) {
            blocks.position(blocks.position() + 4 + blocks.getInt(blocks.position()));
            ends.add(blocks.position());
        }
        return ends;
    }

    /** Returns the uncompressed sizes of the blocks of a file. */
    private static List<Integer> blockSizes(byte[] compressed) throws Exception {
        List<Integer> sizes = new ArrayList<>();
        ByteBuffer blocks = ByteBuffer.wrap(compressed);
        while (blocks.hasRemaining()) {
            byte[] block = new byte[blocks.getInt()];
            blocks.get(block);
            sizes.add(SnappyDecoder.uncompressedSize(block, block.length));
        }
        return sizes;
    }

    private static byte[] block(String hex) {
        byte[] block = HexFormat.of().parseHex(hex);
        return ByteBuffer.allocate(4 + block.length)
                .putInt(block.length)
                .put(block)
                .array();
    }

    @Test
    void readsTheFileOfTensorFlow() throws IOException {
        assertThat(HexFormat.of()
                        .formatHex(read(HexFormat.of().parseHex(GOLDEN)).whole()))
                .isEqualTo(GOLDEN_CONTENT);
    }

    @ParameterizedTest
    @CsvSource({"0, ''", "1, 1", "262143, 262143", "262144, 262144", "262145, 262144 1", "600000, 262144 262144 75712"})
    void writesNoBlockThatTensorFlowCannotRead(int size, String blocks) throws Exception {
        byte[] compressed = compressed(SampleBytes.random(size, 1));

        List<String> sizes =
                blockSizes(compressed).stream().map(String::valueOf).toList();
        assertThat(String.join(" ", sizes)).isEqualTo(blocks);
    }

    @Test
    void cutsOneLargeWriteLikeManySmallOnes() throws Exception {
        byte[] content = SampleBytes.text(600_000);
        MemoryOutput target = MemoryOutput.unlimited();
        try (CompressedOutput out = Compression.SNAPPY.compress(target)) {
            out.write(ByteBuffer.wrap(content));
            out.finish();
        }

        assertThat(target.toByteArray()).isEqualTo(compressed(content));
    }

    @Test
    void readsLargerBlocks() throws IOException {
        byte[] content = SampleBytes.alternating(3_000_000);
        byte[] block = new byte[4 + SnappyEncoder.mostBytes(content.length)];
        int size = new SnappyEncoder().encode(content, content.length, block, 4);
        ByteBuffer.wrap(block).putInt(size);

        assertThat(read(Arrays.copyOf(block, 4 + size)).whole()).isEqualTo(content);
    }

    @Test
    void skipsBlocksWithoutContent() throws IOException {
        byte[] empty = block("00");
        byte[] one = block("010061");

        assertThat(read(SampleBytes.concatenated(empty, one, empty, empty, one, empty))
                        .whole())
                .containsExactly('a', 'a');
    }

    @ParameterizedTest
    @ValueSource(strings = {"00000000", "80000000", "ffffffff"})
    void reportsImpossibleBlockSizes(String size) throws IOException {
        byte[] one = block("010061");
        ReadOutcome outcome = read(SampleBytes.concatenated(one, HexFormat.of().parseHex(size + "010061")));

        assertThat(outcome.bytes()).containsExactly('a');
        assertThat(outcome.damage().reason()).isEqualTo(CompressionException.Reason.DAMAGED);
        assertThat(outcome.damage().offset()).isEqualTo(one.length);
    }

    @Test
    void reportsTheOffsetOfDamage() throws IOException {
        byte[] one = block("010061");
        // A literal of one byte, followed by a copy from before the first byte.
        ReadOutcome outcome = read(SampleBytes.concatenated(one, block("05" + "0061" + "0105")));

        assertThat(outcome.bytes()).containsExactly('a');
        assertThat(outcome.damage().reason()).isEqualTo(CompressionException.Reason.DAMAGED);
        assertThat(outcome.damage().offset()).isBetween(one.length + 4L + 3, one.length + 4L + 5);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // A block of 2^31 - 1 bytes, of which the file contains only a few.
                "7fffffff" + "0a0061",
                "7fffffff",
                "40000000" + "ffffffff07",
                // Blocks of ten bytes that claim 2^31 - 9 or 2^32 - 1 uncompressed bytes.
                "0000000a" + "f7ffffff07" + "0061000000",
                "0000000a" + "ffffffff0f" + "0061000000",
                "0000000a" + "ffffffff7f" + "0061000000"
            })
    void doesNotAllocateForClaims(String hex) throws IOException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        byte[] file = HexFormat.of().parseHex(hex);
        read(file);
        long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());

        ReadOutcome outcome = read(file);

        long allocated = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
        assertThat(outcome.damage()).isNotNull();
        assertThat(allocated).isLessThan(1 << 20);
    }
}
