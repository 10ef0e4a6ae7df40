package dev.riffle.rewrite;

import dev.riffle.rewrite.RecordDifference.Kind;
import dev.riffle.rewrite.RecordDifference.Side;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Counts all differences and tells the first ones. */
final class DiffCounts {

    private final SetDiff.Listener listener;
    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    private long left;
    private long equal;

    /** @param most how many differences are told at most */
    DiffCounts(SetDiff.Listener listener, long most) {
        this.listener = listener;
        this.left = most;
    }

    void equal(long count) {
        equal += count;
    }

    /** Whether the next difference is told. */
    boolean tells() {
        return left > 0;
    }

    /** How many more are told. */
    long left() {
        return left;
    }

    /** A difference of these records; of the side that it does not concern nothing is given. */
    void found(Kind kind, @Nullable RecordSequence first, @Nullable RecordSequence second) throws IOException {
        if (!tells()) {
            count(kind);
            return;
        }
        tell(kind, first == null ? null : Side.of(first), second == null ? null : Side.of(second));
    }

    /** A difference of these records; without any it is only counted. */
    void tell(Kind kind, @Nullable Side first, @Nullable Side second) throws IOException {
        count(kind);
        if (tells() && (first != null || second != null)) {
            left--;
            listener.found(new RecordDifference(kind, Optional.ofNullable(first), Optional.ofNullable(second)));
        }
    }

    private void count(Kind kind) {
        counts.merge(kind, 1L, Long::sum);
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
