package dev.riffle.rewrite;

import dev.riffle.RecordFormat;
import dev.riffle.RecordReader;
import dev.riffle.RecordReaderOptions;
import dev.riffle.io.ByteSource;
import dev.riffle.scan.internal.OperationProgress;
import dev.riffle.shard.WrittenShard;
import dev.riffle.shard.internal.OutputPlan;
import dev.riffle.shard.internal.SetOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalLong;

/**
 * Runs a shuffle. The read phase computes a key for each record and adds the record to the bucket of the first bits of
 * the key. The write phase loads one bucket after the other, sorts it in memory and writes it. If a bucket does not fit
 * into memory, the write phase divides it by the following bits.
 *
 * <p>The read phase estimates the number of buckets from the file sizes, without an additional pass. A wrong estimate
 * causes another division and never changes the order.
 */
final class ShuffleRun {

    /**
     * The assumed expansion of a compressed file. A value that is too high is better than one that is too low, because
     * small buckets have almost no cost.
     */
    private static final int EXPANSION = 16;

    private static final int RECORDS_BETWEEN_REPORTS = 256;

    private final SpillFolder folder;
    private final SpillPool pool;
    private final ShuffleKeys keys;
    private final OperationProgress progress;
    private final ShuffleOrder order = new ShuffleOrder();
    private long records;
    private long inputBytes;

    /** The number of stored bytes that were read. */
    private long sourceBytes;

    private long written;
    private long reportedWritten;
    private long reportedBytes;

    ShuffleRun(SpillFolder folder, long memoryBytes, ShuffleKeys keys, OperationProgress progress) {
        this.folder = folder;
        this.pool = new SpillPool(memoryBytes, folder);
        this.keys = keys;
        this.progress = progress;
    }

    /** Reads all records into buckets. */
    void read(List<ByteSource> sources, RecordReaderOptions options, OutputPlan plan) throws IOException {
        SpillBucket[] buckets = {};
        RecordFormat format = null;
        for (ByteSource source : sources) {
            try (RecordReader reader = RecordReader.open(source, options)) {
                if (format == null) {
                    plan.checkTakes(reader.format());
                    format = reader.format();
                    buckets = buckets(0, pool.bitsFor(expectedBytes(sources, reader)));
                } else if (format != reader.format()) {
                    throw new IOException(
                            source.name() + ": is " + reader.format().title() + ", but "
                                    + sources.get(0).name() + " is " + format.title()
                                    + "; all files of a set must have one format");
                }
                read(reader, buckets);
            }
        }
    }

    private void read(RecordReader reader, SpillBucket[] buckets) throws IOException {
        long end = 0;
        long before = sourceBytes;
        while (reader.next()) {
            ByteBuffer payload = reader.payload();
            add(buckets, 0, records, payload);
            records++;
            inputBytes += reader.endOffset() - end;
            end = reader.endOffset();
            if (records % RECORDS_BETWEEN_REPORTS == 0) {
                report((before + reader.sourceBytesRead()) / 2);
            }
        }
        sourceBytes += reader.sourceBytesRead();
        report(sourceBytes / 2);
    }

    private void report(long bytes) {
        long more = Math.max(0, bytes - reportedBytes);
        progress.advanced(written - reportedWritten, more);
        reportedWritten = written;
        reportedBytes += more;
    }

    private static long expectedBytes(List<ByteSource> sources, RecordReader first) throws IOException {
        long bytes = 0;
        for (ByteSource source : sources) {
            OptionalLong size = source.size();
            if (size.isEmpty()) {
                return Long.MAX_VALUE;
            }
            bytes += size.getAsLong();
        }
        boolean isPlain = first.compression().isNone();
        return isPlain || bytes > Long.MAX_VALUE / EXPANSION ? bytes : bytes * EXPANSION;
    }

    /** Creates empty buckets for the keys of one bucket, and inserts the new buckets before all waiting buckets. */
    private SpillBucket[] buckets(int keyBits, int bits) {
        SpillBucket[] buckets = new SpillBucket[1 << bits];
        for (int i = buckets.length - 1; i >= 0; i--) {
            buckets[i] = new SpillBucket(keyBits + bits, pool);
            pool.waiting().addFirst(buckets[i]);
        }
        return buckets;
    }

    private void add(SpillBucket[] buckets, int keyBits, long number, ByteBuffer payload) throws IOException {
        int bits = Integer.numberOfTrailingZeros(buckets.length);
        buckets[(int) ((keys.of(number) << keyBits) >>> (Long.SIZE - bits))].add(number, payload);
    }

    /** Writes all records in the order of their keys. */
    ShuffleReport writeTo(OutputPlan plan) throws IOException {
        List<WrittenShard> shards;
        try (SetOutput out = plan.open(records)) {
            while (true) {
                SpillBucket bucket = pool.waiting().pollFirst();
                if (bucket == null) {
                    break;
                }
                write(bucket, out);
            }
            shards = out.commit();
            report(sourceBytes);
        }
        SpillTraffic traffic = folder.traffic();
        return new ShuffleReport(records, shards, inputBytes, traffic.bytesWritten(), traffic.bytesRead(), pool.peak());
    }

    private void write(SpillBucket bucket, SetOutput out) throws IOException {
        if (bucket.records() == 0) {
            return;
        }
        if (bucket.records() == 1) {
            writeOnly(bucket, out);
        } else if (!pool.holds(bucket.bytes(), bucket.records())) {
            divide(bucket);
        } else {
            sort(bucket, out);
        }
    }

    /** Writes a bucket with a single record, which may be larger than the memory limit. */
    private void writeOnly(SpillBucket bucket, SetOutput out) throws IOException {
        try (SpillReader reader = bucket.reader()) {
            while (reader.next()) {
                write(reader.payload(), out);
            }
        }
    }

    private void divide(SpillBucket bucket) throws IOException {
        // The new buckets need the pages of this bucket.
        bucket.spill(folder);
        SpillBucket[] parts = buckets(bucket.keyBits(), pool.bitsFor(bucket.bytes()));
        try (SpillReader reader = bucket.reader()) {
            while (reader.next()) {
                add(parts, bucket.keyBits(), reader.number(), reader.payload());
            }
        }
    }

    private void sort(SpillBucket bucket, SetOutput out) throws IOException {
        int count = (int) bucket.records();
        long before = order.bytes();
        order.clear(count);
        pool.reserve(order.bytes() - before);
        pool.reserve(order.missingBytes(count));
        order.grow(count);
        int start = bucket.start();
        SpillPages pages = new SpillPages(bucket.load(), pool.pageBytes());
        pages.seek(start);
        long number = 0;
        for (int i = 0; i < count; i++) {
            number += pages.varint();
            order.add(keys.of(number), pages.position());
            pages.skip(pages.varint());
            number++;
        }
        order.sort();
        for (int i = 0; i < count; i++) {
            pages.seek(order.place(i));
            write(pages.bytes((int) pages.varint()), out);
        }
        bucket.release();
    }

    private void write(ByteBuffer payload, SetOutput out) throws IOException {
        out.write(payload);
        if (++written % RECORDS_BETWEEN_REPORTS == 0) {
            double part = Math.min(1, out.uncompressedSize() / (double) inputBytes);
            report(sourceBytes / 2 + (long) (part * (sourceBytes - sourceBytes / 2)));
        }
    }
}
