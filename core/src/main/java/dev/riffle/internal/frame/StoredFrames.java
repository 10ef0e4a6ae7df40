package dev.riffle.internal.frame;

import dev.riffle.io.ByteRange;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.internal.resume.PieceChannel;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads single frames of an uncompressed file through channels, in any order. Remote storage receives few requests for
 * frames that are adjacent or near each other. Safe for use by several threads.
 */
final class StoredFrames implements Closeable {

    /** The size of the largest frame to read together with the frames after it. */
    private static final long MOST_AHEAD_BYTES = 1 << 20;

    /** The largest number of bytes to read at once for several records. */
    private static final long MOST_JOINED_BYTES = 8 << 20;

    private final ByteSource source;
    private final SameFile file;
    private final KeptChannels channels;
    private final FrameCheck check;

    /** The bytes of remote storage around the record read last, or null. */
    private volatile @Nullable AdjacentReads ahead;

    StoredFrames(ByteSource source, SameFile file, FrameCheck check) {
        this.source = source;
        this.file = file;
        this.channels = new KeptChannels(source, file, check.size());
        this.check = check;
    }

    /**
     * Returns the end of the records to read together. A file with channels to keep returns single records fast. The
     * first record decides whether the channels can be kept.
     */
    int joined(List<ByteRange> frames, int from) {
        if (!Boolean.FALSE.equals(channels.keeps())) {
            return from + 1;
        }
        long bytes = 0;
        int to = from;
        while (to < frames.size() && bytes + frames.get(to).length() <= MOST_JOINED_BYTES) {
            bytes += frames.get(to).length();
            to++;
        }
        return Math.max(to, from + 1);
    }

    /**
     * Reads several frames together. The payload of a frame that is not intact is null, because only a single read
     * finds the reason.
     */
    List<byte @Nullable []> getAll(List<ByteRange> frames) throws IOException {
        List<byte @Nullable []> payloads = new ArrayList<>(frames.size());
        List<Bytes> read = source.readAll(frames);
        file.checkVersion();
        for (Bytes frame : read) {
            payloads.add(check.intact(frame));
        }
        return payloads;
    }

    /**
     * Reads the payload of one frame.
     *
     * @param end the offset after the frame, or -1 if it is unknown
     */
    byte[] get(long offset, long end, long index) throws IOException {
        AdjacentReads before = ahead;
        if (before != null && before.end() == offset && end >= 0 && end - offset <= MOST_AHEAD_BYTES) {
            file.checkVersion();
            AdjacentReads now = before.next(source, new ByteRange(offset, end - offset), check.size());
            byte[] payload = check.intact(now.frame());
            if (payload != null) {
                ahead = now;
                return payload;
            }
        }
        byte[] payload = fromNewChannel(offset, end, index);
        ahead = channels.isRanged() && end >= 0 ? AdjacentReads.after(end) : null;
        return payload;
    }

    private byte[] fromNewChannel(long offset, long end, long index) throws IOException {
        try {
            KeptChannels.Loan kept = channels.kept(offset);
            if (kept != null) {
                return fromChannel(kept, offset, index);
            }
        } catch (InterruptedIOException e) {
            throw e;
        } catch (IOException e) {
            // A channel that was open for a long time may fail although the file is intact. A second read through a new
            // channel decides whether the file is damaged.
        }
        return fromChannel(channels.open(offset, end), offset, index);
    }

    private byte[] fromChannel(KeptChannels.Loan loan, long offset, long index) throws IOException {
        try (loan) {
            PieceChannel channel = loan.channel();
            Framing framing = check.framing();
            ByteBuffer header = allocate(framing.headerBytes());
            int length = check.length(header, 0, fill(channel, header), offset, index);
            channel.needTo(offset + framing.overheadBytes() + length);
            byte[] payload = new byte[length];
            ByteBuffer footer = allocate(framing.footerBytes());
            int found = fill(channel, ByteBuffer.wrap(payload)) + fill(channel, footer);
            if (found < length + footer.capacity()) {
                throw check.corrupt(Damage.ofTruncatedPayload(length, framing.footerBytes(), found), offset, index);
            }
            check.checkPayload(payload, footer, 0, offset, index);
            loan.keep();
            return payload;
        }
    }

    private static ByteBuffer allocate(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static int fill(ReadableByteChannel channel, ByteBuffer target) throws IOException {
        while (target.hasRemaining() && channel.read(target) >= 0) {
            // The loop ends when the channel has no more bytes.
        }
        return target.position();
    }

    /** Closes the unused channels. Idempotent. */
    @Override
    public void close() {
        channels.close();
    }

    /**
     * Reads ahead while a caller reads adjacent frames of remote storage one by one. Begins with the second frame. If
     * the caller stops, the unused bytes are at most a fixed number and a tenth of the bytes of the frames. Immutable.
     *
     * @param end the offset after the frame that was read last
     * @param run the number of bytes of the adjacent frames
     * @param offset the offset of {@code bytes}
     * @param bytes the bytes in memory
     * @param frame the frame that was read last
     */
    private record AdjacentReads(long end, long run, long offset, Bytes bytes, Bytes frame) {

        private static final int FIRST_BYTES = 60 << 10;
        private static final int MOST_BYTES = 4 << 20;
        private static final int RUN_FRACTION = 10;

        /** Returns the state after a single frame. */
        static AdjacentReads after(long end) {
            return new AdjacentReads(end, 0, end, Bytes.empty(), Bytes.empty());
        }

        /** Reads the next frame, which begins at {@link #end()}. The frame may be shorter than wanted at the end. */
        AdjacentReads next(ByteSource source, ByteRange wanted, long size) throws IOException {
            long from = offset;
            Bytes held = bytes;
            if (wanted.end() > from + held.size()) {
                from = wanted.offset();
                long some = Math.min(Math.max(wanted.length(), FIRST_BYTES + run / RUN_FRACTION), MOST_BYTES);
                held = source.read(from, (int) Math.min(some, size - from));
            }
            int at = (int) (wanted.offset() - from);
            Bytes found = held.slice(at, (int) Math.min(at + wanted.length(), held.size()));
            return new AdjacentReads(wanted.end(), run + wanted.length(), from, held, found);
        }
    }
}
