package dev.riffle.index;

/** Some pieces of a file, mostly frames, by which a change is noticed. */
final class FrameSamples {

    private final long[] offsets;
    private final long[] sizes;

    /** Takes both arrays over. */
    FrameSamples(long[] offsets, long[] sizes) {
        this.offsets = offsets;
        this.sizes = sizes;
    }

    /** Pieces of {@code size} bytes, spread evenly: for a file whose bytes are not frames. */
    static FrameSamples ofBytes(long fileSize, int most, int size) {
        int count = (int) Math.min(most, fileSize / size);
        long[] offsets = new long[count];
        long[] sizes = new long[count];
        for (int i = 0; i < count; i++) {
            long last = fileSize - size;
            offsets[i] = count == 1 ? 0 : last / (count - 1) * i;
            sizes[i] = size;
        }
        return new FrameSamples(offsets, sizes);
    }

    int count() {
        return offsets.length;
    }

    long offset(int i) {
        return offsets[i];
    }

    /** How many bytes the piece has. */
    long size(int i) {
        return sizes[i];
    }
}
