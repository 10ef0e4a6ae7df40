package dev.riffle.rewrite;

import dev.riffle.RecordFormat;
import dev.riffle.rewrite.RecordDifference.Kind;
import dev.riffle.scan.internal.RecordSequence;
import java.io.IOException;
import java.util.List;

/**
 * Compares two sets as bags. Each record of the first set increases a count, and each equal record of the second set
 * decreases it. A second pass reports the records whose count is not zero.
 */
final class BagDiff {

    private final SetDiff diff;
    private final DiffCounts counts;
    private final DigestTable balance = DigestTable.withNumbers();
    private final RecordDigest digest = new RecordDigest(List.of(), RecordFormat.TFRECORD);

    BagDiff(SetDiff diff, DiffCounts counts) {
        this.diff = diff;
        this.counts = counts;
    }

    DiffReport run() throws IOException {
        long leftRecords = count(diff.leftRecords(), 1);
        long rightRecords = count(diff.rightRecords(), -1);
        long missing = report(diff.leftAgain(), Kind.MISSING, 1, leftRecords);
        long added = rightRecords - (leftRecords - missing);
        if (added > 0) {
            report(diff.rightAgain(), Kind.ADDED, -1, rightRecords);
        }
        counts.equal(leftRecords - missing);
        return counts.report(leftRecords, rightRecords);
    }

    private long count(RecordSequence records, int step) throws IOException {
        try (RecordSequence sequence = records) {
            while (sequence.next()) {
                digest.take(diff.content(sequence));
                long place = balance.find(digest.high(), digest.low());
                if (place < 0) {
                    balance.put(digest.high(), digest.low(), step);
                } else {
                    balance.set(place, balance.value(place) + step);
                }
            }
            return sequence.count();
        }
    }

    /** Reports the first records of each surplus, and returns the number of surplus records. */
    private long report(RecordSequence again, Kind kind, int sign, long records) throws IOException {
        long found = 0;
        try (RecordSequence sequence = again) {
            while (sequence.next()) {
                digest.take(diff.content(sequence));
                long place = balance.find(digest.high(), digest.low());
                if (place < 0) {
                    throw changed(sequence);
                }
                long rest = balance.value(place);
                if (rest * sign > 0) {
                    balance.set(place, rest - sign);
                    found++;
                    counts.found(kind, sign > 0 ? sequence : null, sign > 0 ? null : sequence);
                }
            }
            if (sequence.count() != records) {
                throw new IOException("a file changed during the comparison; compare again");
            }
        }
        return found;
    }

    static IOException changed(RecordSequence sequence) throws IOException {
        return new IOException(sequence.reader().name() + ": changed during the comparison; compare again");
    }
}
