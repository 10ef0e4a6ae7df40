package dev.riffle.io.internal.resume;

import dev.riffle.internal.BoundedChannel;
import dev.riffle.internal.MappableSource;
import dev.riffle.internal.Mapping;
import dev.riffle.io.ByteRange;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.io.SourcePart;
import dev.riffle.io.internal.codec.BlockingReads;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SeekableByteChannel;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a source in its storage. Riffle's readers send all their requests to storage through this class: {@link
 * RangedReader} reads one open range after the other, and {@link #readAll} names several ranges at once. A {@link
 * ConcurrentReads.Source} sends them at the same time.
 *
 * <p>Several readers may share the open range and the bytes that this object keeps in memory, so that storage sends
 * these bytes once. For example, a search for the first record of a range and the reader of the range need the same
 * bytes. Safe for use by several threads.
 */
public final class StoredBytes implements ByteSource, Closeable {

    /** The largest number of bytes in memory. Storage may send other bytes twice. */
    private static final long MOST_KEPT_BYTES = 64 << 20;

    /** The first request of a reader that {@link #open} creates. */
    private static final int FIRST_BYTES = 4 << 10;

    /** The largest gap to read instead of opening a new range, unless the bytes of the gap are kept. */
    private static final int GAP_BYTES = 64 << 10;

    private final ByteSource source;
    private final Check check;

    /** Whether several readers use these bytes. Otherwise this object keeps no bytes. */
    private final boolean isShared;

    /** The open range, or null. */
    private @Nullable ReadableByteChannel channel;

    /** The offset of the next byte of the channel. */
    private long position;

    /** The offset at which the channel ends. {@link Long#MAX_VALUE} if it ends with the source. */
    private long channelEnd;

    private boolean ranged;

    /** The size of the source when this object asked last; -1 before, or if it is unknown. */
    private long size = -1;

    /** The bytes in memory, by their offsets. */
    private final NavigableMap<Long, byte[]> kept = new TreeMap<>();

    private long keptBytes;
    private long keptFrom;
    private long mostUnannounced = Long.MAX_VALUE;

    /** Checks a source after each opening. */
    @FunctionalInterface
    public interface Check {

        /** Throws if the source is not the one that the reader opened first. */
        void afterOpening() throws IOException;
    }

    /** Creates the bytes for one reader, which keep nothing. */
    StoredBytes(ByteSource source, Check check) {
        this(source, check, false);
    }

    private StoredBytes(ByteSource source, Check check, boolean isShared) {
        this.source = source;
        this.check = check;
        this.isShared = isShared;
    }

    /** Returns bytes that several readers share. At first, they keep all bytes that the readers read. */
    public static StoredBytes shared(ByteSource source) throws IOException {
        SourceIdentity identity = SourceIdentity.of(source);
        return new StoredBytes(source, () -> identity.requireSame(source), true);
    }

    /** Returns whether a source is mapped or in memory. Its bytes can be read several times. */
    public static boolean isMapped(ByteSource source) throws IOException {
        if (source instanceof MappableSource mappable) {
            Optional<Mapping> mapping = mappable.map(0, 1);
            mapping.ifPresent(Mapping::release);
            return mapping.isPresent();
        }
        return source.view(0, 1).isPresent();
    }

    /**
     * Reads several ranges into memory, with one request for ranges that touch, overlap or have short gaps. All gaps
     * together have at most 32 KiB and a tenth of the wanted bytes. Results may share memory.
     *
     * @return the bytes of each range, in the order of {@code ranges}. A range has fewer bytes if the source ends
     *     before
     */
    public static List<Bytes> readAll(ByteSource source, List<ByteRange> ranges) throws IOException {
        JoinedRanges joined = JoinedRanges.of(ranges);
        return joined.divide(source.readAll(joined.requests()));
    }

    /** Limits a request of bytes that no reader has announced, because the next reads may need few of them. */
    public synchronized void requestAtMost(long bytes) {
        mostUnannounced = bytes;
    }

    /** Forgets all bytes, and keeps all bytes that readers read from now on. */
    public synchronized void clear() {
        kept.clear();
        keptBytes = 0;
        keptFrom = 0;
    }

    /**
     * Keeps only bytes at {@code offset} or after it. Earlier bytes in memory can be read once more. {@link
     * Long#MAX_VALUE} keeps no bytes.
     */
    public synchronized void keepFrom(long offset) {
        keptFrom = offset;
    }

    /** Opens the source for a reader at an offset, without the check. */
    synchronized void openNow(long offset, RangedReader reader) throws IOException {
        if (keptAt(offset) == null) {
            reach(offset, reader, () -> {});
        }
    }

    /** Reads bytes from memory or from storage. Returns their number, or -1 at the end of the source. */
    synchronized int read(long offset, RangedReader reader, ByteBuffer target) throws IOException {
        Map.Entry<Long, byte[]> memory = keptAt(offset);
        if (memory != null) {
            return copy(memory, offset, target);
        }
        reach(offset, reader, check);
        return readChannel(reader, target);
    }

    private Map.@Nullable Entry<Long, byte[]> keptAt(long offset) {
        Map.Entry<Long, byte[]> entry = kept.floorEntry(offset);
        return entry != null && offset < entry.getKey() + entry.getValue().length ? entry : null;
    }

    private int copy(Map.Entry<Long, byte[]> memory, long offset, ByteBuffer target) {
        byte[] bytes = memory.getValue();
        int at = (int) (offset - memory.getKey());
        int count = Math.min(bytes.length - at, target.remaining());
        target.put(bytes, at, count);
        if (at + count == bytes.length && memory.getKey() + bytes.length <= keptFrom) {
            kept.remove(memory.getKey());
            keptBytes -= bytes.length;
        }
        return count;
    }

    /** Makes the channel continue at an offset. Leaves no channel open if the source ends there. */
    private void reach(long offset, RangedReader reader, Check checked) throws IOException {
        if (channel != null && position != offset) {
            move(offset, reader);
        }
        if (position == channelEnd
                && channel instanceof BoundedChannel range
                && readsOn(range, reader)
                && range.extend()) {
            channelEnd = Long.MAX_VALUE;
        }
        if (channel == null || position != offset || position == channelEnd) {
            closeChannel();
            request(offset, reader, checked);
        }
    }

    /**
     * Moves the channel if that needs no request. Reads the bytes of a short gap. Also reads and keeps the bytes that
     * storage sends in any case, because a later reader may need them.
     */
    private void move(long offset, RangedReader reader) throws IOException {
        SeekableByteChannel seekable = seekable();
        if (seekable != null) {
            seekable.position(offset);
            position = offset;
            return;
        }
        boolean isSent = isShared && channelEnd != Long.MAX_VALUE;
        long to = isSent ? Math.min(offset, channelEnd) : offset;
        if (to <= channelEnd && (isSent || to - position <= GAP_BYTES)) {
            ByteBuffer gap = ByteBuffer.allocate((int) Math.max(0, Math.min(GAP_BYTES, to - position)));
            int count = 0;
            while (position < to && count >= 0 && keptAt(position) == null) {
                gap.clear().limit((int) Math.min(gap.capacity(), to - position));
                count = readChannel(reader, gap);
            }
        }
    }

    /** Returns whether a reader that announces no end continues after a range if the storage can send later bytes. */
    private static boolean readsOn(BoundedChannel range, RangedReader reader) {
        return range.isRanged() && !reader.announces();
    }

    /** Opens the next range for a reader. A source that cannot open ranges opens only once. */
    private void request(long offset, RangedReader reader, Check checked) throws IOException {
        if (offset >= size) {
            size = source.size().orElse(-1);
        }
        long wanted = reader.wanted(offset, size, mostUnannounced);
        Long next = kept.higherKey(offset);
        long length = next == null ? wanted : Math.min(wanted, next - offset);
        if (length == 0) {
            return;
        }
        ReadableByteChannel opened = length == Long.MAX_VALUE ? source.open(offset) : source.open(offset, length);
        try {
            checked.afterOpening();
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
        channel = opened;
        position = offset;
        ranged = length != Long.MAX_VALUE
                && !(opened instanceof BoundedChannel bounded && !bounded.isRanged() && bounded.extend());
        channelEnd = ranged ? offset + length : Long.MAX_VALUE;
    }

    /** Reads from the open channel up to the next bytes in memory, and keeps the bytes. */
    private int readChannel(RangedReader reader, ByteBuffer target) throws IOException {
        ReadableByteChannel from = channel;
        if (from == null) {
            return -1;
        }
        Long next = kept.higherKey(position);
        long most = (next == null ? channelEnd : Math.min(channelEnd, next)) - position;
        int at = target.position();
        int limit = target.limit();
        target.limit(at + (int) Math.min(limit - at, most));
        int count;
        try {
            count = BlockingReads.read(from, target, name());
        } finally {
            target.limit(limit);
        }
        keep(target, at, Math.max(0, count));
        position += Math.max(0, count);
        boolean ends = position == channelEnd && !(from instanceof BoundedChannel range && readsOn(range, reader));
        if (ends || count < 0 && ranged) {
            // A source may end before the range. A later read asks the source again, because it may grow.
            closeChannel();
        }
        return count;
    }

    private void keep(ByteBuffer target, int at, int count) {
        int passed = (int) Math.min(Math.max(keptFrom - position, 0), count);
        if (isShared && passed < count && keptBytes < MOST_KEPT_BYTES) {
            byte[] bytes = new byte[count - passed];
            target.get(at + passed, bytes);
            kept.put(position + passed, bytes);
            keptBytes += bytes.length;
        }
    }

    /** Returns the open channel if it can move to any offset, or null. */
    @Nullable
    SeekableByteChannel seekable() {
        return channel instanceof BoundedChannel bounded
                        && bounded.isUnlimited()
                        && bounded.channel() instanceof SeekableByteChannel seekable
                ? seekable
                : null;
    }

    boolean isShared() {
        return isShared;
    }

    /** Returns whether the source opened a range the last time. Then each range is a request to remote storage. */
    boolean isRanged() {
        return ranged;
    }

    private void closeChannel() throws IOException {
        ReadableByteChannel present = channel;
        channel = null;
        if (present != null) {
            present.close();
        }
    }

    @Override
    public String name() {
        return source.name();
    }

    @Override
    public OptionalLong size() throws IOException {
        return source.size();
    }

    @Override
    public ReadableByteChannel open(long offset) throws IOException {
        return open(offset, Long.MAX_VALUE);
    }

    @Override
    public ReadableByteChannel open(long offset, long length) throws IOException {
        if (offset < 0 || length < 0) {
            throw new IllegalArgumentException(
                    "offset and length must not be negative: " + (offset < 0 ? offset : length));
        }
        RangedReader reader = new RangedReader(this, offset, FIRST_BYTES);
        reader.willReadTo(length > Long.MAX_VALUE - offset ? Long.MAX_VALUE : offset + length);
        reader.openNow();
        check.afterOpening();
        return BoundedChannel.of(reader, length);
    }

    @Override
    public Optional<Object> fileKey() throws IOException {
        return source.fileKey();
    }

    @Override
    public Optional<String> version() throws IOException {
        return source.version();
    }

    @Override
    public Optional<SourcePart> partAt(long offset) throws IOException {
        return source.partAt(offset);
    }

    @Override
    public synchronized void close() throws IOException {
        clear();
        closeChannel();
    }
}
