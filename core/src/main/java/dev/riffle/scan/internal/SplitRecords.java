package dev.riffle.scan.internal;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import java.io.Closeable;
import java.io.IOException;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The records of a file that belong to a range of its bytes: what a task reads of a file that is divided among several. Ranges that
 * follow each other from the first byte to the last have all records between them, each of them once, and so with the regions
 * that are passed over as damaged. No range needs to know of the others.
 *
 * <p>An uncompressed TFRecord file is divided between records, and a gzip file whose members say how long they are (as {@code
 * Gzip.cutMembers} writes them) between members. Any other file, one in OFRecord too, belongs as a whole to the range that begins
 * at 0. A range has the records that begin in it; but where a range ends near damage, the one before reads on through the
 * damage, and the one behind begins that much later.
 *
 * <p>The numbers of records count from the beginning of the range, since nobody knows how many there are before; offsets are those of
 * the file. In a gzip file that is divided both count from the member with which the range begins, and the reader's name says
 * where that is.
 *
 * <p>Belongs to one thread at a time.
 */
public final class SplitRecords implements Closeable {

    private final RecordReader reader;

    /** Finds where this range ends; null where the reader ends by itself. */
    private final @Nullable SplitEdges edges;

    /** From here on a place has to be looked at before the walk goes on. */
    private long watched;

    /** Whether {@link #watched} is the very place where the next range begins. */
    private boolean limitKnown;

    /** Where the compressed members end that the reader has; -1 if it has the whole rest of the file. */
    private final long membersEnd;

    /** Behind the present record. */
    private long position;

    private boolean ended;

    /** That ranges do not meet; stays so. */
    private @Nullable IOException failure;

    private final long start;
    private final long end;

    private SplitRecords(RecordReader reader, @Nullable SplitEdges edges, long start, long end, long membersEnd) {
        this.reader = reader;
        this.edges = edges;
        this.start = start;
        this.end = end;
        this.watched = edges == null ? Long.MAX_VALUE : end;
        this.limitKnown = edges == null || end >= edges.size;
        this.membersEnd = membersEnd;
    }

    /**
     * Opens a range of a file as it is stored, compressed or not. A file that cannot be entered in the middle belongs to the range at
     * offset 0; all others are empty.
     *
     * <p>The source must have the same size for all ranges. If the file can grow meanwhile, open it with the size that the
     * listing of its folder gave.
     *
     * @param start where the range begins, in bytes of the file; 0 for the first
     * @param length how many bytes it has; may reach beyond the end of the file, and {@link Long#MAX_VALUE} is all from {@code start} on
     * @throws IllegalArgumentException if {@code start} or {@code length} is negative, the options say to follow the file, or they
     *     cannot be met
     * @throws dev.riffle.UnrecognizedFileException if the content is not that of a record file, and the options do not say what it is
     * @throws IOException if the source cannot be read
     */
    public static SplitRecords open(ByteSource source, long start, long length, RecordReaderOptions options)
            throws IOException {
        return open(source, start, length, options, SplitEdges.PROOF_BYTES);
    }

    static SplitRecords open(ByteSource source, long start, long length, RecordReaderOptions options, long proofBytes)
            throws IOException {
        if (start < 0 || length < 0) {
            throw new IllegalArgumentException(
                    "a range must not begin or end before the file: " + start + ", length " + length);
        }
        if (options.follows()) {
            throw new IllegalArgumentException(source.name() + ": a file that is followed cannot be divided");
        }
        long end = length > Long.MAX_VALUE - start ? Long.MAX_VALUE : start + length;
        RecordReader reader = RecordReader.open(source, options);
        try {
            OptionalLong size = source.size();
            if (size.isEmpty() || reader.format() != RecordFormat.TFRECORD) {
                return undivided(reader, start, end);
            }
            if (reader.compression().isNone()) {
                return ofRecords(reader, new TfRecordEdges(source, size.getAsLong(), proofBytes), start, end);
            }
            boolean whole = start == 0 && end >= size.getAsLong();
            if (whole
                    || !reader.compression().name().equals(Compression.GZIP.name())
                    || !CutGzipEdges.isCut(source, size.getAsLong())) {
                return undivided(reader, start, end);
            }
            return ofMembers(reader, source, size.getAsLong(), start, end, options, proofBytes);
        } catch (Throwable e) {
            closeAfter(e, reader);
            throw e;
        }
    }

    /** Returns whether a gzip file begins with a member that stores its length, so that it can be read in ranges. */
    public static boolean isDivisibleGzip(ByteSource source) throws IOException {
        return CutGzipEdges.isCut(source, source.size().orElse(0));
    }

    private static void closeAfter(Throwable failure, Closeable opened) {
        try {
            opened.close();
        } catch (IOException closing) {
            failure.addSuppressed(closing);
        }
    }

    private static SplitRecords undivided(RecordReader reader, long start, long end) {
        SplitRecords records = new SplitRecords(reader, null, start, end, -1);
        records.ended = start > 0 || end == 0;
        return records;
    }

    private static SplitRecords ofRecords(RecordReader reader, SplitEdges edges, long start, long end)
            throws IOException {
        SplitRecords records = new SplitRecords(reader, edges, start, end, -1);
        try {
            OptionalLong begin = start == 0 && end > 0 ? OptionalLong.of(0) : edges.first(start, end);
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

    /** A range of members is a gzip file of its own. */
    private static SplitRecords ofMembers(
            RecordReader probed,
            ByteSource source,
            long size,
            long start,
            long end,
            RecordReaderOptions options,
            long proofBytes)
            throws IOException {
        try (SplitEdges edges = new CutGzipEdges(source, size, proofBytes)) {
            OptionalLong begin = start == 0 && end > 0 ? OptionalLong.of(0) : edges.first(start, end);
            if (begin.isEmpty()) {
                return undivided(probed, start, 0);
            }
            OptionalLong limit = edges.first(end, size);
            RecordReaderOptions known = options.format(RecordFormat.TFRECORD).compression(probed.compression());
            probed.close();
            ByteSource part = new SourceRange(source, begin.getAsLong(), limit.orElse(size));
            return new SplitRecords(RecordReader.open(part, known), null, start, end, limit.orElse(-1));
        }
    }

    /**
     * Goes to the next record of the range; false if there is none.
     *
     * @throws dev.riffle.CorruptRecordException as {@link RecordReader#next()} does
     * @throws IOException if the source cannot be read, or if the place where the next range begins turns out to be inside of a record
     *     or a damaged region of this one: then the file must be read undivided
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
            // Only what was passed over as damaged lies between the last position and this one.
            if (reader.offset() >= watched && isAtLimit(reader.offset())) {
                ended = true;
                return false;
            }
            position = reader.endOffset();
        }
        return true;
    }

    /** Whether the next range begins at {@code at}, a place that the walk has come to. */
    private boolean isAtLimit(long at) throws IOException {
        findLimit();
        if (at > watched) {
            throw passed(watched, "the walk goes on at " + at);
        }
        return at == watched;
    }

    private void findLimit() throws IOException {
        if (!limitKnown && edges != null) {
            watched = edges.first(watched, edges.size).orElse(Long.MAX_VALUE);
            limitKnown = true;
        }
    }

    /** The reader has come to its end; nobody may have begun before that. */
    private void checkEnd() throws IOException {
        if (edges != null) {
            findLimit();
            if (watched < edges.size) {
                throw passed(watched, "the walk ends behind it");
            }
        } else if (membersEnd >= 0 && reader.tornTail().isPresent()) {
            throw passed(membersEnd, "the record before it is cut short there");
        }
    }

    private IOException passed(long limit, String walk) {
        IOException passed = new IOException(reader.name() + ": records that follow each other begin at offset " + limit
                + ", and another range with them, but " + walk
                + ": they are inside of a record or of a damaged region, for example"
                + " because a payload is a record file itself; read this file in one range (splittable = false)");
        failure = passed;
        return passed;
    }

    /** How much of an uncompressed range lies behind, from 0 to 1; 0 where nobody knows. */
    public float progress() {
        long bytes = edges == null ? 0 : Math.min(end, edges.size) - start;
        return bytes <= 0 ? 0 : Math.min(1, Math.max(0, (float) (position - start) / bytes));
    }

    /** The reader, which is at the present record; only to be asked, never to be moved. */
    public RecordReader reader() {
        return reader;
    }

    @Override
    public void close() throws IOException {
        try {
            reader.close();
        } finally {
            if (edges != null) {
                edges.close();
            }
        }
    }
}
