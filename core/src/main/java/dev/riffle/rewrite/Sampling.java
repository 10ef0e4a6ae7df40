package dev.riffle.rewrite;

import dev.riffle.io.ByteSource;
import dev.riffle.scan.internal.RecordSequence;
import dev.riffle.shard.internal.OutputPlan;
import dev.riffle.shard.internal.SetOutput;
import java.io.IOException;

/** Chooses records by a hash of the seed and the record number. So the choice does not depend on the order of reads. */
final class Sampling {

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final RecordRewrite rewrite;
    private final long seed;

    Sampling(RecordRewrite rewrite, long seed) {
        this.rewrite = rewrite;
        this.seed = seed;
    }

    /** Copies each record with this probability, independently of the others. */
    RewriteReport rate(double rate, OutputPlan plan) throws IOException {
        return RewritePass.write(rewrite, plan, (from, out) -> {
            try (RecordSequence records = from.records()) {
                for (long number = 0; records.next(); number++) {
                    if ((hash(seed, number) >>> 11) * 0x1p-53 < rate) {
                        out.write(records.reader().payload());
                    }
                }
                return records.count();
            }
        });
    }

    /** Copies the {@code count} records with the smallest hashes, which is a uniform choice. */
    RewriteReport count(int count, OutputPlan plan) throws IOException {
        for (ByteSource source : rewrite.sources()) {
            if (source.size().isEmpty()) {
                return new PayloadSample(rewrite, seed, count).write(plan);
            }
        }
        SmallestHashes chosen = new SmallestHashes(count);
        try (RecordSequence records = rewrite.counting().records()) {
            for (long number = 0; records.next(); number++) {
                chosen.offer(hash(seed, number), number);
            }
        }
        long[] numbers = chosen.numbers();
        return RewritePass.write(rewrite, plan, (from, out) -> copy(from, numbers, out));
    }

    private static long copy(RecordRewrite from, long[] numbers, SetOutput out) throws IOException {
        try (RecordSequence records = from.records()) {
            int at = 0;
            while (at < numbers.length) {
                int after = at + 1;
                while (after < numbers.length && numbers[after] == numbers[after - 1] + 1) {
                    after++;
                }
                records.skip(numbers[at] - records.count());
                records.copy(out::copy, out::uncompressedSize, after - at);
                at = after;
            }
            records.skip(Long.MAX_VALUE);
            return records.count();
        }
    }

    /** Returns a pseudo-random number that depends only on the seed and the number. */
    static long hash(long seed, long number) {
        return mix(mix(seed + GOLDEN) + number * GOLDEN);
    }

    private static long mix(long value) {
        long mixed = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }
}
