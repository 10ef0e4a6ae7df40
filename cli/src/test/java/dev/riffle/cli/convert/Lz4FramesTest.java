package dev.riffle.cli.convert;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.riffle.Rounds;
import dev.riffle.internal.LittleEndian;
import io.airlift.compress.lz4.Lz4Compressor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Decompresses frames with blocks of another encoder, frames by hand, and damaged frames. */
class Lz4FramesTest {

    private static final String HEADER = "04224d18" + "40" + "40" + "c0";

    /** Returns a frame of independent blocks. */
    static byte[] frame(byte[] content, int blockBytes) {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.writeBytes(HexFormat.of().parseHex("04224d18" + "60" + "40" + "82"));
        Lz4Compressor compressor = new Lz4Compressor();
        for (int from = 0; from < content.length; from += blockBytes) {
            int length = Math.min(blockBytes, content.length - from);
            byte[] block = new byte[compressor.maxCompressedLength(length)];
            int size = compressor.compress(content, from, length, block, 0, block.length);
            if (size < length) {
                frame.writeBytes(littleEndian(size));
                frame.write(block, 0, size);
            } else {
                frame.writeBytes(littleEndian(length | 0x80000000));
                frame.write(content, from, length);
            }
        }
        frame.writeBytes(littleEndian(0));
        return frame.toByteArray();
    }

    private static byte[] littleEndian(int value) {
        return new byte[] {(byte) value, (byte) (value >> 8), (byte) (value >> 16), (byte) (value >> 24)};
    }

    @Test
    void blocksOfAnotherEncoderAreDecompressed() throws Exception {
        Rounds.run("blocksOfAnotherEncoderAreDecompressed", 300, (random, name) -> {
            byte[] content = new byte[random.nextInt(5000)];
            int alphabet = 1 + random.nextInt(200);
            for (int i = 0; i < content.length; i++) {
                content[i] = (byte) (i > 100 && random.nextInt(10) > 0 ? content[i - 97] : random.nextInt(alphabet));
            }
            byte[] frame = frame(content, 1 + random.nextInt(4000));

            assertThat(Lz4Frames.decompress(frame, content.length)).as(name).isEqualTo(content);
        });
    }

    @Test
    void aBlockCanRepeatBytesOfAnEarlierBlock() throws IOException {
        // Block 1: 4 literals. Block 2: no literals, 4 + 6 bytes at distance 4, then 1 literal.
        byte[] frame = HexFormat.of()
                .parseHex(HEADER + "05000000" + "40" + "61626364" + "05000000" + "06" + "0400" + "10" + "21"
                        + "00000000");

        assertThat(Lz4Frames.decompress(frame, 15)).isEqualTo("abcdabcdabcdab!".getBytes(US_ASCII));
    }

    @Test
    void severalFramesAndOptionalFieldsAreRead() throws IOException {
        // The second frame has checksums of blocks and of the content, and the size of the content.
        byte[] frames = HexFormat.of()
                .parseHex(HEADER + "02000080" + "6162" + "00000000" + "04224d18" + "7c" + "40" + "0100000000000000"
                        + "00" + "01000080" + "63" + "11111111" + "00000000" + "22222222");

        assertThat(Lz4Frames.decompress(frames, 3)).isEqualTo("abc".getBytes(US_ASCII));
    }

    @Test
    void everyCutAndEveryOtherSizeIsAnError() {
        byte[] content = "abcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabc".getBytes(US_ASCII);
        byte[] frame = frame(content, 30);
        for (int size = 1; size < frame.length; size++) {
            byte[] cut = Arrays.copyOf(frame, size);
            assertThatThrownBy(() -> Lz4Frames.decompress(cut, content.length)).isInstanceOf(IOException.class);
        }
        for (long size : new long[] {-1, 0, 47, 49, Integer.MAX_VALUE, Long.MAX_VALUE}) {
            assertThatThrownBy(() -> Lz4Frames.decompress(frame, size)).isInstanceOf(IOException.class);
        }
        assertThatThrownBy(() -> Lz4Frames.decompress(frame, 1 << 20))
                .hasMessage(frame.length + " bytes of LZ4 cannot have 1048576 bytes of content");
    }

    @Test
    void aChangedByteIsAnErrorOrOtherContent() {
        byte[] content = "abcabcabcabcabcabcabcabcabcabcabcabcabcabcabcabc".getBytes(US_ASCII);
        byte[] frame = frame(content, 30);
        int errors = 0;
        for (int at = 0; at < frame.length; at++) {
            for (int mask = 1; mask < 256; mask++) {
                byte[] changed = frame.clone();
                changed[at] ^= (byte) mask;
                try {
                    assertThat(Lz4Frames.decompress(changed, content.length)).hasSize(content.length);
                } catch (IOException e) {
                    errors++;
                }
            }
        }
        assertThat(errors).isGreaterThan(1000);
        assertThat(LittleEndian.getInt(frame, 0)).isEqualTo(0x184d2204);
    }
}
