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
 * Decompresses damaged GZIP, ZLIB or SNAPPY as far as it goes: every byte that comes out before the damage is
 * delivered, the last ones before the damage is noticed too. Only a checksum over them, such as a record's own, tells
 * whether those are right. For one pass over one file, from any member of it on.
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
     * For a file of this compression.
     *
     * @param offset where in the file that begins which will be decompressed, in compressed bytes
     * @return empty if the compression is not GZIP, ZLIB or SNAPPY
     */
    public static Optional<DamagedStream> of(Compression compression, long offset) {
        return ResumableFormat.of(compression)
                .map(format -> new DamagedStream(compression, format, offset, new GzipMemberSearch.Effort()));
    }

    /** The same for what begins elsewhere in the same file. All searches of {@link #nextMember} together have one limit. */
    public DamagedStream from(long begin) {
        return new DamagedStream(compression, format, begin, effort);
    }

    /** Returns the compression of the file, for reading: it delivers what can be decompressed. */
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

    /** How many uncompressed bytes were delivered of what was opened last. */
    public long deliveredBytes() {
        return opened().delivered;
    }

    /** Where the gzip member begins that was decompressed last, in compressed bytes of the file; for others the beginning. */
    public long memberOffset() {
        return opened().input instanceof DeflateMembers members ? members.memberOffset() : offset;
    }

    /**
     * Where decompressing can go on behind the member that broke: where its header says that it ends, or else at the
     * next place from which members follow each other, at least the first of them with its checksums right, up to the
     * end of the file or to a break inside of one. So a gzip file that is stored inside the broken member is not taken
     * for the rest.
     *
     * @param file the whole file, which can be opened anywhere
     * @return an offset in compressed bytes of the file; empty if there is none, or the compression is not GZIP
     */
    public OptionalLong nextMember(ByteSource file) throws IOException {
        return format == ResumableFormat.GZIP
                ? new GzipMemberSearch(file, effort).behind(memberOffset())
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
