package dev.riffle.internal.frame;

import dev.riffle.io.ByteSource;
import java.io.Closeable;
import java.io.IOException;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Finds intact records after any offset of an uncompressed TFRecord file. The class reads with its own frames.
 *
 * <p>A header in a payload may claim any length. So the search ends after reading a limited number of bytes for wrong
 * claims.
 */
public final class RecordFinder implements Closeable {

    /** The smallest limit of bytes that a search may read for wrong claims. */
    private static final long LEAST_VAIN_BYTES = 64 << 20;

    private final ByteSource source;
    private final ReadSettings settings;
    private @Nullable Frames frames;

    public RecordFinder(ByteSource source, ReadSettings settings) {
        this.source = source;
        this.settings = settings.forFinding();
    }

    /**
     * Returns the first offset from {@code from} to {@code to}, exclusive, at which an intact record begins. Empty if
     * there is none. Also empty if the search must read too many bytes for wrong claims: more than 64 MiB, and more
     * than lie between the two offsets.
     */
    public OptionalLong find(long from, long to) throws IOException {
        Frames present = frames();
        long size = present.size.orElse(0);
        HeaderSearch search = HeaderSearch.ofTfRecord(present, size);
        long left = Math.max(Math.min(to, size) - from, LEAST_VAIN_BYTES);
        try {
            for (long at = search.next(from, to); at < to; at = search.next(at + 1, to)) {
                left -= Framing.TFRECORD.lengthAt(present.buffer, present.reachAt(at, Framing.TFRECORD_HEADER_BYTES));
                if (left < 0) {
                    break;
                }
                if (search.isIntact(at, 0)) {
                    return OptionalLong.of(at);
                }
            }
            return OptionalLong.empty();
        } catch (InternalError e) {
            throw present.shrank(e);
        }
    }

    /** Opens the frames, again if the size of the file has changed. */
    private Frames frames() throws IOException {
        Frames present = frames;
        if (present != null && source.size().orElse(0) != present.size.orElse(0)) {
            close();
            present = null;
        }
        if (present == null) {
            present = (Frames) FramesOpening.open(source, settings, false).records();
            frames = present;
        }
        return present;
    }

    @Override
    public void close() throws IOException {
        Frames present = frames;
        frames = null;
        if (present != null) {
            present.close();
        }
    }
}
