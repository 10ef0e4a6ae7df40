package dev.riffle.repair;

import dev.riffle.CorruptRecordException;
import dev.riffle.DamagePolicy;
import dev.riffle.NestedRecords;
import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Compression;
import dev.riffle.io.CompressionException;
import dev.riffle.io.internal.resume.DamagedStream;
import dev.riffle.scan.ProgressListener;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads all intact records of a source, piece by piece. After a break of a gzip stream a new piece begins, with its own
 * reader, so that no record spans the gap.
 */
final class RepairScan implements Closeable {

    /**
     * The largest number of records in a step. A step is also limited to about {@link #BYTES_AT_ONCE} bytes, estimated
     * from earlier records.
     */
    private static final int RECORDS_AT_ONCE = 1 << 16;

    private static final int BYTES_AT_ONCE = 16 << 20;

    /** The largest factor by which a step may exceed the previous one. */
    private static final int GROWTH = 16;

    private static final int BUFFER_BYTES = 256 << 10;

    private final ByteSource source;
    private final RecordReaderOptions options;
    private final NestedRecords nested;
    private final ProgressListener progress;

    /** The size of the source at the beginning. */
    private final OptionalLong size;

    private final RecordFormat format;
    private final Compression compression;
    private final LostRegions lost = new LostRegions();
    private Optional<CorruptRecordException> end = Optional.empty();
    private RecordReader reader;
    private @Nullable DamagedStream rescuing;

    private long records;
    private long reportedRecords;
    private long reportedBytes;

    /** Processes the records. */
    interface Step {

        /**
         * Takes at most {@code most} of the next records of a reader, and returns their number. It is smaller only at
         * the end.
         */
        long take(RecordReader reader, long most) throws IOException;

        /** Returns the number of uncompressed bytes of all records taken so far, frames included. */
        long bytes();
    }

    RepairScan(ByteSource source, RecordReaderOptions options, NestedRecords nested, ProgressListener progress)
            throws IOException {
        this.source = source;
        this.options = options;
        this.nested = nested;
        this.progress = progress;
        size = source.size();
        if (size.isPresent()) {
            try (RecordReader look = RecordReader.open(source, options.damage(DamagePolicy.FAIL))) {
                format = look.format();
                compression = look.compression();
            }
            reader = openPiece(0);
        } else {
            reader = RecordReader.open(source, options.damage(DamagePolicy.skip(lost::skipped, nested)));
            format = reader.format();
            compression = reader.compression();
        }
    }

    private RecordReader openPiece(long begin) throws IOException {
        DamagedStream used = rescuing != null
                ? rescuing.from(begin)
                : DamagedStream.of(compression, begin).orElse(null);
        rescuing = used;
        DamagePolicy damage =
                format == RecordFormat.OFRECORD ? DamagePolicy.FAIL : DamagePolicy.skip(lost::skipped, nested);
        return RecordReader.open(
                begin == 0 ? source : new OffsetSource(source, begin),
                options.format(format)
                        .compression(used == null ? compression : used.compression())
                        .damage(damage));
    }

    /** Passes all intact records to {@code step}. */
    void run(Step step) throws IOException {
        if (format == RecordFormat.OFRECORD && !isPlain() && size.isPresent()) {
            Optional<CompressionException> wrong = wrongContent();
            if (wrong.isPresent()) {
                runProven(step, wrong.get());
                return;
            }
        }
        boolean more = true;
        while (more) {
            more = runPiece(step);
        }
    }

    /** Reads to the end or to an error that ends the piece. Returns whether another piece follows. */
    private boolean runPiece(Step step) throws IOException {
        try {
            take(step, Long.MAX_VALUE);
            return false;
        } catch (CorruptRecordException e) {
            if (isNoDamage(e)) {
                throw e;
            }
            lost.broken(e, isPlain() ? size : OptionalLong.empty());
            report(records, step.bytes() + lost.lostBytes());
            end = Optional.of(e);
            return e.reason() == CorruptRecordException.Reason.DECOMPRESSION && continueAfter();
        }
    }

    private void take(Step step, long most) throws IOException {
        long left = most;
        long atOnce = 1;
        while (left > 0) {
            long before = step.bytes();
            long wanted = Math.min(atOnce, left);
            long taken = step.take(reader, wanted);
            left -= taken;
            records += taken;
            report(records, step.bytes() + lost.lostBytes());
            if (taken < wanted) {
                return;
            }
            long mean = Math.max(1, (step.bytes() - before) / taken);
            long longest = Math.min(RECORDS_AT_ONCE, atOnce * GROWTH);
            atOnce = Math.max(1, Math.min(longest, BYTES_AT_ONCE / mean));
        }
    }

    /** Returns whether the remaining records may be intact, so that leaving them out would lose them. */
    private static boolean isNoDamage(CorruptRecordException found) {
        return found.reason() == CorruptRecordException.Reason.SOURCE_SHRANK
                || found.reason() == CorruptRecordException.Reason.OVER_LIMIT;
    }

    /** Reports the progress up to these totals. */
    private void report(long doneRecords, long doneBytes) {
        long moreBytes = Math.max(0, doneBytes - reportedBytes);
        if (doneRecords > reportedRecords || moreBytes > 0) {
            progress.advanced(doneRecords - reportedRecords, moreBytes);
            reportedRecords = doneRecords;
            reportedBytes += moreBytes;
        }
    }

    private boolean continueAfter() throws IOException {
        DamagedStream broken = rescuing;
        if (broken == null
                || format != RecordFormat.TFRECORD
                || !compression.name().equals(Compression.GZIP.name())) {
            return false;
        }
        long from = broken.memberOffset();
        OptionalLong next = broken.nextMember(source);
        long to = next.orElse(Math.max(from, size.orElse(from)));
        lost.gap(new LossReport.Gap(from, to - from), broken.deliveredBytes());
        if (next.isEmpty()) {
            return false;
        }
        end = Optional.empty();
        reader.close();
        reader = openPiece(to);
        return true;
    }

    /**
     * Returns the error in a compressed stream whose records have no checksums, unless the stream is only cut short.
     */
    private Optional<CompressionException> wrongContent() throws IOException {
        try (ReadableByteChannel in = source.open(0);
                ReadableByteChannel content = compression.decompress(in)) {
            ByteBuffer bytes = ByteBuffer.allocate(BUFFER_BYTES);
            while (content.read(bytes) >= 0) {
                bytes.clear();
            }
            return Optional.empty();
        } catch (CompressionException e) {
            return e.reason() == CompressionException.Reason.INCOMPLETE ? Optional.empty() : Optional.of(e);
        }
    }

    /** Passes only the records in members with right checksums to {@code step}; nothing else proves a record. */
    private void runProven(Step step, CompressionException wrong) throws IOException {
        long proven = 0;
        long provenEnd = 0;
        @Nullable CorruptRecordException found = null;
        try (RecordReader counting = openPiece(0)) {
            while (counting.next()) {
                if (counting.endOffset() <= wrong.verifiedBytes()) {
                    proven++;
                    provenEnd = counting.endOffset();
                }
            }
        } catch (CorruptRecordException e) {
            if (isNoDamage(e)) {
                throw e;
            }
            found = e;
        }
        if (found == null) {
            // The second pass found no damage: another program is writing the file.
            throw wrong;
        }
        take(step, proven);
        lost.broken(found, proven, provenEnd, OptionalLong.empty());
        end = Optional.of(found);
    }

    /** Returns the report of a repair that took this number of records. */
    LossReport report(long records) {
        OptionalLong content = isPlain() ? size : OptionalLong.empty();
        if (!isPlain() && end.isEmpty() && rescuing != null) {
            content = OptionalLong.of(lost.pieceBegin() + rescuing.deliveredBytes());
        }
        // A break can end the step that took the last records before it.
        report(records, reportedBytes);
        return lost.report(reader.name(), format, compression, records, content, end);
    }

    private boolean isPlain() {
        return compression.isNone();
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
