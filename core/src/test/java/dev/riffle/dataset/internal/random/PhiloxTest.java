package dev.riffle.dataset.internal.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PhiloxTest {

    /**
     * Compares the output words with the published test vectors of Philox4x32-10, for inputs with all bits clear or all
     * bits set.
     */
    @Test
    void returnsThePublishedWords() {
        assertThat(words(new Philox(0, 0, 0), 4)).containsExactly(0x6627e8d5L, 0xe169c58dL, 0xbc57ac4cL, 0x9b00dbd8L);
        assertThat(words(new Philox(-1, -1, -1), 4))
                .containsExactly(0x408f276dL, 0x41c83b0eL, 0xa20bc7c6L, 0x6d5451fdL);
    }

    @Test
    void returnsTensorFlowsRandomNumbers() {
        assertThat(words(Philox.of(87654321, 7), 4)).containsExactly(1992159687L, 3200305987L, 237021325L, 2601514894L);
    }

    @Test
    void continuesFromAnyPosition() {
        long[] stream = words(Philox.of(5, 9), 40);
        for (int at = 0; at < 30; at++) {
            Philox philox = Philox.of(5, 9);
            philox.position(at);
            assertThat(philox.position()).isEqualTo(at);
            assertThat(words(philox, 10)).containsExactly(java.util.Arrays.copyOfRange(stream, at, at + 10));
        }
    }

    @Test
    void carriesTheCounterOver() {
        Philox carried = new Philox(3, -1, 7);
        carried.position(4);
        assertThat(words(carried, 4)).containsExactly(words(new Philox(3, 0, 8), 4));
    }

    private static long[] words(Philox philox, int count) {
        return LongStream.generate(philox::next).limit(count).toArray();
    }
}
