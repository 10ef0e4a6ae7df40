package dev.riffle.io.internal.codec;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.riffle.io.internal.codec.SnappyDecoder.MalformedBlockException;

/**
 * The decoder decodes or rejects arbitrary bytes. Ordinary runs replay the seeds. With {@code JAZZER_FUZZ=1} in the
 * environment and {@code -Djazzer.hooks=true}, the test searches for new inputs.
 */
class SnappyDecoderFuzzTest {

    private static final int MOST_BYTES = 1 << 20;

    @FuzzTest(maxDuration = "30s")
    void decodesOrRejectsAnyBytes(byte[] block) {
        try {
            int size = SnappyDecoder.uncompressedSize(block, block.length);
            if (size > MOST_BYTES) {
                return;
            }
            byte[] out = new byte[size + 1];
            out[size] = 42;
            SnappyDecoder.decode(block, block.length, out, size);
            if (out[size] != 42) {
                throw new AssertionError("wrote past its output");
            }
        } catch (MalformedBlockException e) {
            if (e.offset() < 0 || e.offset() > block.length) {
                throw new AssertionError("damage outside the block: " + e.offset(), e);
            }
        }
    }
}
