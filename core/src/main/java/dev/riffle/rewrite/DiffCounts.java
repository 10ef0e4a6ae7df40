package dev.riffle.rewrite;

import dev.riffle.rewrite.RecordDifference.Kind;
import dev.riffle.rewrite.RecordDifference.Side;
import dev.riffle.scan.internal.RecordSequence;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Counts all differences and reports the first ones to a listener. */
final class DiffCounts {

    private final SetDiff.Listener listener;
    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    private long left;
    private long equal;

    /** Creates counts with a listener that receives at most {@code max} differences. */
    DiffCounts(SetDiff.Listener listener, long max) {
        this.listener = listener;
        this.left = max;
    }

    void equal(long count) {
        equal += count;
    }

    /** Returns whether the listener receives the next difference. */
    boolean reports() {
        return left > 0;
    }

    /** Returns the number of differences that the listener may still receive. */
    long left() {
        return left;
    }

    /**
     * Counts a difference and reports it with its records. A record is null if its set has no record for the
     * difference.
     */
    void found(Kind kind, @Nullable RecordSequence first, @Nullable RecordSequence second) throws IOException {
        if (!reports()) {
            count(kind, 1);
            return;
        }
        report(kind, first == null ? null : Side.of(first), second == null ? null : Side.of(second));
    }

    /** Counts a difference, and reports it if at least one record is not null. */
    void report(Kind kind, @Nullable Side first, @Nullable Side second) throws IOException {
        count(kind, 1);
        if (reports() && (first != null || second != null)) {
            left--;
            listener.found(new RecordDifference(kind, Optional.ofNullable(first), Optional.ofNullable(second)));
        }
    }

    /** Counts differences without a report. */
    void count(Kind kind, long differences) {
        counts.merge(kind, differences, Long::sum);
    }

    private long of(Kind kind) {
        return counts.getOrDefault(kind, 0L);
    }

    DiffReport report(long leftRecords, long rightRecords) {
        return new DiffReport(
                leftRecords,
                rightRecords,
                equal,
                of(Kind.MISSING),
                of(Kind.ADDED),
                of(Kind.CHANGED),
                of(Kind.REENCODED),
                of(Kind.DUPLICATE_KEY),
                of(Kind.WITHOUT_KEY));
    }
}
