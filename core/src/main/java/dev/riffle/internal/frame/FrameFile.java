package dev.riffle.internal.frame;

import dev.riffle.internal.Mapping;
import dev.riffle.io.ByteRange;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.CompressionException;
import dev.riffle.io.internal.resume.ConcurrentReads;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Reads the frames of an uncompressed file by offset, from a mapping or through channels.
 *
 * <p>Another program may truncate a mapped file during a read. So this class copies a payload, verifies the copy and
 * returns the copy. Safe for use by several threads.
 */
public final class FrameFile implements RandomRecords {

    private static final int WINDOW_BITS = 30;
    private static final int WINDOW_BYTES = 1 << WINDOW_BITS;

    /**
     * The size of a cache line. {@link #touchAll} reads a byte of every line, because not all processors prefetch the
     * next line.
     */
    private static final int LINE_BYTES = 64;

    private static final int MOST_TOUCHED_BYTES = 4 << 10;

    private final ByteSource source;
    private final SameFile file;
    private final Framing framing;
    private final long size;
    private final FrameCheck check;

    /** Reads the frames that are not mapped. */
    private final StoredFrames stored;

    /**
     * The mapped windows. Each window begins at a multiple of {@link #WINDOW_BYTES} and is twice as long. So a record
     * of at most {@link #WINDOW_BYTES} lies completely in the window in which it begins. Empty if the source is not
     * mapped.
     */
    private volatile ByteBuffer[] views;

    /** The mappings that contain the windows. */
    private final List<Mapping> mappings;

    private volatile boolean closed;

    /** A field that the class writes so that the compiler keeps the memory accesses. The value has no meaning. */
    int touched;

    private FrameFile(ByteSource source, SameFile file, FrameCheck check, List<Mapping> mappings) {
        this.source = source;
        this.file = file;
        this.check = check;
        this.stored = new StoredFrames(source, file, check);
        this.framing = check.framing();
        this.size = check.size();
        this.mappings = mappings;
        this.views = mappings.stream()
                .map(each -> each.bytes().order(ByteOrder.LITTLE_ENDIAN))
                .toArray(ByteBuffer[]::new);
    }

    /**
     * Opens a source.
     *
     * @throws IllegalArgumentException if the size of the source is unknown
     */
    public static FrameFile open(ByteSource origin, Framing framing, ReadSettings settings) throws IOException {
        boolean reads = settings.access() == ReadSettings.Access.READ;
        ByteSource source = reads ? ConcurrentReads.alone(origin) : origin;
        SameFile file = new SameFile(source);
        OptionalLong size = source.size();
        if (size.isEmpty()) {
            throw isStream(source);
        }
        FrameCheck check = new FrameCheck(source.name(), framing, size.getAsLong(), settings.mostHeldBytes());
        FrameFile opened = new FrameFile(source, file, check, reads ? List.of() : map(source, size.getAsLong()));
        try {
            if (!opened.isMapped() && source instanceof ConcurrentReads.Source unmapped) {
                unmapped.openNow();
            }
            file.checkUnchanged();
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
        return opened;
    }

    static IllegalArgumentException isStream(ByteSource source) {
        return new IllegalArgumentException(
                source.name() + ": reading records by offset needs a file; this source is a stream");
    }

    /** Maps all windows of the source. Returns an empty list if the source cannot be mapped. */
    private static List<Mapping> map(ByteSource source, long size) throws IOException {
        List<Mapping> mappings = new ArrayList<>();
        if (!Mapping.isAdvised()) {
            return mappings;
        }
        boolean whole = false;
        try {
            long from = 0;
            for (boolean available = true; available && from < size; from += WINDOW_BYTES) {
                int wanted = (int) Math.min(size - from, Integer.MAX_VALUE - 8);
                Optional<Mapping> mapped = ByteWindow.map(source, from, wanted);
                mapped.ifPresent(mappings::add);
                available = mapped.isPresent() && mapped.get().bytes().limit() >= wanted;
                whole = available && from + WINDOW_BYTES >= size;
            }
        } finally {
            if (!whole) {
                mappings.forEach(Mapping::release);
                mappings.clear();
            }
        }
        return mappings;
    }

    @Override
    public String name() {
        return source.name();
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public boolean isMapped() {
        return views.length > 0;
    }

    @Override
    public byte[] get(long offset, long end, long index) throws IOException {
        if (offset < 0 || offset >= size) {
            throw new IllegalArgumentException(
                    name() + ": offset must be at least 0 and below " + size + ": " + offset);
        }
        try {
            byte[] payload = fromViews(offset, index);
            return payload != null ? payload : fromStorage(offset, end, index);
        } catch (CompressionException e) {
            throw new DamagedFrameException(name(), index, offset, Damage.ofStream(e), e);
        } catch (InternalError e) {
            MappedFault.settle();
            throw shrank(offset, index, e);
        } catch (IllegalStateException e) {
            checkOpen();
            throw e;
        }
    }

    @Override
    public List<Bytes> getAll(List<ByteRange> frames, long... indices) throws IOException {
        List<Bytes> payloads = new ArrayList<>(indices.length);
        while (payloads.size() < indices.length) {
            int from = payloads.size();
            int to = isMapped() ? from + 1 : stored.joined(frames, from);
            List<byte @Nullable []> joined = to - from == 1 ? List.of() : stored.getAll(frames.subList(from, to));
            for (int i = from; i < to; i++) {
                ByteRange frame = frames.get(i);
                byte[] payload = joined.isEmpty() ? null : joined.get(i - from);
                payloads.add(Bytes.ofOwned(payload != null ? payload : get(frame.offset(), frame.end(), indices[i])));
            }
        }
        return payloads;
    }

    private byte[] fromStorage(long offset, long end, long index) throws IOException {
        checkOpen();
        byte[] payload;
        try {
            payload = stored.get(offset, end, index);
        } catch (DamagedFrameException e) {
            if (source instanceof ConcurrentReads.Source) {
                checkPresent(size, offset, index);
            }
            throw e;
        }
        if (isMapped()) {
            // The other records come from the mapped file, which may not be the file that has this name now.
            file.checkUnchanged();
        }
        return payload;
    }

    /** Throws if the file is closed. Another thread may close the file and unmap it at any time. */
    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the file is closed: " + name());
        }
    }

    /** Returns the payload. Returns null if the file is not mapped, or if no window contains the complete frame. */
    private byte @Nullable [] fromViews(long offset, long index) throws IOException {
        ByteBuffer[] mapped = views;
        if (mapped.length == 0) {
            return null;
        }
        ByteBuffer view = mapped[(int) (offset >>> WINDOW_BITS)];
        try {
            byte[] payload = fromView(view, (int) (offset & (WINDOW_BYTES - 1)), offset, index);
            if (payload != null && framing == Framing.OFRECORD && view.isDirect() && payload[payload.length - 1] == 0) {
                // Only this check detects an incomplete copy, because zeros follow the end of a truncated file.
                checkPresent(offset + framing.overheadBytes() + payload.length, offset, index);
            }
            return payload;
        } catch (DamagedFrameException e) {
            if (view.isDirect()) {
                checkPresent(size, offset, index);
            }
            throw e;
        }
    }

    private byte @Nullable [] fromView(ByteBuffer view, int at, long offset, long index) throws DamagedFrameException {
        int left = view.limit() - at;
        int length = check.length(view, at, left, offset, index);
        if (length > left - framing.overheadBytes()) {
            return null;
        }
        byte[] payload = new byte[length];
        view.get(at + framing.headerBytes(), payload);
        check.checkPayload(payload, view, at + framing.headerBytes() + length, offset, index);
        return payload;
    }

    /** Throws if the file no longer has the bytes up to {@code end}. Missing bytes can look like damage. */
    private void checkPresent(long end, long offset, long index) throws IOException {
        if (MappedFault.settle() || file.size() < end) {
            throw shrank(offset, index, null);
        }
    }

    private DamagedFrameException shrank(long offset, long index, @Nullable InternalError fault) {
        return new DamagedFrameException(name(), index, offset, Damage.ofShrunkFile(OptionalLong.of(size)), fault);
    }

    /** Loads bytes of mapped files into the processor's cache. See {@code dev.riffle.RecordFile.touchAll}. */
    public static void touchAll(IntFunction<RandomRecords> files, int[] inFile, long[] from, long[] to) {
        try {
            // The beginnings come first, because the system must find a page for each range.
            for (int i = 0; i < inFile.length; i++) {
                touch(files.apply(inFile[i]), from[i], from[i] + 1);
            }
            for (int i = 0; i < inFile.length; i++) {
                touch(files.apply(inFile[i]), from[i], to[i]);
            }
            MappedFault.deliver();
        } catch (InternalError gone) {
            // A file became shorter. The JVM could throw its pending fault anywhere later.
            MappedFault.settle();
        }
    }

    private static void touch(RandomRecords file, long from, long to) {
        if (file instanceof FrameFile frames) {
            frames.touch(from, to);
        }
    }

    private void touch(long from, long to) {
        ByteBuffer[] mapped = views;
        if (mapped.length == 0) {
            return;
        }
        ByteBuffer view = mapped[(int) (from >>> WINDOW_BITS)];
        int at = (int) (from & (WINDOW_BYTES - 1));
        int end = (int) Math.min(at + Math.min(to - from, MOST_TOUCHED_BYTES), view.limit());
        int sum = 0;
        try {
            for (int i = at; i < end; i += LINE_BYTES) {
                sum += view.get(i);
            }
        } catch (IllegalStateException e) {
            if (!closed) {
                throw e;
            }
        }
        touched = sum;
    }

    @Override
    public boolean hasChanged() throws IOException {
        return source.size().orElse(-1) != size || file.hasOtherVersion();
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            views = new ByteBuffer[0];
            mappings.forEach(Mapping::release);
            stored.close();
        }
    }
}
