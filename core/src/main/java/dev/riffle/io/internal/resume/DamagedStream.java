package dev.riffle.io.internal.resume;

import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import dev.riffle.io.internal.codec.CompressedBytes;
import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Decompresses damaged GZIP, ZLIB or SNAPPY as far as possible. It delivers every byte that the decoder produces before
 * it detects the damage. The last of these bytes may be wrong; only a checksum, such as that of a record, proves them.
 * For one pass over one file, from any member of it on.
 */
public final class DamagedStream {

    private final Compression compression;
    private final ResumableFormat format;
    private final long offset;
    private final GzipMemberSearch.Effort effort;
    private volatile @Nullable ResumableChannel input;

    private DamagedStream(
            Compression compression, ResumableFormat format, long offset, GzipMemberSearch.Effort effort) {
        this.compression = compression;
        this.format = format;
        this.offset = offset;
        this.effort = effort;
    }

    /**
     * Returns a stream for a file of this compression.
     *
     * @param offset the beginning of the bytes to decompress, in compressed bytes of the file
     * @return empty if the compression is not GZIP, ZLIB or SNAPPY
     */
    public static Optional<DamagedStream> of(Compression compression, long offset) {
        return ResumableFormat.of(compression)
                .map(format -> new DamagedStream(compression, format, offset, new GzipMemberSearch.Effort()));
    }

    /**
     * Returns a stream that begins at another offset of the same file. All searches of {@link #nextMember} together
     * have one limit.
     */
    public DamagedStream from(long begin) {
        return new DamagedStream(compression, format, begin, effort);
    }

    /** Returns the compression of the file, for reading: it delivers all bytes that can be decompressed. */
    public Compression compression() {
        return new DecompressionOverride(compression, this::decompress);
    }

    private ReadableByteChannel decompress(ReadableByteChannel in) {
        CompressedBytes bytes = CompressedBytes.onHeap(in, offset);
        ResumableInput content = switch (format) {
            case GZIP, ZLIB -> format.open(bytes);
            case SNAPPY -> ResumableSnappy.withParts(bytes);
        };
        ResumableChannel opened = new ResumableChannel(bytes, content);
        input = opened;
        return opened;
    }

    /** Returns the number of uncompressed bytes delivered of the channel opened last. */
    public long deliveredBytes() {
        return opened().delivered;
    }

    /**
     * Returns the offset of the gzip member decompressed last, in compressed bytes of the file; for others the
     * beginning.
     */
    public long memberOffset() {
        return opened().input instanceof DeflateMembers members ? members.memberOffset() : offset;
    }

    /**
     * Returns the offset after the broken member at which decompression can continue. That is the end that the member's
     * header states. Otherwise it is the next place from which members follow each other, up to the end of the file or
     * a break inside a member; at least the first must have valid checksums. So a gzip file that is stored inside the
     * broken member does not count as the rest.
     *
     * @param file the whole file, which must support opening at any offset
     * @return an offset in compressed bytes of the file; empty if none is found, or the compression is not GZIP
     */
    public OptionalLong nextMember(ByteSource file) throws IOException {
        return format == ResumableFormat.GZIP
                ? new GzipMemberSearch(file, effort).after(memberOffset())
                : OptionalLong.empty();
    }

    private ResumableChannel opened() {
        ResumableChannel opened = input;
        if (opened == null) {
            throw new IllegalStateException("nothing was decompressed yet");
        }
        return opened;
    }
}
