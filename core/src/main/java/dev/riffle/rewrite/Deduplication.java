package dev.riffle.rewrite;

import dev.riffle.RecordFormat;
import dev.riffle.example.MalformedMessageException;
import dev.riffle.example.internal.OtherMessages;
import dev.riffle.io.ByteSource;
import dev.riffle.rewrite.DigestScan.Digester;
import dev.riffle.rewrite.DigestScan.Rejection;
import dev.riffle.scan.RecordSplit;
import dev.riffle.scan.internal.RecordSequence;
import dev.riffle.shard.WrittenShard;
import dev.riffle.shard.internal.OutputPlan;
import dev.riffle.shard.internal.SetOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Copies the first record of each group of equal records. The first pass compares the digests of all records and marks
 * the records to keep. The second pass copies them.
 */
final class Deduplication {

    /** Runs with fewer records are copied record by record. */
    private static final int LEAST_RUN = 64;

    private final RecordRewrite rewrite;
    private final DistinctBy by;
    private final RecordMarks kept = new RecordMarks();
    private long withoutKey;

    Deduplication(RecordRewrite rewrite, DistinctBy by) {
        this.rewrite = rewrite;
        this.by = by;
    }

    /** Counts duplicates without an output. */
    DedupeReport count() throws IOException {
        return rewrite.spill().run(List.of(), rewrite.sources(), folder -> {
            mark(rewrite, rewrite.sources(), folder);
            return report(List.of());
        });
    }

    DedupeReport write(OutputPlan plan) throws IOException {
        return write(List.of(plan), reading -> {
            if (plan.needsCount()) {
                reading.mark();
            }
            try (SetOutput out = plan.open(kept.count())) {
                reading.copy(out, null);
                return out.commit();
            }
        });
    }

    /** Like {@link #write(OutputPlan)}, with an output for the duplicates. */
    DedupeReport write(OutputPlan plan, OutputPlan dropped) throws IOException {
        if (plan.overlaps(dropped)) {
            throw new IllegalArgumentException("output and dropped must be different files or sets");
        }
        return write(List.of(plan, dropped), reading -> {
            if (plan.needsCount() || dropped.needsCount()) {
                reading.mark();
            }
            try (SetOutput second = dropped.openWithOthers(kept.size() - kept.count());
                    SetOutput out = plan.openWithOthers(kept.count())) {
                reading.copy(out, second);
                return commit(out, second);
            }
        });
    }

    /** Writes the records of a reading to outputs. */
    private interface Writing {
        List<WrittenShard> write(Reading reading) throws IOException;
    }

    private DedupeReport write(List<OutputPlan> plans, Writing writing) throws IOException {
        return rewrite.spill().run(plans, rewrite.sources(), folder -> report(writing.write(new Reading(folder))));
    }

    /** Both passes over the input. */
    private final class Reading {

        private final SpillFolder folder;
        private final List<ByteSource> sources;
        private final UnchangedSources unchanged;
        private boolean marked;

        Reading(SpillFolder folder) throws IOException {
            this.folder = folder;
            this.sources = folder.rereadable(rewrite.sources());
            this.unchanged = new UnchangedSources(sources);
        }

        /** Marks the records to keep, if an output needs their number before it opens. */
        void mark() throws IOException {
            marked = true;
            Deduplication.this.mark(rewrite.counting(), sources, folder);
        }

        void copy(SetOutput out, @Nullable SetOutput dropped) throws IOException {
            if (!marked) {
                mark();
            }
            try (RecordSequence records = rewrite.records(sources)) {
                while (records.count() < kept.size()) {
                    long begin = records.count();
                    long count = kept.runEnd(begin) - begin;
                    copy(records, count, kept.isMarked(begin) ? out : dropped);
                    if (records.count() != begin + count) {
                        throw UnchangedSources.changed("the input");
                    }
                }
                if (records.next()) {
                    throw UnchangedSources.changed(records.reader().name());
                }
            }
            unchanged.check();
        }

        private static void copy(RecordSequence records, long count, @Nullable SetOutput out) throws IOException {
            if (out == null) {
                records.skip(count);
            } else if (count < LEAST_RUN) {
                for (long i = 0; i < count && records.next(); i++) {
                    out.write(records.reader().payload());
                }
            } else {
                records.copy(out::copy, out::uncompressedSize, count);
            }
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

    private void mark(RecordRewrite from, List<ByteSource> sources, SpillFolder folder) throws IOException {
        long memory = from.spill().memoryBytes();
        DigestScan scan = new DigestScan(memory, sources);
        DigestParts parts = new DigestParts(folder, memory, scan::expectedRecords);
        from.scan(scan, sources, this::digester, (high, low) -> {
            boolean hasKey = (high | low) != 0;
            if (hasKey) {
                parts.add(high, low, kept.size());
            } else {
                withoutKey++;
            }
            kept.add(!hasKey && by.missing() == DistinctBy.Missing.KEEP);
        });
        parts.run((table, high, low, number) -> {
            if (table.add(high, low)) {
                kept.mark(number);
            }
        });
    }

    private DedupeReport report(List<WrittenShard> written) {
        long dropped = by.missing() == DistinctBy.Missing.DROP ? withoutKey : 0;
        return new DedupeReport(kept.size(), kept.size() - kept.count() - dropped, withoutKey, written);
    }

    private Digester digester(RecordFormat format) {
        RecordDigest digest = new RecordDigest(by.features(), format);
        OtherMessages others = new OtherMessages(format);
        return records -> take(records, digest, others) ? digest : null;
    }

    private boolean take(RecordSplit records, RecordDigest digest, OtherMessages others) throws IOException, Rejection {
        ByteBuffer record = records.payload();
        ByteBuffer payload = by.features().isEmpty() ? record : others.inPlace(record);
        try {
            if (digest.take(payload)) {
                return true;
            }
        } catch (MalformedMessageException e) {
            throw new Rejection(" " + others.sentence(payload), e);
        }
        Optional<String> problem = others.problem(payload);
        if (problem.isPresent()) {
            throw new Rejection(" " + problem.get(), null);
        }
        return switch (by.missing()) {
            case KEEP, DROP -> false;
            case FAIL ->
                throw new Rejection(
                        ": missing one or more of the features " + String.join(", ", by.features())
                                + "; choose whether to keep or drop such records",
                        null);
        };
    }
}
