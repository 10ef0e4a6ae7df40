package dev.riffle.index;

import dev.riffle.io.ByteRange;
import java.io.IOException;

/** Stores the positions of the sampled pieces of a file, usually frames, for its fingerprint. */
final class FrameSamples {

    private final long[] offsets;
    private final long[] sizes;

    /** Creates samples and takes ownership of both arrays. */
    FrameSamples(long[] offsets, long[] sizes) {
        this.offsets = offsets;
        this.sizes = sizes;
    }

    /** Returns evenly spread pieces of {@code size} bytes, for a file whose bytes are not frames. */
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

    /** Returns evenly spread frames, including the first and the last. */
    static FrameSamples ofFrames(FrameOffsets frames, int most) throws IOException {
        int count = (int) Math.min(most, frames.count());
        long[] offsets = new long[count];
        long[] sizes = new long[count];
        for (int i = 0; i < count; i++) {
            ByteRange frame = frames.frame(count == 1 ? 0 : i * (frames.count() - 1) / (count - 1));
            offsets[i] = frame.offset();
            sizes[i] = frame.length();
        }
        return new FrameSamples(offsets, sizes);
    }

    int count() {
        return offsets.length;
    }

    long offset(int i) {
        return offsets[i];
    }

    /** Returns the size of a piece in bytes. */
    long size(int i) {
        return sizes[i];
    }
}
