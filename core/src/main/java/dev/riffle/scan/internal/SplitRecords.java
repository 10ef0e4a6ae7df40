package dev.riffle.scan.internal;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import dev.riffle.io.internal.resume.StoredBytes;
import java.io.Closeable;
import java.io.IOException;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of a file that belong to a range of its bytes, for a task that reads one split of the file.
 * Consecutive ranges from the first byte to the last contain every record and every skipped region exactly once. A
 * range does not depend on other ranges.
 *
 * <p>Riffle divides an uncompressed TFRecord file between records, and a divisible container between units. Riffle
 * divides a gzip file between members if the members store their length; {@code Gzip.cutMembers} writes such members.
 * Any other file, such as an OFRecord file, belongs completely to the range that begins at 0. A range contains the
 * records that begin in it. If a range ends near damage, it continues through the damage, and the next range begins
 * after it.
 *
 * <p>A task needs the bytes from the beginning of its range to the end of its last record, and the proof of the next
 * record; see {@link SplitEdges}. Remote storage sends at most 1.1 times these bytes, and 64 KiB, unless a record at an
 * edge is larger than 64 MiB. If the range is much larger than a record and a proof, the task needs two requests: one
 * for the beginning of the file, and one for all other bytes.
 *
 * <p>Record numbers count from the beginning of the range, because the number of earlier records is unknown. Offsets
 * count from the beginning of the file. In a divided gzip file, both count from the first member of the range. The name
 * of the reader contains the offset of that member.
 *
 * <p>Belongs to one thread at a time.
 */
public final class SplitRecords implements Closeable {

    /** The smallest first request for the beginning of the file, if only the detection of the format needs it. */
    private static final int LEAST_PROBE_BYTES = 16 << 10;

    /** The largest such request. The detection of a compression needs these bytes. */
    private static final int MOST_PROBE_BYTES = 64 << 10;

    /** The fraction of a range that a task may request for the detection. */
    private static final int PROBE_FRACTION = 16;

    private final RecordReader reader;

    /** The bytes that both the reader and the search for edges read. Null if the file is mapped. */
    private @Nullable StoredBytes stored;

    /** Finds the end of this range; null if the reader ends at the end of the range. */
    private final @Nullable RangeEdges edges;

    /** The offset from which each position must be checked against the end of the range. */
    private long watched;

    /** Whether {@link #watched} is the exact place where the next range begins. */
    private boolean limitKnown;

    /** The compressed members of the reader; null for any other file. */
    private final @Nullable MemberRange members;

    /** The offset after the current record. */
    private long position;

    private boolean ended;

    /** The permanent error that the next range begins inside this one. */
    private @Nullable IOException failure;

    private final long start;
    private final long end;

    private SplitRecords(
            RecordReader reader, @Nullable RangeEdges edges, long start, long end, @Nullable MemberRange members) {
        this.reader = reader;
        this.edges = edges;
        this.start = start;
        this.end = end;
        this.watched = edges == null ? Long.MAX_VALUE : end;
        this.limitKnown = edges == null || end >= edges.size();
        this.members = members;
    }

    /**
     * Opens a range of a stored file, compressed or not. A file that cannot be divided belongs to the range at offset
     * 0; all other ranges are empty.
     *
     * <p>The source must have the same size for all ranges. If the file can grow, open the source with the size from
     * the listing of its directory.
     *
     * @param start the offset of the range in the file, in bytes; 0 for the first
     * @param length the size of the range in bytes; may exceed the file, and {@link Long#MAX_VALUE} means all bytes
     *     from {@code start}
     * @throws IllegalArgumentException if {@code start} or {@code length} is negative, if the options follow the file,
     *     or if the source does not support the options
     * @throws dev.riffle.UnrecognizedFileException if the file is not a record file and the options do not set the
     *     format
     * @throws IOException if the source cannot be read
     */
    public static SplitRecords open(ByteSource source, long start, long length, RecordReaderOptions options)
            throws IOException {
        return open(source, start, length, options, SplitEdges.PROOF_BYTES);
    }

    static SplitRecords open(ByteSource source, long start, long length, RecordReaderOptions options, long proofBytes)
            throws IOException {
        if (start < 0 || length < 0) {
            throw new IllegalArgumentException("start and length must not be negative: " + start + ", " + length);
        }
        if (options.follows()) {
            throw new IllegalArgumentException(
                    source.name() + ": cannot divide a file that is being followed; remove follow() from the options");
        }
        long end = length > Long.MAX_VALUE - start ? Long.MAX_VALUE : start + length;
        if (StoredBytes.isMapped(source)) {
            return ofRange(source, start, end, options, proofBytes);
        }
        StoredBytes stored = StoredBytes.shared(source);
        stored.requestAtMost(
                start > 0
                        ? Math.max(LEAST_PROBE_BYTES, Math.min(MOST_PROBE_BYTES, length / PROBE_FRACTION))
                        : Long.MAX_VALUE);
        try {
            SplitRecords records = ofRange(stored, start, end, options, proofBytes);
            records.stored = stored;
            // From now on, only the reader reads earlier bytes, and the search for the end reads later bytes.
            stored.keepFrom(records.edges == null && records.members == null ? Long.MAX_VALUE : end);
            return records;
        } catch (Throwable e) {
            closeAfter(e, stored);
            throw e;
        }
    }

    private static SplitRecords ofRange(
            ByteSource source, long start, long end, RecordReaderOptions options, long proofBytes) throws IOException {
        RecordReader reader = RecordReader.open(source, options);
        if (source instanceof StoredBytes stored) {
            stored.requestAtMost(Long.MAX_VALUE);
        }
        try {
            OptionalLong size = source.size();
            if (size.isEmpty() || !reader.format().isDivisible()) {
                return undivided(reader, start, end);
            }
            if (reader.format().isContainer()) {
                return ofRecords(reader, RangeEdges.ofContainer(reader, size.getAsLong()), start, end);
            }
            if (reader.compression().isNone()) {
                return ofRecords(reader, new TfRecordEdges(source, size.getAsLong(), proofBytes), start, end);
            }
            boolean undivided = start == 0 && end >= size.getAsLong();
            if (undivided
                    || !reader.compression().name().equals(Compression.GZIP.name())
                    || !CutGzipEdges.isCut(source)) {
                return undivided(reader, start, end);
            }
            return ofMembers(
                    reader, source, new CutGzipEdges(source, size.getAsLong(), proofBytes), start, end, options);
        } catch (Throwable e) {
            closeAfter(e, reader);
            throw e;
        }
    }

    /** Returns whether a gzip file begins with a member that stores its length. Such a file can be read in ranges. */
    public static boolean isDivisibleGzip(ByteSource source) throws IOException {
        return CutGzipEdges.isCut(source);
    }

    private static void closeAfter(Throwable failure, Closeable opened) {
        try {
            opened.close();
        } catch (IOException closing) {
            failure.addSuppressed(closing);
        }
    }

    private static SplitRecords undivided(RecordReader reader, long start, long end) {
        SplitRecords records = new SplitRecords(reader, null, start, end, null);
        records.ended = start > 0 || end == 0;
        reader.willReadTo(Long.MAX_VALUE);
        return records;
    }

    private static SplitRecords ofRecords(RecordReader reader, RangeEdges edges, long start, long end)
            throws IOException {
        SplitRecords records = new SplitRecords(reader, edges, start, end, null);
        try {
            reader.willReadTo(edges.willRead(start, end));
            OptionalLong begin = edges.begin(start, end);
            if (begin.isEmpty()) {
                records.ended = true;
            } else if (begin.getAsLong() > 0) {
                reader.seek(begin.getAsLong(), 0);
                records.position = begin.getAsLong();
            }
            return records;
        } catch (Throwable e) {
            closeAfter(e, edges);
            throw e;
        }
    }

    /** Opens a range of members as a separate gzip file. */
    private static SplitRecords ofMembers(
            RecordReader probed, ByteSource source, SplitEdges edges, long start, long end, RecordReaderOptions options)
            throws IOException {
        try {
            long announced = edges.willRead(start, end);
            OptionalLong begin = edges.begin(start, end);
            if (begin.isEmpty()) {
                edges.close();
                return undivided(probed, start, 0);
            }
            RecordReaderOptions known = options.format(RecordFormat.TFRECORD).compression(probed.compression());
            probed.close();
            MemberRange members = new MemberRange(source, edges, begin.getAsLong(), end, announced);
            RecordReader reader = RecordReader.open(members, known);
            reader.willReadTo(Long.MAX_VALUE);
            return new SplitRecords(reader, null, start, end, members);
        } catch (Throwable e) {
            closeAfter(e, edges);
            throw e;
        }
    }

    /**
     * Moves to the next record of the range; returns false at its end.
     *
     * @throws dev.riffle.CorruptRecordException like {@link RecordReader#next()}
     * @throws IOException if the source cannot be read, or if the next range begins inside a record or a damaged region
     *     of this one; then read the file in one range
     */
    public boolean next() throws IOException {
        if (failure != null) {
            throw failure;
        }
        if (ended || position >= watched && isAtLimit(position)) {
            ended = true;
            return false;
        }
        if (!reader.next()) {
            ended = true;
            checkEnd();
            return false;
        }
        if (edges != null) {
            // Between the last position and this one is only a skipped damaged region.
            if (reader.offset() >= watched && isAtLimit(reader.offset())) {
                ended = true;
                return false;
            }
            position = reader.endOffset();
        }
        return true;
    }

    /** Returns whether the next range begins at {@code at}, the position of the reader. */
    private boolean isAtLimit(long at) throws IOException {
        findLimit();
        if (at > watched) {
            throw overlap(watched, "this range continues at offset " + at);
        }
        return at == watched;
    }

    private void findLimit() throws IOException {
        if (!limitKnown && edges != null) {
            watched = edges.first(watched, edges.size()).orElse(Long.MAX_VALUE);
            limitKnown = true;
        }
    }

    /** Checks, at the end of the reader, that no other range began before it. */
    private void checkEnd() throws IOException {
        if (edges != null) {
            findLimit();
            if (watched < edges.size()) {
                throw overlap(watched, "this range ends later");
            }
        } else if (members != null
                && members.end() < members.sourceSize()
                && reader.tornTail().isPresent()) {
            throw overlap(members.end(), "it cuts the last record of this range");
        }
    }

    private IOException overlap(long limit, String conflict) {
        IOException overlap = new IOException(reader.name() + ": the next range begins at offset " + limit
                + ", but " + conflict
                + "; that offset is inside a record or a damaged region, for example"
                + " because a payload contains a record file; read this file in one range (splittable = false)");
        failure = overlap;
        return overlap;
    }

    /** Returns the fraction of an uncompressed range that was read, from 0 to 1; 0 if unknown. */
    public float progress() {
        long bytes = edges == null ? 0 : Math.min(end, edges.size()) - start;
        return bytes <= 0 ? 0 : Math.min(1, Math.max(0, (float) (position - start) / bytes));
    }

    /** Returns the reader at the current record; the caller must not move it. */
    public RecordReader reader() {
        return reader;
    }

    @Override
    public void close() throws IOException {
        try {
            reader.close();
        } finally {
            try {
                if (edges != null) {
                    edges.close();
                }
                if (members != null) {
                    members.close();
                }
            } finally {
                if (stored != null) {
                    stored.close();
                }
            }
        }
    }
}
