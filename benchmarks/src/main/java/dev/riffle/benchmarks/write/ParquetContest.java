package dev.riffle.benchmarks.write;

import dev.riffle.RecordReader;
import dev.riffle.RecordWriterOptions;
import dev.riffle.arrow.ArrowBatches;
import dev.riffle.benchmarks.harness.Amount;
import dev.riffle.benchmarks.harness.Contest;
import dev.riffle.benchmarks.harness.RecordFiles;
import dev.riffle.benchmarks.parse.BatchParsing;
import dev.riffle.benchmarks.parse.RowSpecs;
import dev.riffle.example.Example;
import dev.riffle.io.ByteSource;
import dev.riffle.io.Bytes;
import dev.riffle.parse.ExampleParser;
import dev.riffle.shard.RecordInput;
import dev.riffle.shard.RecordOutput;
import dev.riffle.sql.ParquetFiles;
import dev.riffle.sql.ParquetOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares an export of a record file to Parquet with parsing the same payloads from memory. The export reads and
 * verifies the file, infers nothing, and writes zstd. DuckDB uses its usual threads, and the parser uses one.
 */
public final class ParquetContest implements Contest {

    private final Path file;
    private final Path parquet;
    private final Path back;
    private final BatchParsing baseline;
    private final long rows;

    /** Creates a contest over the records of a file. */
    public ParquetContest(RecordFiles files, Path file) throws IOException {
        this.file = file;
        this.parquet = files.path("export.parquet");
        this.back = files.path("export.tfrecord");
        List<byte[]> payloads = new ArrayList<>();
        try (RecordReader records = RecordReader.open(file)) {
            for (Bytes payload : records) {
                payloads.add(payload.toByteArray());
            }
        }
        this.rows = payloads.size();
        this.baseline = new BatchParsing(ExampleParser.compile(RowSpecs.all()), payloads, BatchParsing.BATCH);
    }

    @Override
    public Amount amount() throws IOException {
        return Amount.of(file);
    }

    @Override
    public long ours() throws IOException {
        ArrowBatches batches = ArrowBatches.of(RecordInput.of(List.of(ByteSource.of(file))), RowSpecs.all());
        return ParquetFiles.write(batches, parquet, ParquetOptions.defaults());
    }

    /** Returns the number of rows, after all rows are parsed. */
    @Override
    public long baseline() {
        return baseline.pass() == Long.MIN_VALUE ? 0 : rows;
    }

    /** Reads the Parquet file as records, and compares all of them. */
    @Override
    public void check() throws IOException {
        Contest.requireEqual(ours(), baseline());
        ParquetFiles.read(
                List.of(parquet),
                RecordOutput.file(back, RecordWriterOptions.defaults().overwrite()));
        try (RecordReader expected = RecordReader.open(file);
                RecordReader found = RecordReader.open(back)) {
            while (expected.next()) {
                Contest.requireEqual(found.next(), true);
                Contest.requireEqual(Example.parse(found.payloadBytes()), Example.parse(expected.payloadBytes()));
            }
        }
        clear();
        Files.deleteIfExists(back);
    }

    @Override
    public void clear() throws IOException {
        Files.deleteIfExists(parquet);
    }
}
