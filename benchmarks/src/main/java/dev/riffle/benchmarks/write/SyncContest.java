package dev.riffle.benchmarks.write;

import dev.riffle.RecordWriterOptions;
import dev.riffle.benchmarks.harness.Contest;
import dev.riffle.benchmarks.harness.RecordFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Measures the cost of waiting for the storage on commit. One side is Riffle's writer without the wait. The other side
 * is the default writer, which waits.
 */
public final class SyncContest implements Contest {

    private final Path file;
    private final List<byte[]> payloads;

    public SyncContest(RecordFiles files, List<byte[]> payloads) {
        this.file = files.path("written");
        this.payloads = payloads;
    }

    @Override
    public long ours() throws IOException {
        WriteContest.write(file, payloads, RecordWriterOptions.defaults().withoutSync());
        return Files.size(file);
    }

    @Override
    public long baseline() throws IOException {
        WriteContest.write(file, payloads, RecordWriterOptions.defaults());
        return Files.size(file);
    }

    @Override
    public void check() throws IOException {
        long unsynced = ours();
        clear();
        Contest.requireEqual(unsynced, baseline());
    }

    @Override
    public void clear() throws IOException {
        Files.deleteIfExists(file);
    }
}
