package dev.riffle;

import dev.riffle.io.Bytes;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** A record file of random records that random things are done to, and what is left of its frames. */
final class DamagedFile {

    /** What can be done to a file. */
    enum Kind {
        CUT,
        INSERTED,
        ZEROED,
        SWAPPED,
        DUPLICATED,
        FLIPPED,
        OVERWRITTEN,
        TRUNCATED
    }

    private final Random random;
    private final Set<Bytes> frames = new HashSet<>();
    private byte[] bytes;

    DamagedFile(Random random, List<byte[]> payloads) {
        this.random = random;
        this.bytes = RecordFiles.tfRecords(payloads.toArray(byte[][]::new));
        payloads.forEach(payload -> frames.add(Bytes.ofOwned(RecordFiles.tfRecords(payload))));
    }

    byte[] bytes() {
        return bytes;
    }

    /** The frames that stand somewhere with all of their bytes, as pairs of place and size, in the order of their places. */
    List<int[]> intact() {
        List<int[]> intact = new ArrayList<>();
        for (int i = 0; i < bytes.length; i++) {
            for (Bytes frame : frames) {
                int end = i + frame.size();
                if (end <= bytes.length && frame.equals(Bytes.copyOf(bytes, i, frame.size()))) {
                    intact.add(new int[] {i, frame.size()});
                }
            }
        }
        return intact;
    }

    void damage(Kind kind) {
        if (bytes.length < 2) {
            return;
        }
        int most = random.nextBoolean() ? 40 : Math.max(1, bytes.length / 2);
        int count = 1 + random.nextInt(Math.min(most, bytes.length - 1));
        int at = random.nextInt(bytes.length - count + 1);
        byte[] some = Arrays.copyOfRange(bytes, at, at + count);
        byte[] junk = new byte[count];
        random.nextBytes(junk);
        switch (kind) {
            case CUT -> replace(at, count, new byte[0]);
            case INSERTED -> replace(at, 0, junk);
            case ZEROED -> replace(at, count, new byte[count]);
            case OVERWRITTEN -> replace(at, count, junk);
            case DUPLICATED -> replace(at + count, 0, some);
            case SWAPPED -> {
                int half = count / 2;
                System.arraycopy(some, half, bytes, at, count - half);
                System.arraycopy(some, 0, bytes, at + count - half, half);
            }
            case FLIPPED -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            case TRUNCATED -> replace(bytes.length - count, count, new byte[0]);
        }
    }

    private void replace(int at, int count, byte[] with) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(bytes, 0, at);
        out.write(with, 0, with.length);
        out.write(bytes, at + count, bytes.length - at - count);
        bytes = out.toByteArray();
    }
}
