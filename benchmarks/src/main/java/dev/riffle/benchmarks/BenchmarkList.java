package dev.riffle.benchmarks;

import static dev.riffle.benchmarks.harness.Benchmark.contest;

import dev.riffle.benchmarks.harness.Benchmark;
import dev.riffle.benchmarks.harness.JmhRounds;
import dev.riffle.benchmarks.harness.Rounds;
import dev.riffle.benchmarks.harness.Rows;
import dev.riffle.benchmarks.parse.ArrowBatchesContest;
import dev.riffle.benchmarks.parse.CodecDecoding;
import dev.riffle.benchmarks.parse.CodecEncoding;
import dev.riffle.benchmarks.parse.FileColumnsContest;
import dev.riffle.benchmarks.parse.ImageHeaderContest;
import dev.riffle.benchmarks.parse.ParseAllocation;
import dev.riffle.benchmarks.parse.ParseContest;
import dev.riffle.benchmarks.parse.ParseThreadsContest;
import dev.riffle.benchmarks.parse.RowBuilding;
import dev.riffle.benchmarks.parse.RowParsing;
import dev.riffle.benchmarks.parse.RowSpecs;
import dev.riffle.benchmarks.parse.SequenceParseContest;
import dev.riffle.benchmarks.parse.SqlContest;
import dev.riffle.benchmarks.parse.TensorParseContest;
import dev.riffle.benchmarks.pipeline.BatchesContest;
import dev.riffle.benchmarks.pipeline.GlobalShuffleContest;
import dev.riffle.benchmarks.pipeline.LiveHeap;
import dev.riffle.benchmarks.pipeline.ManyFilesContest;
import dev.riffle.benchmarks.pipeline.ParallelMapContest;
import dev.riffle.benchmarks.pipeline.PipelineOverhead;
import dev.riffle.benchmarks.walk.ColdFile;
import dev.riffle.benchmarks.walk.HadoopWalk;
import dev.riffle.benchmarks.walk.IndexContest;
import dev.riffle.benchmarks.walk.InflateContest;
import dev.riffle.benchmarks.walk.InflateContest.Way;
import dev.riffle.benchmarks.walk.MappedLoop;
import dev.riffle.benchmarks.walk.ParallelScanContest;
import dev.riffle.benchmarks.walk.RandomGetContest;
import dev.riffle.benchmarks.walk.ThreadsContest;
import dev.riffle.benchmarks.walk.WalkContest;
import dev.riffle.benchmarks.write.CopyContest;
import dev.riffle.benchmarks.write.DedupeContest;
import dev.riffle.benchmarks.write.ImagesContest;
import dev.riffle.benchmarks.write.ParquetContest;
import dev.riffle.benchmarks.write.ShardedWriteContest;
import dev.riffle.benchmarks.write.ShuffleTraffic;
import dev.riffle.benchmarks.write.SyncContest;
import dev.riffle.benchmarks.write.WriteContest;
import dev.riffle.io.Compression;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/** Lists all benchmarks. */
final class BenchmarkList {

    private static final int ROWS = 400_000;
    private static final int MANY_ROWS = 1_000_000;
    private static final int BIG_FILE_ROWS = 1_200_000;
    private static final int PARTS = 4;
    private static final int LARGE_RECORDS = 2_500;
    private static final int WRITTEN_ROWS = 150_000;
    private static final int SHARDED_ROWS = 200_000;
    private static final int COLUMN_ROWS = 200_000;
    private static final int GZIP_ROWS = 200_000;
    private static final int PIPELINE_ROWS = 500_000;
    private static final int FEW_ROWS = 100;
    private static final int PICTURES = 10_000;
    private static final int MEMBER_BYTES = 1 << 20;

    private BenchmarkList() {}

    /** Returns all benchmarks of {@code docs/project/performance.md}, then the benchmarks of Maven profiles. */
    static List<Benchmark> all() {
        List<Benchmark> all = new ArrayList<>(List.of(
                contest(
                        "walk-vs-mapped-loop",
                        files -> WalkContest.overFrames(files.rows(ROWS, Compression.NONE), MappedLoop::walkFrames)),
                contest(
                        "walk-payloads-vs-mapped-loop",
                        files -> WalkContest.overPayloads(files.rows(ROWS, Compression.NONE), MappedLoop::walk)),
                contest(
                        "walk-large-vs-mapped-loop",
                        files -> WalkContest.overFrames(files.largeRecords(LARGE_RECORDS), MappedLoop::walkFrames)),
                contest(
                        "walk-vs-hadoop",
                        files -> WalkContest.overPayloads(files.rows(ROWS, Compression.NONE), HadoopWalk::walk)),
                contest("write-vs-hadoop", files -> new WriteContest(files, payloads(WRITTEN_ROWS))),
                contest("write-sync-cost", files -> new SyncContest(files, payloads(WRITTEN_ROWS))),
                contest(
                        "gzip-vs-inflate",
                        files -> new InflateContest(files.rows(GZIP_ROWS, Compression.GZIP), Way.INFLATER)),
                contest(
                        "gzip-vs-stream",
                        files -> new InflateContest(files.rows(GZIP_ROWS, Compression.GZIP), Way.STREAM)),
                contest(
                        "gzip-2-threads",
                        files -> new ThreadsContest(
                                files.rows(GZIP_ROWS, Compression.GZIP.cutMembers(MEMBER_BYTES)), 2)),
                contest("sharded-write-2-threads", files -> new ShardedWriteContest(files, payloads(SHARDED_ROWS), 2)),
                contest(
                        "parallel-walk-2-threads",
                        files -> new ParallelScanContest(
                                files.rows(BIG_FILE_ROWS, Compression.NONE),
                                2,
                                ParallelScanContest.Baseline.ONE_THREAD)),
                contest(
                        "parallel-walk-2-threads-vs-mapped-loops",
                        files -> new ParallelScanContest(
                                files.rows(BIG_FILE_ROWS, Compression.NONE),
                                2,
                                ParallelScanContest.Baseline.MAPPED_LOOPS)),
                contest("dedupe-2-threads", files -> new DedupeContest(files.rows(BIG_FILE_ROWS, Compression.NONE), 2)),
                contest("split-vs-copy", files -> CopyContest.split(files, files.rows(ROWS, Compression.NONE), PARTS)),
                contest("merge-vs-copy", files -> CopyContest.merge(files, files.rows(ROWS, Compression.NONE), PARTS)),
                contest("repair-vs-copy", files -> CopyContest.repair(files, files.rows(ROWS, Compression.NONE))),
                new Benchmark(
                        "build-vs-protobuf",
                        (files, settings) -> new JmhRounds(settings.jmhRounds()).race(new RowBuilding())),
                new Benchmark(
                        "parse-whole-vs-protobuf",
                        (files, settings) -> new JmhRounds(settings.jmhRounds()).race(new RowParsing())),
                new Benchmark(
                        "codec-encode-vs-builder",
                        (files, settings) -> new JmhRounds(settings.jmhRounds()).race(new CodecEncoding())),
                new Benchmark(
                        "codec-decode-vs-example",
                        (files, settings) -> new JmhRounds(settings.jmhRounds()).race(new CodecDecoding())),
                contest("parse-26-vs-protobuf", files -> ParseContest.ofRows(RowSpecs.all())),
                contest("parse-26-shuffled-vs-protobuf", files -> ParseContest.ofShuffledRows(RowSpecs.all())),
                contest("parse-2-of-26-vs-protobuf", files -> ParseContest.ofRows(RowSpecs.two())),
                contest("parse-26-many-rows-vs-protobuf", files -> ParseContest.ofManyRows(RowSpecs.all())),
                contest("parse-2-of-26-many-rows-vs-protobuf", files -> ParseContest.ofManyRows(RowSpecs.two())),
                contest("parse-sequence-vs-protobuf", files -> new SequenceParseContest()),
                contest("parse-2-threads-vs-1", files -> new ParseThreadsContest(2)),
                contest(
                        "file-to-columns-vs-parse",
                        files -> new FileColumnsContest(files.rows(COLUMN_ROWS, Compression.NONE), RowSpecs.all())),
                contest(
                        "arrow-batches-vs-parse",
                        files -> new ArrowBatchesContest(files.rows(COLUMN_ROWS, Compression.NONE), RowSpecs.all())),
                contest("sql-2-columns-vs-all", files -> SqlContest.withAllColumns(files.rows(ROWS, Compression.NONE))),
                contest(
                        "sql-2-columns-vs-parquet",
                        files -> SqlContest.withParquet(files, files.rows(ROWS, Compression.NONE))),
                contest(
                        "export-parquet-vs-parse",
                        files -> new ParquetContest(files, files.rows(ROWS, Compression.NONE))),
                contest("tensor-parse-vs-copy", files -> new TensorParseContest(TensorParseContest.Result.BYTES)),
                contest("tensor-floats-vs-copy", files -> new TensorParseContest(TensorParseContest.Result.FLOATS)),
                new Benchmark(
                        "image-header-vs-decode",
                        (files, settings) -> new Rounds(settings.rounds())
                                .race(ImageHeaderContest.ofSamples(settings.repository()))),
                new Benchmark(
                        "parse-allocated-bytes-per-row",
                        (files, settings) -> ParseAllocation.bytesPerRow(settings.rounds())),
                new Benchmark("pipeline-overhead-ns", (files, settings) -> PipelineOverhead.nanos(settings.rounds())),
                contest(
                        "pipeline-file-to-batches-vs-protobuf-loop",
                        files -> new BatchesContest(files.rows(PIPELINE_ROWS, Compression.NONE))),
                contest("parallel-map-2-threads", files -> new ParallelMapContest(2)),
                new Benchmark(
                        "pipeline-live-bytes",
                        (files, settings) ->
                                LiveHeap.bytes(files.rows(PIPELINE_ROWS, Compression.NONE), settings.rounds())),
                new Benchmark(
                        "pipeline-live-bytes-10m-vs-1m",
                        (files, settings) ->
                                LiveHeap.growth(files.rows(PIPELINE_ROWS, Compression.NONE), settings.rounds())),
                contest(
                        "global-shuffle-vs-sequential",
                        files -> new GlobalShuffleContest(files.rows(MANY_ROWS, Compression.NONE))),
                contest("global-shuffle-10000-files", ManyFilesContest::new),
                new Benchmark(
                        "cold-random-vs-reads", (files, settings) -> ColdFile.randomRecords(files, settings.rounds())),
                new Benchmark("cold-scan-vs-read", (files, settings) -> ColdFile.scan(files, settings.rounds())),
                contest("index-build-vs-walk", files -> new IndexContest(files.rows(MANY_ROWS, Compression.NONE))),
                contest(
                        "random-get-vs-sequential",
                        files -> new RandomGetContest(
                                files.rows(MANY_ROWS, Compression.NONE), RandomGetContest.Way.ONE)),
                contest(
                        "random-get-all-vs-sequential",
                        files -> new RandomGetContest(
                                files.rows(MANY_ROWS, Compression.NONE), RandomGetContest.Way.GROUPS)),
                new Benchmark(
                        "external-shuffle-bytes",
                        (files, settings) ->
                                ShuffleTraffic.larger(files, files.rows(ROWS, Compression.NONE), settings.rounds())),
                new Benchmark(
                        "external-shuffle-read-bytes",
                        (files, settings) ->
                                ShuffleTraffic.read(files, files.rows(ROWS, Compression.NONE), settings.rounds())),
                new Benchmark(
                        "external-shuffle-written-bytes",
                        (files, settings) ->
                                ShuffleTraffic.written(files, files.rows(ROWS, Compression.NONE), settings.rounds())),
                contest("images-build-vs-read-write-loop", files -> new ImagesContest(files, PICTURES)),
                new Benchmark(
                        "head-cpu-seconds",
                        (files, settings) -> new LauncherCpu(settings.repository(), settings.rounds())
                                .head(files.rows(FEW_ROWS, Compression.NONE)))));
        for (Benchmark.Provider provider : ServiceLoader.load(Benchmark.Provider.class)) {
            all.addAll(provider.benchmarks());
        }
        return all;
    }

    private static List<byte[]> payloads(int rows) {
        return Rows.first(rows).stream()
                .map(row -> Rows.example(row).toByteArray())
                .toList();
    }
}
