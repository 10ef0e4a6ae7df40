package dev.riffle.internal.frame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.Rounds;
import dev.riffle.internal.MaskedCrc32c;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LengthRepairTest {

    private static final long[] LENGTHS = {0, 1, 255, 256, 65_536, 1_502_016, Framing.MOST_PAYLOAD_BYTES};

    @Test
    void repairsEveryChangeOfOneByteOfTheLength() {
        for (long length : LENGTHS) {
            int stored = MaskedCrc32c.ofLength(length);
            for (int place = 0; place < 64; place += 8) {
                for (long change = 1; change < 256; change++) {
                    assertThat(LengthRepair.of(length ^ change << place, stored))
                            .isEqualTo(length);
                }
            }
        }
    }

    @Test
    void keepsTheLengthIfOneChecksumByteIsWrong() {
        for (long length : LENGTHS) {
            int stored = MaskedCrc32c.ofLength(length);
            for (int place = 0; place < 32; place += 8) {
                for (int change = 1; change < 256; change++) {
                    assertThat(LengthRepair.of(length, stored ^ change << place))
                            .isEqualTo(length);
                }
            }
        }
    }

    @Test
    void doesNotReturnImpossibleLengths() {
        long length = Framing.MOST_PAYLOAD_BYTES + 1L;
        assertThat(LengthRepair.of(length ^ 1, MaskedCrc32c.ofLength(length))).isEqualTo(-1);
        assertThat(LengthRepair.of(-1, MaskedCrc32c.ofLength(-1) ^ 1)).isEqualTo(-1);
    }

    @Test
    void doesNotRepairMoreThanOneByte() {
        long seed = Rounds.seed("repaired length");
        Random random = new Random(seed);
        int repaired = 0;
        for (int i = 0; i < 100_000; i++) {
            repaired += LengthRepair.of(random.nextInt(1 << 30), random.nextInt()) < 0 ? 0 : 1;
        }
        assertThat(repaired).as("seed %d", seed).isLessThan(3);
    }
}
