package dev.riffle.benchmarks.walk;

import dev.riffle.RecordReaderOptions;
import dev.riffle.benchmarks.harness.Amount;
import dev.riffle.benchmarks.harness.Contest;
import java.io.IOException;
import java.nio.file.Path;

/** Compares Riffle's reader on several threads with Riffle's reader on one thread. */
public final class ThreadsContest implements Contest {

    private final Path file;
    private final RecordReaderOptions several;

    public ThreadsContest(Path file, int threads) {
        this.file = file;
        this.several = RecordReaderOptions.defaults().threads(threads);
    }

    @Override
    public Amount amount() throws IOException {
        return Amount.of(file);
    }

    @Override
    public long ours() throws IOException {
        return RiffleWalk.walk(file, several);
    }

    @Override
    public long baseline() throws IOException {
        return RiffleWalk.walk(file, RecordReaderOptions.defaults());
    }

    @Override
    public void check() throws IOException {
        Contest.requireEqual(ours(), baseline());
        Contest.requireEqual(
                RiffleWalk.checksum(file, several), RiffleWalk.checksum(file, RecordReaderOptions.defaults()));
    }
}
