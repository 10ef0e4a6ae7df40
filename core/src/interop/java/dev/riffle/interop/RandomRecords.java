package dev.riffle.interop;

import dev.riffle.Rounds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Creates records of random sizes, half of them compressible. */
final class RandomRecords {

    private final Random random = new Random(Rounds.seed("random records"));

    /** Returns records of {@code fewest} to {@code most} bytes. Sizes of every number of bits are equally frequent. */
    List<byte[]> list(int count, int fewest, int most) {
        List<byte[]> records = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int bits = random.nextInt(33 - Integer.numberOfLeadingZeros(most));
            records.add(payload(Math.max(fewest, Math.min(most, random.nextInt() & (int) ((1L << bits) - 1)))));
        }
        return records;
    }

    /** Returns a record of exactly this size. */
    byte[] payload(int size) {
        byte[] payload = new byte[size];
        random.nextBytes(payload);
        if (random.nextBoolean()) {
            for (int i = 0; i < size; i++) {
                payload[i] &= 3;
            }
        }
        return payload;
    }

    int nextInt(int bound) {
        return random.nextInt(bound);
    }
}
