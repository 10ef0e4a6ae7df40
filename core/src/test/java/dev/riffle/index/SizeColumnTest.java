package dev.riffle.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.riffle.Rounds;
import dev.riffle.io.ByteRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Stores sizes of all magnitudes in blocks, in one column or in parts of it. */
class SizeColumnTest {

    private static final int OVERHEAD_BYTES = 16;

    /** Returns a size whose varint has at most {@code most} bytes, or now and then a longer one. */
    private static int size(Random random, int most) {
        int bits = random.nextInt(300) == 0 ? 31 : random.nextInt(7 * most + 1);
        return (int) (random.nextLong() >>> 1 & (1L << bits) - 1);
    }

    @Test
    void returnsThePlaceOfEveryRecord() throws Exception {
        Rounds.run("size column", 60, (random, name) -> check(random));
    }

    private static void check(Random random) throws IOException {
        int most = 1 + random.nextInt(4);
        SizeColumn whole = new SizeColumn();
        SizeColumn joined = new SizeColumn();
        List<Integer> sizes = new ArrayList<>();
        for (int part = random.nextInt(6); part >= 0; part--) {
            int[] some = new int[random.nextInt(3) * SizeColumn.BLOCK_RECORDS + random.nextInt(600)];
            SizeColumn next = new SizeColumn();
            for (int i = 0; i < some.length; i++) {
                some[i] = size(random, most);
                sizes.add(some[i]);
                whole.add(some[i]);
            }
            int first = random.nextInt(some.length + 1);
            next.add(some, first);
            for (int i = first; i < some.length; i++) {
                next.add(some[i]);
            }
            joined.addAll(next);
        }
        assertThat(joined.section()).isEqualTo(whole.section());
        assertThat(joined.count()).isEqualTo(sizes.size());
        long end = joined.frameBytes(OVERHEAD_BYTES);
        SizedFrames frames = new SizedFrames(joined, joined.count(), OVERHEAD_BYTES, end, Gaps.NONE);
        KeptMemory others = new KeptMemory();
        if (random.nextBoolean()) {
            for (int bytes = 1 << 20; bytes > 0; ) {
                bytes = others.keep(bytes) ? bytes : bytes / 2;
            }
        }
        long offset = 0;
        for (int i = 0; i < sizes.size(); i++) {
            assertThat(frames.frame(i)).isEqualTo(new ByteRange(offset, sizes.get(i) + OVERHEAD_BYTES));
            offset += sizes.get(i) + OVERHEAD_BYTES;
        }
        assertThat(end).isEqualTo(offset);
        frames.close();
        others.release();
    }
}
