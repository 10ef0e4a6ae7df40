package dev.riffle.rewrite;

import dev.riffle.RecordReader;
import dev.riffle.scan.internal.OperationProgress;
import dev.riffle.scan.internal.RecordSequence;
import dev.riffle.shard.RecordInput;
import dev.riffle.shard.WrittenShard;
import dev.riffle.shard.internal.OutputPlan;
import dev.riffle.shard.internal.SetOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs a shuffle. The read phase adds each record to its bucket: the records whose keys have equal first bits. If the
 * memory is full, the last buckets move to temporary files. The write phase sorts one bucket after the other in memory
 * and writes it. It divides a bucket in a file by the following bits while it reads the file.
 */
final class ShuffleRun {

    /** The smallest number of bits that divide records into buckets, and the largest one. */
    private static final int LEAST_BITS = 6;

    private static final int MOST_BITS = 8;

    /** The smallest number of bytes to append to a bucket on average. Small buckets then have almost no cost. */
    private static final long LEAST_APPENDED_BYTES = 512;

    private static final int RECORDS_BETWEEN_REPORTS = 256;

    private final SpillFolder folder;
    private final long memoryBytes;
    private final ShuffleKeys keys;
    private final OperationProgress progress;
    private final Buckets buckets;

    /** The number of bits that divide records into buckets. */
    private final int bits;

    /** The bytes of the records in memory, now and at most. */
    private long heldBytes;

    private long peakBytes;
    private long records;
    private long inputBytes;
    private long temporaryBytes;

    /** The number of stored bytes that were read. */
    private long sourceBytes;

    private long written;
    private long reportedWritten;
    private long reportedBytes;

    ShuffleRun(SpillFolder folder, long memoryBytes, ShuffleKeys keys, OperationProgress progress) {
        this.folder = folder;
        this.memoryBytes = memoryBytes;
        this.keys = keys;
        this.progress = progress;
        int most = Long.SIZE - 1 - Long.numberOfLeadingZeros(memoryBytes / 2 / LEAST_APPENDED_BYTES);
        this.bits = Math.max(LEAST_BITS, Math.min(MOST_BITS, most));
        this.buckets = new Buckets(0);
    }

    /** Divides records by the next bits of their keys. */
    private final class Buckets {

        /** The number of equal first bits in the keys of all records. */
        private final int keyBits;

        private final List<Bucket> all =
                Stream.generate(Bucket::new).limit(1L << bits).toList();

        Buckets(int keyBits) {
            this.keyBits = keyBits;
        }

        void add(ShuffleRecord record) throws IOException {
            long bytes = record.memoryBytes();
            if (heldBytes + bytes > memoryBytes) {
                // The first buckets stay in memory, because their records then need no temporary file.
                long most = Math.min(memoryBytes / 2, memoryBytes - bytes);
                for (int i = all.size() - 1; i >= 0 && heldBytes > most; i--) {
                    all.get(i).spill();
                }
            }
            Bucket bucket = all.get((int) (keys.of(record.number()) << keyBits >>> (Long.SIZE - bits)));
            bucket.held.add(record);
            if (bytes > memoryBytes) {
                bucket.append();
            } else {
                heldBytes += bytes;
                peakBytes = Math.max(peakBytes, heldBytes);
            }
        }

        /** Writes all records in the order of their keys. */
        void writeTo(SetOutput out) throws IOException {
            boolean hasFile = false;
            for (Bucket bucket : all) {
                // A bucket in a file needs the complete memory.
                hasFile |= bucket.file != null;
                if (hasFile) {
                    bucket.spill();
                }
            }
            for (Bucket bucket : all) {
                if (bucket.file == null) {
                    bucket.writeSorted(out);
                } else {
                    bucket.writeFile(bucket.file, keyBits + bits, out);
                }
            }
        }
    }

    /** Records in memory or in a file. */
    private final class Bucket {

        private final List<ShuffleRecord> held = new ArrayList<>();
        private @Nullable SpillFile file;

        /** Moves the records in memory to the file. */
        void spill() throws IOException {
            if (!held.isEmpty()) {
                heldBytes -= bytes();
                append();
            }
        }

        private void append() throws IOException {
            SpillFile target = file == null ? folder.create() : file;
            file = target;
            target.append(held);
            held.clear();
        }

        private long bytes() {
            return held.stream().mapToLong(ShuffleRecord::memoryBytes).sum();
        }

        void writeSorted(SetOutput out) throws IOException {
            held.sort((a, b) -> Long.compareUnsigned(keys.of(a.number()), keys.of(b.number())));
            for (ShuffleRecord record : held) {
                write(record, out);
            }
            heldBytes -= bytes();
            held.clear();
        }

        void writeFile(SpillFile from, int keyBits, SetOutput out) throws IOException {
            Buckets parts = new Buckets(keyBits);
            try (SpillFile.Reading in = from.read()) {
                while (in.hasNext()) {
                    if (from.records() == 1) {
                        // This record may be larger than the memory.
                        write(in.next(), out);
                    } else {
                        parts.add(in.next());
                    }
                }
            }
            temporaryBytes += from.size();
            folder.delete(from);
            parts.writeTo(out);
        }
    }

    /** Reads all records into buckets. */
    void read(RecordInput input, OutputPlan plan) throws IOException {
        try (RecordSequence all =
                new RecordSequence(input.sources(), input.options(), OperationProgress.NONE, plan::checkTakes)) {
            RecordReader reader = null;
            long end = 0;
            while (all.next()) {
                if (reader != all.reader()) {
                    reader = all.reader();
                    end = 0;
                }
                buckets.add(ShuffleRecord.copy(records++, reader.payload()));
                inputBytes += reader.endOffset() - end;
                end = reader.endOffset();
                if (records % RECORDS_BETWEEN_REPORTS == 0) {
                    report(all.sourceBytesRead() / 2);
                }
            }
            sourceBytes = all.sourceBytesRead();
            report(sourceBytes / 2);
        }
    }

    private void report(long bytes) {
        long more = Math.max(0, bytes - reportedBytes);
        progress.advanced(written - reportedWritten, more);
        reportedWritten = written;
        reportedBytes += more;
    }

    /** Writes all records in the order of their keys. */
    ShuffleReport writeTo(OutputPlan plan) throws IOException {
        List<WrittenShard> shards;
        try (SetOutput out = plan.open(records)) {
            buckets.writeTo(out);
            shards = out.commit();
            report(sourceBytes);
        }
        return new ShuffleReport(records, shards, inputBytes, temporaryBytes, temporaryBytes, peakBytes);
    }

    private void write(ShuffleRecord record, SetOutput out) throws IOException {
        out.write(ByteBuffer.wrap(record.payload()));
        if (++written % RECORDS_BETWEEN_REPORTS == 0) {
            double part = Math.min(1, out.uncompressedSize() / (double) inputBytes);
            report(sourceBytes / 2 + (long) (part * (sourceBytes - sourceBytes / 2)));
        }
    }
}
