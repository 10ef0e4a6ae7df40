package dev.riffle;

import dev.riffle.internal.frame.Framing;
import dev.riffle.internal.frame.HeaderSearch;
import java.io.Closeable;
import java.io.IOException;
import java.util.OptionalLong;

/**
 * Finds intact records after any offset of an uncompressed TFRecord file. The class reads with its own frames.
 *
 * <p>A header in a payload may claim any length. So the search ends after reading a limited number of bytes for wrong
 * claims.
 */
final class TfRecordFind implements Closeable {

    /** The smallest limit of bytes that a search may read for wrong claims. */
    private static final long LEAST_VAIN_BYTES = 64 << 20;

    private final Frames frames;
    private final HeaderSearch search;

    TfRecordFind(Frames frames) {
        this.frames = frames;
        this.search = HeaderSearch.ofTfRecord(frames, size());
    }

    /** Returns the size that the file had when this object opened it. */
    long size() {
        return frames.size.orElse(0);
    }

    /**
     * Returns the first offset from {@code from} to {@code to}, exclusive, at which an intact record begins. Empty if
     * there is none. Also empty if the search must read too many bytes for wrong claims: more than 64 MiB, and more
     * than lie between the two offsets.
     */
    OptionalLong find(long from, long to) throws IOException {
        long left = Math.max(Math.min(to, size()) - from, LEAST_VAIN_BYTES);
        try {
            for (long at = search.next(from, to); at < to; at = search.next(at + 1, to)) {
                left -= Framing.TFRECORD.lengthAt(frames.buffer, frames.reachAt(at, Framing.TFRECORD_HEADER_BYTES));
                if (left < 0) {
                    break;
                }
                if (search.isIntact(at, 0)) {
                    return OptionalLong.of(at);
                }
            }
            return OptionalLong.empty();
        } catch (InternalError e) {
            MappedFault.settle();
            throw frames.shrank(e);
        }
    }

    @Override
    public void close() throws IOException {
        frames.close();
    }
}
