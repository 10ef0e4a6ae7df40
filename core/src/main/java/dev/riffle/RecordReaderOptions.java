package dev.riffle;

import dev.riffle.internal.ReaderOptionsAccess;
import dev.riffle.io.Compression;
import java.util.Optional;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * How records are read. Immutable: each method gives changed options and leaves these as they are.
 *
 * <p>{@link #defaults()} recognises format and compression from the content, verifies both checksums and fails on damage.
 */
public final class RecordReaderOptions {

    /** Whether the checksum of each payload is computed and compared. */
    enum PayloadChecksum {
        VERIFY,
        IGNORE
    }

    /** How a file is looked at. */
    enum Access {
        MAP,
        READ,
        FOLLOW
    }

    /** No limit was given: half of the maximum heap is the limit. */
    private static final long NOT_SET = -1;

    private static final RecordReaderOptions DEFAULTS =
            new RecordReaderOptions(null, null, DamagePolicy.FAIL, PayloadChecksum.VERIFY, Access.MAP, 1, NOT_SET);

    static {
        ReaderOptionsAccess.set(RecordReaderOptions.class, RecordReaderOptions::withoutDamageListener);
    }

    private final @Nullable RecordFormat format;
    private final @Nullable Compression compression;
    private final DamagePolicy damage;
    private final PayloadChecksum payloadChecksum;
    private final Access access;
    private final int threads;
    private final long maxRecordSize;

    private RecordReaderOptions(
            @Nullable RecordFormat format,
            @Nullable Compression compression,
            DamagePolicy damage,
            PayloadChecksum payloadChecksum,
            Access access,
            int threads,
            long maxRecordSize) {
        this.format = format;
        this.compression = compression;
        this.damage = damage;
        this.payloadChecksum = payloadChecksum;
        this.access = access;
        this.threads = threads;
        this.maxRecordSize = maxRecordSize;
    }

    /** Everything recognised, everything verified. */
    public static RecordReaderOptions defaults() {
        return DEFAULTS;
    }

    /** Reads this format, whatever the content looks like. */
    public RecordReaderOptions format(RecordFormat format) {
        return new RecordReaderOptions(format, compression, damage, payloadChecksum, access, threads, maxRecordSize);
    }

    /** Decompresses this way, whatever the content looks like. */
    public RecordReaderOptions compression(Compression compression) {
        return new RecordReaderOptions(format, compression, damage, payloadChecksum, access, threads, maxRecordSize);
    }

    /** What to do about damage. */
    public RecordReaderOptions damage(DamagePolicy damage) {
        return new RecordReaderOptions(format, compression, damage, payloadChecksum, access, threads, maxRecordSize);
    }

    /**
     * Leaves out the checksum of the payloads, for sources that are verified elsewhere. The checksum of each length is
     * still verified, so that the framing stays sure.
     */
    public RecordReaderOptions ignorePayloadChecksums() {
        return new RecordReaderOptions(
                format, compression, damage, PayloadChecksum.IGNORE, access, threads, maxRecordSize);
    }

    /**
     * Reads files through a buffer instead of a mapping. Use it for files that other programs truncate, and for files
     * that must not stay mapped after {@link RecordReader#close()} on JDK 17 to 21. A file that is followed is never
     * mapped.
     */
    public RecordReaderOptions withoutMapping() {
        Access read = access == Access.FOLLOW ? Access.FOLLOW : Access.READ;
        return new RecordReaderOptions(format, compression, damage, payloadChecksum, read, threads, maxRecordSize);
    }

    /**
     * Follows an uncompressed file that is still being written: where the source ends, also inside a record,
     * {@link RecordReader#next()} returns false for now, and a later call goes on with what has come in between. The
     * format is not recognised from content that may not be there yet: TFRecord, unless {@link #format} says otherwise.
     */
    public RecordReaderOptions follow() {
        return new RecordReaderOptions(
                format, compression, damage, payloadChecksum, Access.FOLLOW, threads, maxRecordSize);
    }

    /**
     * How many threads may decompress, from 1 (the default: the caller's own) on. Of use for gzip files whose members say
     * how long they are, as those of {@code Gzip.cutMembers} do.
     *
     * @throws IllegalArgumentException if {@code threads} is below 1
     */
    public RecordReaderOptions threads(int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be positive: " + threads);
        }
        return new RecordReaderOptions(format, compression, damage, payloadChecksum, access, threads, maxRecordSize);
    }

    /**
     * Limits the payload size of records that the reader must hold in memory. The default is half of the maximum heap,
     * {@link Runtime#maxMemory()}. A larger record ends reading with {@link CorruptRecordException.Reason#OVER_LIMIT},
     * under every damage policy: it is no damage, and no policy leaves it out.
     *
     * <p>The limit applies to sources that the reader does not map, such as compressed files and streams, when the
     * header of the record is read. It also applies to every record that {@link RecordReader#payloadBytes()}, a
     * for-each loop or {@link RecordReader#stream()} copy to an array. {@link RecordReader#next()}, {@link
     * RecordReader#payload()} and {@link RecordReader#copyTo} on a mapped file or on memory take no memory for the
     * record, and ignore the limit.
     *
     * <p>This bounds memory and does not select records: a record that fits into a buffer that the reader holds anyway
     * may exceed the limit.
     *
     * @param bytes the largest payload, at least 1
     * @throws IllegalArgumentException if {@code bytes} is below 1
     */
    public RecordReaderOptions maxRecordSize(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("maxRecordSize must be positive: " + bytes);
        }
        return new RecordReaderOptions(format, compression, damage, payloadChecksum, access, threads, bytes);
    }

    /** Returns options that skip the same damage and report none, for reading the same records again. */
    private RecordReaderOptions withoutDamageListener() {
        return damage.kind() == DamagePolicy.Kind.SKIP ? damage(damage.listener(region -> {})) : this;
    }

    /** Options for a second look at a source that is known to be uncompressed TFRecord: only proof counts. */
    RecordReaderOptions forFinding() {
        Access access = this.access == Access.FOLLOW ? Access.READ : this.access;
        return new RecordReaderOptions(
                RecordFormat.TFRECORD,
                Compression.NONE,
                DamagePolicy.FAIL,
                PayloadChecksum.VERIFY,
                access,
                1,
                maxRecordSize);
    }

    /** Whether files are {@linkplain #follow() followed}. */
    public boolean follows() {
        return access == Access.FOLLOW;
    }

    /** What of these options decides which records are read; empty for the defaults. */
    @Override
    public String toString() {
        StringJoiner said = new StringJoiner(", ");
        if (format != null) {
            said.add(format.name());
        }
        if (compression != null) {
            said.add(compression.name());
        }
        if (damage.kind() != DamagePolicy.Kind.FAIL) {
            said.add(damage.toString());
        }
        return said.toString();
    }

    Optional<RecordFormat> format() {
        return Optional.ofNullable(format);
    }

    Optional<Compression> compression() {
        return Optional.ofNullable(compression);
    }

    DamagePolicy damage() {
        return damage;
    }

    PayloadChecksum payloadChecksum() {
        return payloadChecksum;
    }

    Access access() {
        return access;
    }

    int threads() {
        return threads;
    }

    long maxRecordSize() {
        return maxRecordSize == NOT_SET ? Runtime.getRuntime().maxMemory() / 2 : maxRecordSize;
    }
}
