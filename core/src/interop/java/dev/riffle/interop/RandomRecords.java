package dev.riffle.interop;

import dev.riffle.Rounds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Creates records of random sizes, half of them compressible. */
final class RandomRecords {

    private static final int LARGEST_WITHOUT_REPETITION = 64 << 10;

    /** The distance between equal bytes of a long record, and the distance between bytes that differ. */
    private static final int PERIOD = 10_000;

    private static final int MATCH = 99;

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

    /**
     * Returns a record of exactly this size. Short compressible records are random sequences of four values, of which
     * level 9 compresses 2 MB in a second. Long ones also repeat earlier bytes, which needs less time.
     */
    byte[] payload(int size) {
        byte[] payload = new byte[size];
        random.nextBytes(payload);
        if (random.nextBoolean()) {
            boolean repeats = size > LARGEST_WITHOUT_REPETITION;
            for (int i = 0; i < size; i++) {
                boolean isNew = !repeats || i < PERIOD || i % MATCH == 0;
                payload[i] = isNew ? (byte) (payload[i] & (repeats ? 63 : 3)) : payload[i - PERIOD];
            }
        }
        return payload;
    }

    int nextInt(int bound) {
        return random.nextInt(bound);
    }
}
