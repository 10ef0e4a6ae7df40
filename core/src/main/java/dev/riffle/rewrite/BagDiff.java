package dev.riffle.rewrite;

import dev.riffle.rewrite.RecordDifference.Kind;
import dev.riffle.scan.internal.RecordSequence;
import java.io.IOException;

/**
 * Compares two sets as bags. Each record of the first set increases the balance of its digest, and each equal record of
 * the second set decreases it. The first records of a surplus are the differences, and a second pass reports them.
 */
final class BagDiff {

    private final SetDiff diff;
    private final DiffCounts counts;
    private final RecordMarks missing = new RecordMarks();
    private final RecordMarks added = new RecordMarks();

    BagDiff(SetDiff diff, DiffCounts counts) {
        this.diff = diff;
        this.counts = counts;
    }

    DiffReport run(SpillFolder folder) throws IOException {
        UnchangedSources unchanged = new UnchangedSources(diff.sources());
        compare(folder);
        report(Kind.MISSING, missing);
        report(Kind.ADDED, added);
        unchanged.check();
        counts.equal(missing.size() - missing.count());
        return counts.report(missing.size(), added.size());
    }

    private void compare(SpillFolder folder) throws IOException {
        DigestScan scan = new DigestScan(diff.memoryBytes(), diff.sources());
        DigestParts parts = new DigestParts(folder, diff.memoryBytes(), scan::expectedRecords);
        diff.scanLeft(scan, (high, low) -> {
            parts.add(high, low, missing.size());
            missing.add(false);
        });
        diff.scanRight(scan, (high, low) -> {
            parts.add(high, low, ~added.size());
            added.add(false);
        });
        parts.run(BagDiff::balance, this::mark);
    }

    /** Counts a record of the first set, or of the second set, whose numbers are inverted. */
    private static void balance(DigestTable table, long high, long low, long number) {
        long step = number < 0 ? -1 : 1;
        long place = table.find(high, low);
        if (place < 0) {
            table.put(high, low, step);
        } else {
            table.set(place, table.value(place) + step);
        }
    }

    private void mark(DigestTable table, long high, long low, long number) {
        long place = table.find(high, low);
        // A digest can be absent only in a damaged temporary file. A later read detects the damage.
        long rest = place < 0 ? 0 : table.value(place);
        if (number >= 0 && rest > 0) {
            missing.mark(number);
            table.set(place, rest - 1);
        } else if (number < 0 && rest < 0) {
            added.mark(~number);
            table.set(place, rest + 1);
        }
    }

    /** Reports the marked records up to the limit, and counts all. */
    private void report(Kind kind, RecordMarks marks) throws IOException {
        long unreported = marks.count();
        if (unreported > 0 && counts.reports()) {
            try (RecordSequence records = kind == Kind.MISSING ? diff.leftAgain() : diff.rightAgain()) {
                for (long number = 0; unreported > 0 && counts.reports(); number++) {
                    if (!records.next()) {
                        throw UnchangedSources.changed("the input");
                    }
                    if (marks.isMarked(number)) {
                        counts.found(kind, kind == Kind.MISSING ? records : null, kind == Kind.ADDED ? records : null);
                        unreported--;
                    }
                }
            }
        }
        counts.count(kind, unreported);
    }
}
