package dev.riffle.io.internal.resume;

import dev.riffle.internal.InputChannel;
import dev.riffle.io.ByteSource;
import dev.riffle.io.CompressionException;
import dev.riffle.io.internal.codec.CompressedBytes;
import dev.riffle.io.internal.codec.MalformedStreamException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ReadableByteChannel;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.CRC32C;

/**
 * The uncompressed bytes of a compressed file, readable from any offset. A read decompresses the span of bytes between
 * two access points that contains the offset, and verifies the checksum of the span. A cache keeps the spans that were
 * decompressed last, so that reads of nearby bytes are fast.
 *
 * <p>If the file has changed since the access points were collected, a read throws {@link CompressionException} and
 * never returns wrong bytes. Thread-safe.
 */
public final class AccessPointSource implements ByteSource, Closeable {

    /** The first request after the known end of a span, which is rarely necessary. */
    private static final int FIRST_BYTES = 4 << 10;

    private final ByteSource compressed;
    private final AccessPoints accessPoints;
    private final SpanCache cache;
    private final SpanCache.Loader loader = this::load;
    private volatile boolean closed;

    private AccessPointSource(ByteSource compressed, AccessPoints accessPoints, SpanCache cache) {
        this.compressed = compressed;
        this.accessPoints = accessPoints;
        this.cache = cache;
    }

    /** Returns a source for the bytes of {@code compressed}, which must support opening at any offset. */
    public static AccessPointSource of(ByteSource compressed, AccessPoints accessPoints, SpanCache cache) {
        return new AccessPointSource(compressed, accessPoints, cache);
    }

    /** Returns the name of the compressed file. */
    @Override
    public String name() {
        return compressed.name();
    }

    /** Returns the number of uncompressed bytes that the file had when the access points were collected. */
    @Override
    public OptionalLong size() {
        return OptionalLong.of(accessPoints.size());
    }

    @Override
    public Optional<String> version() throws IOException {
        return compressed.version();
    }

    /** Returns whether the size of the compressed file has changed since the access points were collected. */
    public boolean hasChangedSize() throws IOException {
        return compressed.size().orElse(-1) != accessPoints.compressedBytes();
    }

    @Override
    public ReadableByteChannel open(long offset) {
        if (offset < 0) {
            throw new IllegalArgumentException("offset must not be negative: " + offset);
        }
        if (closed) {
            throw new IllegalStateException("the source is closed: " + name());
        }
        return new Channel(offset);
    }

    private byte[] load(int span) throws IOException {
        try {
            return decompress(span);
        } catch (MalformedStreamException e) {
            throw ResumableChannel.reported(e, 0);
        }
    }

    private byte[] decompress(int span) throws IOException {
        AccessPoints.Span wanted = accessPoints.span(span);
        AccessPoint from = accessPoints.read(wanted.from());
        try (RangedReader channel = RangedReader.of(compressed, from.entry().byteOffset(), FIRST_BYTES)) {
            channel.willReadTo(wanted.compressedEnd());
            CompressedBytes in = CompressedBytes.onHeap(channel, from.entry().byteOffset());
            ResumableInput input = accessPoints.format().open(in, from.entry());
            byte[] bytes = new byte[wanted.size()];
            for (int filled = 0; filled < bytes.length; ) {
                filled += input.take(bytes, filled, bytes.length - filled);
                if (filled < bytes.length && !input.decode()) {
                    throw changed(
                            CompressionException.Reason.INCOMPLETE,
                            input,
                            bytes.length + " bytes from offset " + from.offset() + " on",
                            filled + " bytes");
                }
            }
            CRC32C sum = AccessPoint.checksumFrom(from.offset());
            sum.update(bytes);
            if ((int) sum.getValue() != from.checksum()) {
                throw changed(
                        CompressionException.Reason.DAMAGED,
                        input,
                        bytes.length + " bytes with the indexed checksum from offset " + from.offset() + " on",
                        "different bytes");
            }
            return bytes;
        }
    }

    private static CompressionException changed(
            CompressionException.Reason reason, ResumableInput input, String expected, String found) {
        return new CompressionException(
                reason,
                input.compressedBytes(),
                "expected " + expected + ", found " + found + "; the file has changed, index it again");
    }

    /** Releases the cached bytes of this file. Open channels deliver no more bytes. Idempotent. */
    @Override
    public void close() {
        closed = true;
        cache.forget(loader);
    }

    @Override
    public String toString() {
        return name();
    }

    /** A channel that reads the spans in order. */
    private final class Channel extends InputChannel {
        private long at;
        private ByteBuffer span = ByteBuffer.allocate(0);

        Channel(long at) {
            this.at = at;
        }

        @Override
        protected int readOpen(ByteBuffer target) throws IOException {
            if (closed) {
                throw new ClosedChannelException();
            }
            if (!span.hasRemaining()) {
                if (at >= accessPoints.size()) {
                    return -1;
                }
                AccessPoints.Span found = accessPoints.spanAt(at);
                span = ByteBuffer.wrap(span(found.number(), found.size()));
                span.position((int) (at - found.from().offset()));
            }
            int count = Math.min(target.remaining(), span.remaining());
            target.put(span.array(), span.position(), count);
            span.position(span.position() + count);
            at += count;
            return count;
        }

        private byte[] span(int number, int size) throws IOException {
            byte[] bytes;
            try {
                bytes = cache.get(loader, number, size);
            } finally {
                if (closed) {
                    // Another thread may have added the span to the cache after the release.
                    cache.forget(loader);
                }
            }
            if (closed) {
                throw new ClosedChannelException();
            }
            return bytes;
        }

        @Override
        public boolean isOpen() {
            return super.isOpen() && !closed;
        }
    }
}
