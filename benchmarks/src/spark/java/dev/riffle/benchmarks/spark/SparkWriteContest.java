package dev.riffle.benchmarks.spark;

import dev.riffle.benchmarks.harness.Amount;
import dev.riffle.benchmarks.harness.Contest;
import dev.riffle.benchmarks.harness.RecordFiles;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;

/**
 * Compares Riffle's data source with {@link HadoopJob}. Each of them writes rows from Spark's memory, in one session
 * with one core.
 */
final class SparkWriteContest implements Contest {

    private final Path file;
    private final Path ours;
    private final Path baselines;
    private final SparkSession spark = LocalSpark.start(1);
    private final HadoopJob hadoop = new HadoopJob(spark, SparkColumn.all());
    private final RowQuery query = new RowQuery(SparkColumn.all());
    private final Dataset<Row> rows;

    SparkWriteContest(RecordFiles files, Path file) {
        this.file = file;
        this.ours = files.path("written-by-riffle");
        this.baselines = files.path("written-by-hadoop");
        this.rows = SparkReadContest.read(spark, file.toUri().toString()).persist(StorageLevel.MEMORY_ONLY());
        rows.count();
    }

    @Override
    public Amount amount() throws IOException {
        return Amount.of(file);
    }

    @Override
    public long ours() throws IOException {
        rows.write().format("tfrecord").save(ours.toUri().toString());
        return filesIn(ours);
    }

    @Override
    public long baseline() throws IOException {
        hadoop.write(rows, baselines.toUri().toString());
        return filesIn(baselines);
    }

    @Override
    public void check() throws IOException {
        Contest.requireEqual(ours(), baseline());
        List<Long> written = query.digest(rows);
        for (Path path : List.of(ours, baselines)) {
            Contest.requireEqual(written, query.digest(hadoop.read(path.toUri().toString())));
        }
        clear();
    }

    /** Returns the number of files that have records. */
    private static long filesIn(Path directory) throws IOException {
        long count = 0;
        try (DirectoryStream<Path> parts = Files.newDirectoryStream(directory, "part-*")) {
            for (Path part : parts) {
                count += Files.size(part) > 0 ? 1 : 0;
            }
        }
        return count;
    }

    @Override
    public void clear() throws IOException {
        delete(ours);
        delete(baselines);
    }

    /** Deletes the output directory of a job, which contains only files. */
    private static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }

    @Override
    public void close() throws IOException {
        spark.close();
        clear();
    }
}
