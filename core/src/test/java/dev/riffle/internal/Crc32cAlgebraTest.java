package dev.riffle.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.Rounds;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class Crc32cAlgebraTest {

    private static int sum(byte[] bytes, int from, int to) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, to - from);
        return (int) crc.getValue();
    }

    @Test
    void computesTheChecksumOfTwoParts() {
        long seed = Rounds.seed("crc32c algebra");
        Random random = new Random(seed);
        byte[] bytes = new byte[5000];
        random.nextBytes(bytes);
        for (int cut = 0; cut <= bytes.length; cut++) {
            int joined = Crc32cAlgebra.shift(sum(bytes, 0, cut), bytes.length - cut) ^ sum(bytes, cut, bytes.length);
            assertThat(joined).as("seed %d cut %d", seed, cut).isEqualTo(sum(bytes, 0, bytes.length));
        }
    }

    /** Shifts checksums with and without tables, by counts that exceed the size of every array. */
    @Test
    void shiftsAddUp() {
        Random random = new Random(1);
        for (int i = 0; i < 1000; i++) {
            int crc = random.nextInt();
            long count = random.nextLong() >>> 4 + random.nextInt(50);
            long part = count / (1 + random.nextInt(100));
            assertThat(Crc32cAlgebra.shift(Crc32cAlgebra.shift(crc, part), count - part))
                    .isEqualTo(Crc32cAlgebra.shift(crc, count));
        }
    }
}
