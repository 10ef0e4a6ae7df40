package dev.riffle.benchmarks;

import dev.riffle.RecordReader;
import dev.riffle.shard.IndexFile;
import dev.riffle.shard.IndexOptions;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Building an index of a file, its side file written, against a walk over the file that only counts. Both verify all
 * checksums, with one thread.
 */
final class IndexContest implements Contest {

    private static final IndexOptions ONE_THREAD = IndexOptions.defaults().threads(1);

    private final Path file;

    IndexContest(Path file) {
        this.file = file;
    }

    @Override
    public long ours() throws IOException {
        return IndexFile.of(file).build(ONE_THREAD).records();
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
    public void close() throws IOException {
        IndexFile.of(file).remove();
    }
}
