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
 * Decompresses as much as possible of a damaged GZIP, ZLIB or SNAPPY file. This class delivers every byte that the
 * decoder produces before it detects the damage. The last of these bytes may be wrong. Only a checksum, such as the
 * checksum of a record, proves that they are right. Use a stream for one pass over one file, from any member to the
 * end.
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
     * Returns a stream that begins at another offset of the same file. All searches of {@link #nextMember} in the file
     * share one limit.
     */
    public DamagedStream from(long begin) {
        return new DamagedStream(compression, format, begin, effort);
    }

    /** Returns a compression that reads the file. It delivers all bytes that can be decompressed. */
    public Compression compression() {
        return new DecompressionOverride(compression, this::decompress);
    }

    private ReadableByteChannel decompress(ReadableByteChannel in) {
        CompressedBytes bytes = CompressedBytes.onHeap(in, offset);
        ResumableInput content =
                format == ResumableFormat.SNAPPY ? ResumableSnappy.withParts(bytes) : format.open(bytes);
        ResumableChannel opened = new ResumableChannel(bytes, content);
        input = opened;
        return opened;
    }

    /** Returns the number of uncompressed bytes that the channel opened last has delivered. */
    public long deliveredBytes() {
        return opened().delivered;
    }

    /**
     * Returns the offset of the gzip member decompressed last, in compressed bytes of the file. For other compressions,
     * returns the beginning.
     */
    public long memberOffset() {
        return opened().input instanceof DeflateMembers members ? members.memberOffset() : offset;
    }

    /**
     * Returns the offset after the damaged member at which decompression can continue. If the header of that member
     * states its end, this is the offset. Otherwise it is the next place from which members follow each other, up to
     * the end of the file or to damage inside a member. At least the first of these members must have valid checksums.
     * So a gzip file that is stored inside the damaged member does not count.
     *
     * @param file the complete file, which must support opening at any offset
     * @return an offset in compressed bytes of the file. Empty if the search finds no offset, or if the compression is
     *      not GZIP
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
