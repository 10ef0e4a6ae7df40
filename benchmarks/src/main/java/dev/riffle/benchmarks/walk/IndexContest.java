package dev.riffle.benchmarks.walk;

import dev.riffle.RecordReader;
import dev.riffle.benchmarks.harness.Amount;
import dev.riffle.benchmarks.harness.Contest;
import dev.riffle.index.IndexFile;
import dev.riffle.index.IndexOptions;
import dev.riffle.index.IndexState;
import dev.riffle.index.RecordIndex;
import dev.riffle.io.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Compares building an index file for a file with a scan that only counts its records. Both sides verify all checksums,
 * with one thread.
 */
public final class IndexContest implements Contest {

    private static final IndexOptions ONE_THREAD = IndexOptions.defaults().threads(1);

    /** The distance of the records whose bytes the check compares. The check compares the places of all records. */
    private static final int COMPARED = 97;

    private final Path file;

    public IndexContest(Path file) {
        this.file = file;
    }

    @Override
    public Amount amount() throws IOException {
        return Amount.of(file);
    }

    @Override
    public long ours() throws IOException {
        return IndexFile.of(file).build(ONE_THREAD).records();
    }

    @Override
    public long baseline() throws IOException {
        long count = 0;
        try (RecordReader records = RecordReader.open(file)) {
            while (records.next()) {
                count++;
            }
        }
        return count;
    }

    /** Checks that the index file matches the data file, and that it has the places of all records of the scan. */
    @Override
    public void check() throws IOException {
        Contest.requireEqual(ours(), baseline());
        Contest.requireEqual(IndexFile.of(file).check().kind(), IndexState.Kind.FRESH);
        try (RecordIndex index = RecordIndex.open(List.of(file));
                RecordReader records = RecordReader.open(file)) {
            while (records.next()) {
                Contest.requireEqual(index.place(records.index()).offset(), records.offset());
                if (records.index() % COMPARED == 0) {
                    Contest.requireEqual(index.get(records.index()), Bytes.ofOwned(records.payloadBytes()));
                }
            }
        } finally {
            clear();
        }
    }

    @Override
    public void clear() throws IOException {
        IndexFile.of(file).remove();
    }
}
