package dev.riffle.benchmarks;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriterOptions;
import dev.riffle.io.ByteSource;
import dev.riffle.shard.LossReport;
import dev.riffle.shard.Salvage;
import dev.riffle.shard.SetTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Repairing a healthy file, the output written but not synced, against a walk over the file that only counts. Both verify all
 * checksums.
 */
final class RepairContest implements Contest {

    private final Path file;
    private final Path repaired;

    RepairContest(RecordFiles files, Path file) {
        this.file = file;
        this.repaired = files.path("repaired");
    }

    @Override
    public long ours() throws IOException {
        LossReport report = Salvage.of(ByteSource.of(file))
                .copyTo(SetTarget.file(repaired, RecordWriterOptions.defaults().withoutSync()));
        return report.isComplete() ? report.records() : -1;
    }

    @Override
    public long rival() throws IOException {
        long count = 0;
        try (RecordReader records = RecordReader.open(file)) {
            while (records.next()) {
                count++;
            }
        }
        return count;
    }

    @Override
    public void check() throws IOException {
        Contest.requireEqual(ours(), rival());
        Contest.requireEqual(-1L, Files.mismatch(file, repaired));
        clear();
    }

    @Override
    public void clear() throws IOException {
        Files.deleteIfExists(repaired);
    }
}
