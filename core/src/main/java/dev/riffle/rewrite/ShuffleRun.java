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
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs a shuffle. The read phase computes a key for each record and collects records in memory. If the memory is full,
 * it appends each record to the file of its bucket: the records whose keys have equal first bits. The write phase loads
 * one bucket after the other, sorts it in memory and writes it. If a bucket does not fit into memory, the write phase
 * divides it by the following bits.
 */
final class ShuffleRun {

    /** The smallest number of bits that divide records into buckets, and the largest one. */
    private static final int LEAST_BITS = 6;

    private static final int MOST_BITS = 8;

    /** The smallest number of bytes to append to a bucket on average. Small buckets then have almost no cost. */
    private static final long LEAST_APPENDED_BYTES = 1 << 10;

    private static final int RECORDS_BETWEEN_REPORTS = 256;

    private final SpillFolder folder;
    private final ShuffleKeys keys;
    private final ShuffleMemory memory;
    private final OperationProgress progress;
    private final Buckets buckets;

    /** The number of bits that divide records into buckets. */
    private final int bits;

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
        this.keys = keys;
        this.memory = new ShuffleMemory(memoryBytes, keys);
        this.progress = progress;
        int most = Long.SIZE - 1 - Long.numberOfLeadingZeros(memoryBytes / LEAST_APPENDED_BYTES);
        this.bits = Math.max(LEAST_BITS, Math.min(MOST_BITS, most));
        this.buckets = new Buckets(0);
    }

    /** Divides records by the next bits of their keys. The last records are in memory. */
    private final class Buckets {

        /** The number of equal first bits in the keys of all records. */
        private final int keyBits;

        private final @Nullable SpillFile[] files = new SpillFile[1 << bits];
        private boolean hasFiles;

        Buckets(int keyBits) {
            this.keyBits = keyBits;
        }

        void add(long number, ByteBuffer payload) throws IOException {
            if (!memory.add(number, payload)) {
                spill();
                if (!memory.add(number, payload)) {
                    try (SpillFile.Writing out = file(number).append()) {
                        out.add(number, payload);
                    }
                }
            }
        }

        private SpillFile file(long number) throws IOException {
            int bucket = (int) (keys.of(number) << keyBits >>> (Long.SIZE - bits));
            SpillFile file = files[bucket];
            if (file == null) {
                file = folder.create();
                files[bucket] = file;
            }
            return file;
        }

        /** Moves the records in memory to the files. */
        private void spill() throws IOException {
            hasFiles = true;
            memory.sort();
            for (boolean more = memory.next(); more; ) {
                SpillFile file = file(memory.number());
                try (SpillFile.Writing out = file.append()) {
                    do {
                        out.add(memory.number(), memory.payload());
                        more = memory.next();
                    } while (more && file(memory.number()) == file);
                }
            }
        }

        /** Writes all records in the order of their keys. */
        void writeTo(SetOutput out) throws IOException {
            if (!hasFiles) {
                for (memory.sort(); memory.next(); ) {
                    write(memory.payload(), out);
                }
                return;
            }
            // The buckets need the memory one after the other.
            spill();
            for (SpillFile file : files) {
                if (file != null && file.records() == 1) {
                    // This record may be larger than the memory.
                    file.read((number, payload) -> write(payload, out));
                } else if (file != null) {
                    Buckets parts = new Buckets(keyBits + bits);
                    file.read(parts::add);
                    parts.writeTo(out);
                }
                if (file != null) {
                    temporaryBytes += file.size();
                    folder.delete(file);
                }
            }
        }
    }

    /** Reads all records into buckets. */
    void read(RecordInput input, OutputPlan plan) throws IOException {
        try (RecordSequence all =
                new RecordSequence(input.sources(), input.options(), OperationProgress.NONE, plan::checkTakes)) {
            while (all.next()) {
                RecordReader reader = all.reader();
                buckets.add(records++, reader.payload());
                inputBytes += reader.endOffset() - reader.offset();
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
        return new ShuffleReport(records, shards, inputBytes, temporaryBytes, temporaryBytes, memory.peak());
    }

    private void write(ByteBuffer payload, SetOutput out) throws IOException {
        out.write(payload);
        if (++written % RECORDS_BETWEEN_REPORTS == 0) {
            double part = Math.min(1, out.uncompressedSize() / (double) inputBytes);
            report(sourceBytes / 2 + (long) (part * (sourceBytes - sourceBytes / 2)));
        }
    }
}
