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
import dev.riffle.scan.internal.OperationProgress;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads all intact records of a source, piece by piece. After a break of a gzip stream it begins a new piece with a new
 * reader, so that no record spans the gap.
 */
final class RepairScan implements Closeable {

    /**
     * The largest number of records in a step. A step also has at most about {@link #BYTES_PER_STEP} bytes. The scan
     * estimates this size from earlier records.
     */
    private static final int RECORDS_PER_STEP = 1 << 16;

    private static final int BYTES_PER_STEP = 16 << 20;

    /** The largest ratio of the sizes of consecutive steps. */
    private static final int GROWTH = 16;

    private static final int BUFFER_BYTES = 256 << 10;

    private final ByteSource source;
    private final RecordReaderOptions options;
    private final NestedRecords nested;
    private final OperationProgress progress;

    /** The size of the source at the beginning. */
    private final OptionalLong size;

    private final RecordFormat format;
    private final Compression compression;
    private final LostRegions lost = new LostRegions();
    private Optional<CorruptRecordException> end = Optional.empty();
    private RecordReader reader;
    private @Nullable DamagedStream stream;

    /** The offset in the source at which the current piece begins. */
    private long pieceBegin;

    private long records;
    private long reportedRecords;
    private long reportedBytes;

    /** Processes the records. */
    interface Step {

        /**
         * Processes the next {@code max} records of a reader and returns their number, which is smaller only at the
         * end.
         */
        long take(RecordReader reader, long max) throws IOException;

        /** Returns the uncompressed size of all processed records in bytes, frames included. */
        long bytes();
    }

    RepairScan(ByteSource source, RecordReaderOptions options, NestedRecords nested, OperationProgress progress)
            throws IOException {
        this.source = source;
        this.options = options;
        this.nested = nested;
        this.progress = progress;
        size = source.size();
        if (size.isPresent()) {
            try (RecordReader probe = RecordReader.open(source, options.damage(DamagePolicy.FAIL))) {
                format = probe.format();
                compression = probe.compression();
            }
            reader = openPiece(0);
        } else {
            reader = RecordReader.open(source, options.damage(DamagePolicy.skip(lost::skipped, nested)));
            format = reader.format();
            compression = reader.compression();
        }
    }

    private RecordReader openPiece(long begin) throws IOException {
        DamagedStream used = stream != null
                ? stream.from(begin)
                : DamagedStream.of(compression, begin).orElse(null);
        stream = used;
        DamagePolicy damage = format.skipsDamage() ? DamagePolicy.skip(lost::skipped, nested) : DamagePolicy.FAIL;
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
                runVerified(step, wrong.get());
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
            if (mayBeIntact(e)) {
                throw e;
            }
            lost.broken(e, isPlain() ? size : OptionalLong.empty());
            report(records, pieceBegin + reader.sourceBytesRead());
            end = Optional.of(e);
            return e.reason() == CorruptRecordException.Reason.DECOMPRESSION && continueAfter();
        }
    }

    private void take(Step step, long max) throws IOException {
        long left = max;
        long wantedRecords = 1;
        while (left > 0) {
            long before = step.bytes();
            long wanted = Math.min(wantedRecords, left);
            long taken = step.take(reader, wanted);
            left -= taken;
            records += taken;
            report(records, pieceBegin + reader.sourceBytesRead());
            if (taken < wanted) {
                return;
            }
            long mean = Math.max(1, (step.bytes() - before) / taken);
            long longest = Math.min(RECORDS_PER_STEP, wantedRecords * GROWTH);
            wantedRecords = Math.max(1, Math.min(longest, BYTES_PER_STEP / mean));
        }
    }

    /** Returns whether the remaining records may be intact, so that a repair must not skip them. */
    private static boolean mayBeIntact(CorruptRecordException found) {
        return found.reason() == CorruptRecordException.Reason.SOURCE_SHRANK
                || found.reason() == CorruptRecordException.Reason.OVER_LIMIT;
    }

    /** Reports the progress up to this number of records and this offset in the source. */
    private void report(long doneRecords, long place) {
        long bytes = Math.max(0, place - reportedBytes);
        progress.advanced(doneRecords - reportedRecords, bytes);
        reportedRecords = doneRecords;
        reportedBytes += bytes;
    }

    private boolean continueAfter() throws IOException {
        DamagedStream broken = stream;
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
        pieceBegin = to;
        return true;
    }

    /**
     * Returns the error in a compressed stream whose records have no checksums; empty if the stream is intact or only
     * truncated.
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

    /**
     * Passes only the records in members with valid checksums to {@code step}, because only these checksums prove a
     * record.
     */
    private void runVerified(Step step, CompressionException wrong) throws IOException {
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
            if (mayBeIntact(e)) {
                throw e;
            }
            found = e;
        }
        if (found == null) {
            // The second pass found no damage, so another program is writing the file.
            throw wrong;
        }
        take(step, proven);
        lost.broken(found, proven, provenEnd, OptionalLong.empty());
        end = Optional.of(found);
    }

    /** Returns the report of a repair with this number of records. */
    LossReport report(long records) {
        OptionalLong content = isPlain() ? size : OptionalLong.empty();
        if (!isPlain() && end.isEmpty() && stream != null) {
            content = OptionalLong.of(lost.pieceBegin() + stream.deliveredBytes());
        }
        // A break can end a step before the progress report of its last records. Lost bytes are done, too.
        report(records, size.orElse(reportedBytes));
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
