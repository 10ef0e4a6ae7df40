package dev.riffle;

import dev.riffle.io.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;

/** Applies random damage to a record file of random records, and tracks the intact frames. */
final class DamagedFile {

    /** The kinds of damage. */
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
    private final byte[] original;
    private final List<Bytes> frames = new ArrayList<>();
    private byte[] bytes;

    /** The original index of each byte, or -1 for bytes from outside the file. */
    private int[] origins;

    DamagedFile(Random random, List<byte[]> payloads) {
        this.random = random;
        this.bytes = RecordFiles.tfRecords(payloads.toArray(byte[][]::new));
        this.original = bytes.clone();
        this.origins = new int[bytes.length];
        Arrays.setAll(origins, i -> i);
        payloads.forEach(payload -> frames.add(Bytes.ofOwned(RecordFiles.tfRecords(payload))));
    }

    byte[] bytes() {
        return bytes;
    }

    /** Returns the frames whose bytes are all present, each as its offset and size, in the order of their offsets. */
    List<int[]> intact() {
        List<int[]> intact = new ArrayList<>();
        for (int i = 0; i < bytes.length; i++) {
            for (Bytes frame : new HashSet<>(frames)) {
                int end = i + frame.size();
                if (end <= bytes.length && frame.equals(Bytes.copyOf(bytes, i, frame.size()))) {
                    intact.add(new int[] {i, frame.size()});
                }
            }
        }
        return intact;
    }

    /**
     * Like {@link #intact}, but returns only frames whose bytes moved together from one frame of the file. Excludes
     * payload bytes that look like a frame.
     */
    List<int[]> moved() {
        List<int[]> moved = new ArrayList<>();
        int begin = 0;
        int[] sizes = new int[original.length];
        for (Bytes frame : frames) {
            sizes[begin] = frame.size();
            begin += frame.size();
        }
        for (int i = 0; i < bytes.length; i++) {
            int from = origins[i];
            int size = from < 0 ? 0 : sizes[from];
            if (size > 0
                    && i + size <= bytes.length
                    && Arrays.equals(bytes, i, i + size, original, from, from + size)
                    && isOneRun(i, size)) {
                moved.add(new int[] {i, size});
            }
        }
        return moved;
    }

    private boolean isOneRun(int at, int size) {
        for (int i = 1; i < size; i++) {
            if (origins[at + i] != origins[at] + i) {
                return false;
            }
        }
        return true;
    }

    /** Returns the largest number of these frames that do not overlap. */
    static int apart(List<int[]> frames) {
        int count = 0;
        int end = 0;
        for (int[] frame : frames.stream()
                .sorted(Comparator.comparingInt((int[] each) -> each[0] + each[1]))
                .toList()) {
            if (frame[0] >= end) {
                count++;
                end = frame[0] + frame[1];
            }
        }
        return count;
    }

    void damage(Kind kind) {
        if (bytes.length < 2) {
            return;
        }
        int most = random.nextBoolean() ? 40 : Math.max(1, bytes.length / 2);
        int count = 1 + random.nextInt(Math.min(most, bytes.length - 1));
        int at = random.nextInt(bytes.length - count + 1);
        byte[] some = Arrays.copyOfRange(bytes, at, at + count);
        int[] someOrigins = Arrays.copyOfRange(origins, at, at + count);
        byte[] junk = new byte[count];
        random.nextBytes(junk);
        int[] nowhere = new int[count];
        Arrays.fill(nowhere, -1);
        switch (kind) {
            case CUT -> replace(at, count, new byte[0], new int[0]);
            case INSERTED -> replace(at, 0, junk, nowhere);
            case ZEROED -> replace(at, count, new byte[count], someOrigins);
            case OVERWRITTEN -> replace(at, count, junk, someOrigins);
            case DUPLICATED -> replace(at + count, 0, some, someOrigins);
            case SWAPPED -> {
                int half = count / 2;
                System.arraycopy(some, half, bytes, at, count - half);
                System.arraycopy(some, 0, bytes, at + count - half, half);
                System.arraycopy(someOrigins, half, origins, at, count - half);
                System.arraycopy(someOrigins, 0, origins, at + count - half, half);
            }
            case FLIPPED -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            case TRUNCATED -> replace(bytes.length - count, count, new byte[0], new int[0]);
        }
    }

    private void replace(int at, int count, byte[] with, int[] withOrigins) {
        byte[] changed = new byte[bytes.length - count + with.length];
        int[] changedOrigins = new int[changed.length];
        int after = bytes.length - at - count;
        System.arraycopy(bytes, 0, changed, 0, at);
        System.arraycopy(with, 0, changed, at, with.length);
        System.arraycopy(bytes, at + count, changed, at + with.length, after);
        System.arraycopy(origins, 0, changedOrigins, 0, at);
        System.arraycopy(withOrigins, 0, changedOrigins, at, with.length);
        System.arraycopy(origins, at + count, changedOrigins, at + with.length, after);
        bytes = changed;
        origins = changedOrigins;
    }
}
