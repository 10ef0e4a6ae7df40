package dev.riffle.benchmarks.write;

import dev.riffle.RecordReaderOptions;
import dev.riffle.benchmarks.harness.Amount;
import dev.riffle.benchmarks.harness.Contest;
import dev.riffle.io.ByteSource;
import dev.riffle.rewrite.DedupeReport;
import dev.riffle.rewrite.DistinctBy;
import dev.riffle.rewrite.RecordRewrite;
import dev.riffle.shard.RecordInput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Compares the search for duplicates on several threads with the same search on one thread. */
public final class DedupeContest implements Contest {

    private final Path file;
    private final int threads;

    public DedupeContest(Path file, int threads) {
        this.file = file;
        this.threads = threads;
    }

    @Override
    public Amount amount() throws IOException {
        return Amount.of(file);
    }

    @Override
    public long ours() throws IOException {
        return count(threads);
    }

    @Override
    public long baseline() throws IOException {
        return count(1);
    }

    private long count(int used) throws IOException {
        RecordInput input = RecordInput.of(List.of(ByteSource.of(file)))
                .reading(RecordReaderOptions.defaults().threads(used));
        DedupeReport report = RecordRewrite.of(input).countDuplicates(DistinctBy.payload());
        return 31 * report.recordsRead() + report.duplicates();
    }
}
