package dev.riffle.rewrite;

import dev.riffle.example.MalformedMessageException;
import dev.riffle.example.internal.OtherMessages;
import dev.riffle.scan.internal.RecordSequence;
import dev.riffle.shard.WrittenShard;
import dev.riffle.shard.internal.OutputPlan;
import dev.riffle.shard.internal.SetOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Copies the first record of each group of equal records. */
final class Deduplication {

    private final RecordRewrite rewrite;
    private final DistinctBy by;
    private long duplicates;
    private long withoutKey;

    Deduplication(RecordRewrite rewrite, DistinctBy by) {
        this.rewrite = rewrite;
        this.by = by;
    }

    /** Counts duplicates without an output. */
    DedupeReport count() throws IOException {
        RewritePass.Counted counted = RewritePass.count(rewrite, (read, out) -> run(read, out, null));
        return new DedupeReport(counted.read(), duplicates, withoutKey, List.of());
    }

    DedupeReport write(OutputPlan plan) throws IOException {
        RewriteReport report = RewritePass.write(rewrite, plan, (read, out) -> run(read, out, null));
        return new DedupeReport(report.recordsRead(), duplicates, withoutKey, report.written());
    }

    /** Like {@link #write(OutputPlan)}, with an output for the duplicates. */
    DedupeReport write(OutputPlan plan, OutputPlan dropped) throws IOException {
        if (plan.overlaps(dropped)) {
            throw new IllegalArgumentException("output and dropped must be different files or sets");
        }
        long kept = 0;
        if (plan.needsCount() || dropped.needsCount()) {
            kept = RewritePass.count(rewrite.counting(), (read, out) -> run(read, out, null))
                    .written();
        }
        long left = duplicates + (by.missing() == DistinctBy.Missing.DROP ? withoutKey : 0);
        try (SetOutput second = dropped.openWithOthers(left);
                SetOutput out = plan.openWithOthers(kept)) {
            long read = run(rewrite, out, second);
            return new DedupeReport(read, duplicates, withoutKey, commit(out, second));
        }
    }

    /**
     * Commits both outputs or none, if at least one of them consists of files. The commit first removes the older
     * duplicates, and the new ones appear last. So a killed process never leaves older duplicates next to new records.
     */
    private static List<WrittenShard> commit(SetOutput out, SetOutput second) throws IOException {
        List<WrittenShard> written;
        if (out.canRollBack()) {
            written = commitFiles(out, second);
        } else {
            second.appear();
            try {
                written = out.appear();
            } catch (Throwable e) {
                second.rollBack(e);
                throw e;
            }
        }
        out.settle();
        second.settle();
        return written;
    }

    private static List<WrittenShard> commitFiles(SetOutput out, SetOutput second) throws IOException {
        List<WrittenShard> written;
        try {
            second.removeReplaced();
            written = out.appear();
        } catch (Throwable e) {
            second.rollBack(e);
            throw e;
        }
        try {
            second.appear();
        } catch (Throwable e) {
            out.rollBack(e);
            second.rollBack(e);
            throw e;
        }
        return written;
    }

    private long run(RecordRewrite from, SetOutput out, @Nullable SetOutput dropped) throws IOException {
        duplicates = 0;
        withoutKey = 0;
        DigestTable seen = DigestTable.ofDigests();
        RecordDigest digest = null;
        OtherMessages others = null;
        try (RecordSequence records = from.records()) {
            while (records.next()) {
                if (digest == null || others == null) {
                    digest = new RecordDigest(by.features(), records.reader().format());
                    others = new OtherMessages(records.reader().format());
                }
                if (isKept(records, digest, others, seen)) {
                    out.write(records.reader().payload());
                } else if (dropped != null) {
                    dropped.write(records.reader().payload());
                }
            }
            return records.count();
        }
    }

    private boolean isKept(RecordSequence records, RecordDigest digest, OtherMessages others, DigestTable seen)
            throws IOException {
        ByteBuffer record = records.reader().payload();
        ByteBuffer payload = by.features().isEmpty() ? record : others.inPlace(record);
        boolean hasKey;
        try {
            hasKey = digest.take(payload);
        } catch (MalformedMessageException e) {
            throw new IOException(records.place() + " " + others.sentence(payload), e);
        }
        if (hasKey) {
            boolean first = seen.add(digest.high(), digest.low());
            duplicates += first ? 0 : 1;
            return first;
        }
        Optional<String> problem = others.problem(payload);
        if (problem.isPresent()) {
            throw new IOException(records.place() + " " + problem.get());
        }
        withoutKey++;
        return switch (by.missing()) {
            case KEEP -> true;
            case DROP -> false;
            case FAIL ->
                throw new IOException(records.place() + ": missing one or more of the features "
                        + String.join(", ", by.features()) + "; choose whether to keep or drop such records");
        };
    }
}
