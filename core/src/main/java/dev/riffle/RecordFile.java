package dev.riffle;

import dev.riffle.internal.Argument;
import dev.riffle.internal.Mapping;
import dev.riffle.internal.frame.Damage;
import dev.riffle.internal.frame.Framing;
import dev.riffle.io.ByteRange;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.CompressionException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads records of an uncompressed file by offset, in any order and from many threads.
 *
 * <pre>{@code
 * try (RecordFile file = RecordFile.open(ByteSource.of(path), RecordFormat.TFRECORD)) {
 *     Bytes first = file.get(0, 0);
 * }
 * }</pre>
 *
 * <p>An index, for example {@code dev.riffle.index.RecordIndex}, supplies the offsets. To read in order, use {@link
 * RecordReader}.
 *
 * <p>Another program may truncate a mapped file during a read. So {@link #get} copies a payload, verifies the copy and
 * returns the copy. If a mapped file is removed or replaced, {@link #get} returns records of the old file or throws an
 * {@link IOException}. For a file that is not mapped, {@link #get} opens the file by name for each record. This method
 * may keep a channel for the next record while the name refers to the same file and the size is unchanged.
 * Remote storage that opens ranges receives fewer requests: calls for adjacent records read up to 60 KiB ahead, and a
 * tenth of the bytes of these records.
 *
 * <p>Safe for use by several threads.
 *
 * @since 0.1
 */
public final class RecordFile implements Closeable {

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
    private final RecordFormat format;
    private final long size;
    private final Framing framing;
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
    private int touched;

    private RecordFile(
            ByteSource source, SameFile file, RecordFormat format, FrameCheck check, List<Mapping> mappings) {
        this.source = source;
        this.file = file;
        this.check = check;
        this.stored = new StoredFrames(source, file, check);
        this.format = format;
        this.framing = check.framing();
        this.size = check.size();
        this.mappings = mappings;
        this.views = mappings.stream()
                .map(each -> each.bytes().order(ByteOrder.LITTLE_ENDIAN))
                .toArray(ByteBuffer[]::new);
    }

    /**
     * Opens a source of known size that contains uncompressed records.
     *
     * @throws IllegalArgumentException if the size of the source is unknown, for example for a stream
     * @throws IOException if the source cannot be read. The message names the source
     */
    public static RecordFile open(ByteSource source, RecordFormat format) throws IOException {
        return open(source, format, RecordReaderOptions.defaults());
    }

    /**
     * Like {@link #open(ByteSource, RecordFormat)}, with the limit {@link RecordReaderOptions#maxRecordSize} for every
     * payload. This method ignores the other options.
     */
    public static RecordFile open(ByteSource source, RecordFormat format, RecordReaderOptions options)
            throws IOException {
        Argument.present(source, "source");
        Argument.present(format, "format");
        Argument.present(options, "options");
        SameFile file = new SameFile(source);
        OptionalLong size = source.size();
        if (size.isEmpty()) {
            throw new IllegalArgumentException(
                    source.name() + ": reading records by offset needs a file; this source is a stream");
        }
        FrameCheck check = new FrameCheck(source.name(), format.framing(), size.getAsLong(), options.maxRecordSize());
        RecordFile opened = new RecordFile(source, file, format, check, map(source, size.getAsLong()));
        try {
            file.checkUnchanged();
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
        return opened;
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

    /** Returns the name of the file for messages. */
    public String name() {
        return source.name();
    }

    /** Returns the format of the records. */
    public RecordFormat format() {
        return format;
    }

    /** Returns the size in bytes that the file had when it was opened. */
    public long size() {
        return size;
    }

    /** Returns the number of bytes that a frame has besides its payload. */
    public int overheadBytes() {
        return framing.overheadBytes();
    }

    /**
     * Reads and verifies the payload of the record at {@code offset}, and returns a copy.
     *
     * @param offset the offset of the record
     * @param index the number of the record, for messages
     * @throws CorruptRecordException if the file has no intact record at {@code offset}. The reason is {@link
     *     CorruptRecordException.Reason#OVER_LIMIT} if the payload is larger than {@link
     *     RecordReaderOptions#maxRecordSize}
     * @throws IllegalArgumentException if {@code offset} is not inside the file
     * @throws IllegalStateException if this object is closed
     * @throws IOException if the file cannot be read
     */
    public Bytes get(long offset, long index) throws IOException {
        return get(offset, -1, index);
    }

    /**
     * Like {@link #get(long, long)}, for a record with a known frame. If the file is not mapped, this method requests
     * exactly the bytes of the frame.
     *
     * @param frame the bytes of the record: header, payload and checksum. If the size is wrong, the method reads the
     *     record that the header describes
     */
    public Bytes get(ByteRange frame, long index) throws IOException {
        Argument.present(frame, "frame");
        return get(frame.offset(), frame.end(), index);
    }

    /**
     * Reads and verifies the payloads of several records with known frames, and returns copies. If the file is not
     * mapped, records that are near each other become one request.
     *
     * @param frames the bytes of each record: header, payload and checksum
     * @param indices the number of each record, for messages
     * @return the payloads, in the order of {@code frames}
     * @throws CorruptRecordException like {@link #get(long, long)}
     * @throws IllegalArgumentException if the numbers of {@code frames} and {@code indices} differ
     * @throws IOException if the file cannot be read
     */
    public List<Bytes> getAll(List<ByteRange> frames, long... indices) throws IOException {
        Argument.allPresent(frames, "frames");
        Argument.present(indices, "indices");
        if (frames.size() != indices.length) {
            throw new IllegalArgumentException(
                    "expected a number for each of " + frames.size() + " frames: " + indices.length);
        }
        List<Bytes> payloads = new ArrayList<>(indices.length);
        while (payloads.size() < indices.length) {
            int from = payloads.size();
            int to = isMapped() ? from + 1 : stored.joined(frames, from);
            if (to - from == 1) {
                payloads.add(get(frames.get(from), indices[from]));
                continue;
            }
            List<byte @Nullable []> read = stored.getAll(frames.subList(from, to));
            for (int i = from; i < to; i++) {
                byte[] payload = read.get(i - from);
                payloads.add(payload == null ? get(frames.get(i), indices[i]) : Bytes.ofOwned(payload));
            }
        }
        return payloads;
    }

    /** Returns whether the complete file is mapped. Then reads of single records are as fast as {@link #getAll}. */
    public boolean isMapped() {
        return views.length > 0;
    }

    private Bytes get(long offset, long end, long index) throws IOException {
        if (offset < 0 || offset >= size) {
            throw new IllegalArgumentException(
                    name() + ": offset must be at least 0 and below " + size + ": " + offset);
        }
        try {
            byte[] payload = fromViews(offset, index);
            return Bytes.ofOwned(payload != null ? payload : fromStorage(offset, end, index));
        } catch (CompressionException e) {
            throw new CorruptRecordException(name(), index, offset, Damage.ofStream(e), e);
        } catch (InternalError e) {
            MappedFault.settle();
            throw shrank(offset, index, e);
        } catch (IllegalStateException e) {
            checkOpen();
            throw e;
        }
    }

    private byte[] fromStorage(long offset, long end, long index) throws IOException {
        checkOpen();
        byte[] payload = stored.get(offset, end, index);
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
        } catch (CorruptRecordException e) {
            if (view.isDirect()) {
                checkPresent(size, offset, index);
            }
            throw e;
        }
    }

    private byte @Nullable [] fromView(ByteBuffer view, int at, long offset, long index) throws CorruptRecordException {
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

    private CorruptRecordException shrank(long offset, long index, @Nullable InternalError fault) {
        return new CorruptRecordException(name(), index, offset, Damage.ofShrunkFile(OptionalLong.of(size)), fault);
    }

    /**
     * Loads bytes of mapped files into the processor's cache, so that a later read does not wait. The memory accesses
     * for some dozens of ranges overlap. Has no effect on files that are not mapped. Does not report missing bytes,
     * because the later read reports them.
     *
     * @param files the files
     * @param inFile for each range of bytes, the index of its file in {@code files}
     * @param from the beginning of each range, as an offset in its file
     * @param to the end of each range, exclusive
     */
    public static void touchAll(RecordFile[] files, int[] inFile, long[] from, long[] to) {
        Argument.allPresent(files, "files");
        Argument.present(inFile, "inFile");
        Argument.present(from, "from");
        Argument.present(to, "to");
        Argument.part(0, inFile.length, from.length, "from");
        Argument.part(0, inFile.length, to.length, "to");
        try {
            touch(files, inFile, from, to);
        } catch (InternalError gone) {
            // A file became shorter. The JVM could throw its pending fault anywhere later.
            MappedFault.settle();
        }
    }

    private static void touch(RecordFile[] files, int[] inFile, long[] from, long[] to) {
        try {
            // The beginnings come first, because the system must find a page for each range.
            for (int i = 0; i < inFile.length; i++) {
                int file = Argument.index(inFile[i], files.length, "file", "files");
                files[file].touch(from[i], from[i] + 1);
            }
            for (int i = 0; i < inFile.length; i++) {
                files[inFile[i]].touch(from[i], to[i]);
            }
            MappedFault.deliver();
        } catch (InternalError gone) {
            MappedFault.settle();
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

    /** Returns the value that was touched last. This method exists so that the compiler keeps the field. */
    int touched() {
        return touched;
    }

    /**
     * Returns whether the size or the {@link ByteSource#version} of the file has changed since the file was opened.
     * Reading a record detects another version, and those changes of a file that affect this record.
     *
     * @throws IOException if the size cannot be read
     */
    public boolean hasChanged() throws IOException {
        return source.size().orElse(-1) != size || file.hasOtherVersion();
    }

    /**
     * Releases the file. On JDK 22 and newer, this call unmaps the file immediately. On older versions, the JVM unmaps
     * the file when it reclaims the memory. A thread that is reading gets its record or an {@link
     * IllegalStateException}. Idempotent.
     */
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
