package dev.riffle.benchmarks.pipeline;

import dev.riffle.RecordWriter;
import dev.riffle.RecordWriterOptions;
import dev.riffle.benchmarks.harness.Contest;
import dev.riffle.benchmarks.harness.RecordFiles;
import dev.riffle.dataset.Dataset;
import dev.riffle.dataset.DatasetIterator;
import dev.riffle.index.RecordIndex;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Compares a global shuffle over many small files with a global shuffle over one file of the same records. The orders
 * of both are equal. Each pass reads a part of the records, in the same order.
 */
public final class ManyFilesContest implements Contest {

    private static final int FILES = 10_000;
    private static final int RECORDS_OF_FILE = 297;
    private static final int PAYLOAD_BYTES = 860;
    private static final int RECORDS_OF_PASS = 1_000_000;
    private static final long SEED = 20261128;

    private final RecordIndex many;
    private final RecordIndex one;

    public ManyFilesContest(RecordFiles files) throws IOException {
        SplittableRandom random = new SplittableRandom(SEED);
        RecordWriterOptions options = RecordWriterOptions.defaults().withoutSync();
        List<Path> paths = new ArrayList<>();
        byte[] payload = new byte[PAYLOAD_BYTES];
        Path all = files.path("all");
        RecordWriter.write(all, options, out -> {
            for (int i = 0; i < FILES; i++) {
                Path path = files.path("shard-" + i);
                paths.add(path);
                RecordWriter.write(path, options, shard -> {
                    for (int k = 0; k < RECORDS_OF_FILE; k++) {
                        random.nextBytes(payload);
                        shard.write(payload);
                        out.write(payload);
                    }
                });
            }
        });
        this.many = RecordIndex.open(paths);
        this.one = RecordIndex.open(List.of(all));
    }

    @Override
    public long ours() {
        return walk(many);
    }

    @Override
    public long baseline() {
        return walk(one);
    }

    private static long walk(RecordIndex index) {
        long sum = 0;
        try (DatasetIterator<Bytes> records =
                Dataset.globalShuffle(index, SEED).take(RECORDS_OF_PASS).iterator()) {
            while (records.hasNext()) {
                Bytes record = records.next();
                sum += record.size() + ((long) record.get(record.size() - 1) << 16);
            }
        }
        return sum;
    }

    @Override
    public void close() {
        many.close();
        one.close();
    }
}
