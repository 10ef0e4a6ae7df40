package dev.riffle.io.internal.codec;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;

/**
 * For arbitrary bytes, the decoder returns the bytes and the kind of end that zlib returns. Ordinary runs replay the
 * seeds. With {@code JAZZER_FUZZ=1} in the environment and {@code -Djazzer.hooks=true}, the test searches for new
 * inputs.
 */
class DeflateDecoderFuzzTest {

    private static final int MOST_BYTES = 4 << 20;

    @FuzzTest(maxDuration = "30s")
    void agreesWithZlib(byte[] stream) throws IOException {
        DeflateOutcome expected = DeflateOutcome.ofInflater(stream, MOST_BYTES);
        if (expected.bytes().length >= MOST_BYTES) {
            return;
        }
        DeflateOutcome found = DeflateOutcome.ofDecoder(stream);
        if (!found.equals(expected)) {
            throw new AssertionError("zlib: " + expected + ", Riffle: " + found);
        }
    }
}
