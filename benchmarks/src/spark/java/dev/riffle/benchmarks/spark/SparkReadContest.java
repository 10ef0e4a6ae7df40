package dev.riffle.benchmarks.spark;

import dev.riffle.benchmarks.harness.Amount;
import dev.riffle.benchmarks.harness.Contest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Compares Riffle's data source with {@link HadoopJob} in a query over some columns of a file, in one session with one
 * core. Both sources receive the schema.
 */
final class SparkReadContest implements Contest {

    private final Path file;
    private final List<SparkColumn> columns;
    private final RowQuery query;
    private final SparkSession spark = LocalSpark.start(1);
    private final HadoopJob hadoop;

    SparkReadContest(Path file, List<SparkColumn> columns) {
        this.file = file;
        this.columns = columns;
        this.query = new RowQuery(columns);
        this.hadoop = new HadoopJob(spark, columns);
    }

    /** Reads a file with Riffle's data source, for a query of one or more columns. */
    static Dataset<Row> read(SparkSession spark, String path) {
        return spark.read()
                .format("tfrecord")
                .schema(SparkColumn.schema(SparkColumn.all()))
                .load(path);
    }

    @Override
    public Amount amount() throws IOException {
        return Amount.of(file);
    }

    @Override
    public long ours() {
        return query.run(read(spark, path()));
    }

    @Override
    public long baseline() {
        return query.run(hadoop.read(path()));
    }

    @Override
    public void check() {
        Contest.requireEqual(query.digest(read(spark, path())), query.digest(hadoop.read(path())));
        Contest.requireEqual(ours(), baseline());
    }

    private String path() {
        return file.toUri().toString();
    }

    @Override
    public void close() throws IOException {
        spark.close();
    }
}
