package dev.riffle.internal.frame;

import dev.riffle.io.ByteRange;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.internal.resume.ConcurrentReads;
import dev.riffle.io.internal.resume.RangedReader;
import dev.riffle.io.internal.resume.StoredBytes;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Reads single frames of an uncompressed file through channels, in any order. Remote storage receives few requests for
 * frames that are adjacent or near each other. Safe for use by several threads.
 */
final class StoredFrames implements Closeable {

    /** The size of the largest frame to read together with the frames after it. */
    private static final long MOST_AHEAD_BYTES = ConcurrentReads.MOST_RANGE_BYTES;

    /** The largest number of bytes to read at once for several records. */
    private static final long MOST_JOINED_BYTES = 8 << 20;

    /** The bytes to read ahead, without a tenth of the adjacent frames that were read before. */
    private static final int FIRST_AHEAD_BYTES = 60 << 10;

    private static final int AHEAD_FRACTION = 10;

    /** The largest number of bytes to read ahead. */
    private static final int MOST_BUFFERED_BYTES = 4 << 20;

    private final ByteSource source;
    private final SameFile file;
    private final KeptReaders readers;
    private final FrameCheck check;

    /** Whether several reads of the source can run at the same time. */
    private final boolean isConcurrent;

    /** The reader of remote storage after the record read last, or null. */
    private final AtomicReference<@Nullable RangedReader> after = new AtomicReference<>();

    StoredFrames(ByteSource source, SameFile file, FrameCheck check) {
        this.source = source;
        this.file = file;
        this.readers = new KeptReaders(source, file, check.size());
        this.check = check;
        this.isConcurrent = source instanceof ConcurrentReads.Source;
    }

    /**
     * Returns the end of the records to read together. A file with channels to keep returns single records fast. The
     * first record decides whether the channels can be kept.
     */
    int joined(List<ByteRange> frames, int from) {
        if (!isConcurrent && !Boolean.FALSE.equals(readers.keeps())) {
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
        List<Bytes> read = StoredBytes.readAll(source, frames);
        file.checkVersion();
        for (Bytes frame : read) {
            payloads.add(check.intact(frame.asByteBuffer()));
        }
        return payloads;
    }

    /**
     * Reads the payload of one frame.
     *
     * @param end the offset after the frame, or -1 if it is unknown
     */
    byte[] get(long offset, long end, long index) throws IOException {
        byte[] payload = null;
        if (end >= 0 && !isConcurrent) {
            payload = adjacent(offset, end - offset);
        } else if (end > offset && end - offset <= MOST_AHEAD_BYTES) {
            payload = check.intact(source.read(offset, (int) (end - offset)).asByteBuffer());
        }
        return payload != null ? payload : single(offset, end, index);
    }

    /**
     * Reads ahead while a caller reads adjacent frames of remote storage one by one. Begins with the second frame. If
     * the caller stops, the unused bytes are at most a fixed number and a tenth of the bytes of the frames. Returns
     * null if the frame is not adjacent or not intact.
     */
    private byte @Nullable [] adjacent(long offset, long length) throws IOException {
        RangedReader reader = after.getAndSet(null);
        if (reader == null || reader.offset() != offset || length > MOST_AHEAD_BYTES) {
            return null;
        }
        byte[] payload = null;
        try {
            payload = ahead(reader, (int) length);
            return payload;
        } finally {
            if (payload == null) {
                reader.close();
            } else {
                reader.goTo(offset + length);
                after.set(reader);
            }
        }
    }

    private byte @Nullable [] ahead(RangedReader reader, int length) throws IOException {
        file.checkVersion();
        long ahead = Math.min(FIRST_AHEAD_BYTES + reader.bytesInOrder() / AHEAD_FRACTION, MOST_BUFFERED_BYTES);
        int most = (int) Math.min(Math.max(length, ahead), check.size() - reader.offset());
        reader.willReadTo(reader.offset() + most);
        // Reads the complete request, so that no connection stays open until the next call.
        ByteBuffer bytes = reader.peek(reader.bufferedBytes() < length ? most : length);
        return check.intact(bytes.limit(Math.min(length, bytes.limit())));
    }

    private byte[] single(long offset, long end, long index) throws IOException {
        if (isConcurrent) {
            try (ReadableByteChannel channel = source.open(offset)) {
                return payload(channel, offset, index);
            }
        }
        try {
            RangedReader kept = readers.kept(offset);
            if (kept != null) {
                return read(kept, offset, index);
            }
        } catch (InterruptedIOException e) {
            throw e;
        } catch (IOException e) {
            // A channel that was open for a long time may fail although the file is intact. A second read through a new
            // channel decides whether the file is damaged.
        }
        RangedReader opened = readers.open(offset, end);
        byte[] payload = read(opened, offset, index);
        if (opened.isRanged() && end >= 0) {
            after.set(RangedReader.of(source, end, FIRST_AHEAD_BYTES, file::checkVersion));
        }
        return payload;
    }

    private byte[] read(RangedReader reader, long offset, long index) throws IOException {
        boolean intact = false;
        try {
            byte[] payload = payload(reader, offset, index);
            intact = true;
            return payload;
        } finally {
            if (intact) {
                readers.giveBack(reader);
            } else {
                reader.close();
            }
        }
    }

    private byte[] payload(ReadableByteChannel channel, long offset, long index) throws IOException {
        Framing framing = check.framing();
        ByteBuffer header = allocate(framing.headerBytes());
        int length = check.length(header, 0, fill(channel, header), offset, index);
        if (channel instanceof RangedReader reader) {
            reader.needTo(offset + framing.overheadBytes() + length);
        }
        byte[] payload = new byte[length];
        ByteBuffer footer = allocate(framing.footerBytes());
        int found = fill(channel, ByteBuffer.wrap(payload)) + fill(channel, footer);
        if (found < length + footer.capacity()) {
            throw check.corrupt(Damage.ofTruncatedPayload(length, framing.footerBytes(), found), offset, index);
        }
        check.checkPayload(payload, footer, 0, offset, index);
        return payload;
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

    /** Closes the unused readers, and a file that stays open. Idempotent. */
    @Override
    public void close() {
        readers.close();
        if (source instanceof ConcurrentReads.Source concurrent) {
            concurrent.close();
        }
    }
}
