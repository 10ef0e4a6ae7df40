package dev.riffle.scan.internal;

import dev.riffle.internal.MappableSource;
import dev.riffle.internal.Mapping;
import dev.riffle.io.ByteSource;
import dev.riffle.io.SourcePart;
import dev.riffle.io.internal.resume.PieceChannel;
import dev.riffle.io.internal.resume.SourceIdentity;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.FileSystemException;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * A source that keeps bytes in memory, so that storage sends them once. A search for the first record of a range and
 * the reader of the range read the same bytes. All channels of this source share one channel of the storage.
 *
 * <p>At first, this source keeps all bytes that its channels read. After {@link #keepFrom}, it keeps only later bytes,
 * and forgets earlier bytes when they are read again.
 */
public final class KeptBytes implements ByteSource, Closeable {

    /** The largest number of bytes in memory. Storage may send other bytes twice. */
    private static final long MAX_BYTES = 64 << 20;

    /** The first request, unless a channel announces how far it reads. */
    private static final int FIRST_BYTES = 4 << 10;

    private static final int GAP_BUFFER_BYTES = 64 << 10;

    private final ByteSource source;
    private final SourceIdentity identity;
    private final PieceChannel storage;

    /** The offset of the next byte of the storage's channel. */
    private long position;

    /** The bytes in memory, by their offsets. */
    private final NavigableMap<Long, byte[]> kept = new TreeMap<>();

    private long keptBytes;
    private long from;
    private long mostRequested = Long.MAX_VALUE;

    /** The range that the next requests cover completely. */
    private long announcedFrom;

    private long announcedTo;

    /** Creates a source without bytes in memory. */
    public KeptBytes(ByteSource source) throws IOException {
        this.source = source;
        this.identity = SourceIdentity.of(source);
        this.storage = new PieceChannel(source, 0, FIRST_BYTES, this::checkUnchanged);
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

    private void checkUnchanged() throws IOException {
        if (!identity.isUnknown() && !SourceIdentity.of(source).equals(identity)) {
            throw new FileSystemException(
                    source.name(), null, "the file was removed or replaced while it was read; read it again");
        }
    }

    /** Limits the bytes of a request, because the next reads may need few of them. */
    synchronized void requestAtMost(long bytes) {
        mostRequested = bytes;
    }

    /**
     * Announces that channels read all bytes between two offsets, in order. A request that begins between them
     * continues to the second offset.
     */
    synchronized void willRead(long start, long end) {
        announcedFrom = start;
        announcedTo = end;
    }

    /** Forgets all bytes, and keeps all bytes that channels read from now on. */
    public synchronized void clear() {
        kept.clear();
        keptBytes = 0;
        from = 0;
    }

    /** Keeps only bytes at {@code offset} or after it. Earlier bytes in memory can be read once more. */
    public synchronized void keepFrom(long offset) {
        from = offset;
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
    public synchronized ReadableByteChannel open(long offset, long length) throws IOException {
        if (offset < 0 || length < 0) {
            throw new IllegalArgumentException(
                    "offset and length must not be negative: " + (offset < 0 ? offset : length));
        }
        long end = length > Long.MAX_VALUE - offset ? Long.MAX_VALUE : offset + length;
        if (length > 0 && keptAt(offset).isEmpty()) {
            moveTo(offset, end);
            storage.openNow();
            checkUnchanged();
        }
        return new Channel(offset, end);
    }

    private Optional<Map.Entry<Long, byte[]>> keptAt(long offset) {
        return Optional.ofNullable(kept.floorEntry(offset))
                .filter(entry -> offset < entry.getKey() + entry.getValue().length);
    }

    /** Moves the storage's channel to an offset, and announces the bytes up to the next bytes in memory. */
    private void moveTo(long offset, long end) throws IOException {
        if (position < offset) {
            keepRequested(Math.min(offset, storage.requestedTo()));
        }
        if (position != offset) {
            storage.goTo(offset);
            position = offset;
        }
        Long next = kept.higherKey(offset);
        long most = offset >= announcedFrom && offset < announcedTo
                ? announcedTo
                : end - offset > mostRequested ? offset + mostRequested : end;
        storage.willReadTo(next == null ? most : Math.min(most, next));
    }

    /** Reads the bytes before an offset, because the storage sends them in any case, and a later read may need them. */
    private void keepRequested(long offset) throws IOException {
        if (position < offset) {
            ByteBuffer gap = ByteBuffer.allocate((int) Math.min(GAP_BUFFER_BYTES, offset - position));
            int count = 0;
            while (position < offset && count >= 0 && keptAt(position).isEmpty()) {
                gap.clear().limit((int) Math.min(gap.capacity(), offset - position));
                count = readStorage(position, offset, gap);
            }
        }
    }

    private int read(long offset, long end, ByteBuffer target) throws IOException {
        Optional<Map.Entry<Long, byte[]>> memory = keptAt(offset);
        return memory.isPresent() ? copy(memory.get(), offset, target) : readStorage(offset, end, target);
    }

    private int copy(Map.Entry<Long, byte[]> memory, long offset, ByteBuffer target) {
        byte[] bytes = memory.getValue();
        int at = (int) (offset - memory.getKey());
        int count = Math.min(bytes.length - at, target.remaining());
        target.put(bytes, at, count);
        if (at + count == bytes.length && memory.getKey() + bytes.length <= from) {
            kept.remove(memory.getKey());
            keptBytes -= bytes.length;
        }
        return count;
    }

    private int readStorage(long offset, long end, ByteBuffer target) throws IOException {
        moveTo(offset, end);
        Long next = kept.higherKey(offset);
        int limit = target.limit();
        int at = target.position();
        if (next != null) {
            target.limit(at + (int) Math.min(target.remaining(), next - offset));
        }
        int count;
        try {
            count = storage.read(target);
        } finally {
            target.limit(limit);
        }
        position += Math.max(count, 0);
        int passed = (int) Math.min(Math.max(from - offset, 0), Math.max(count, 0));
        if (count > passed && keptBytes < MAX_BYTES) {
            byte[] bytes = new byte[count - passed];
            target.get(at + passed, bytes);
            kept.put(offset + passed, bytes);
            keptBytes += bytes.length;
        }
        return count;
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
        storage.close();
    }

    /** Reads the bytes between two offsets, from memory and from the storage. */
    private final class Channel implements ReadableByteChannel {

        private final long end;
        private long at;
        private boolean open = true;

        Channel(long offset, long end) {
            this.at = offset;
            this.end = end;
        }

        @Override
        public int read(ByteBuffer target) throws IOException {
            synchronized (KeptBytes.this) {
                if (!open) {
                    throw new ClosedChannelException();
                }
                if (at == end) {
                    return -1;
                }
                int limit = target.limit();
                target.limit(target.position() + (int) Math.min(target.remaining(), end - at));
                try {
                    int count = target.hasRemaining() ? KeptBytes.this.read(at, end, target) : 0;
                    at += Math.max(count, 0);
                    return count;
                } finally {
                    target.limit(limit);
                }
            }
        }

        @Override
        public boolean isOpen() {
            return open;
        }

        @Override
        public void close() {
            open = false;
        }
    }
}
