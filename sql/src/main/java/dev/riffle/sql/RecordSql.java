package dev.riffle.sql;

import dev.riffle.Progress;
import dev.riffle.RecordReaderOptions;
import dev.riffle.example.FeatureWarning;
import dev.riffle.internal.Argument;
import dev.riffle.internal.Threads;
import dev.riffle.parse.FeatureSpecs;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;

/**
 * Runs SQL queries over record files with DuckDB.
 *
 * <pre>{@code
 * try (ArrowReader rows = RecordSql.defaults().query("SELECT label, count(*) FROM 'train@10' GROUP BY label")) {
 *     while (rows.loadNextBatch()) {
 *         System.out.println(rows.getVectorSchemaRoot().contentToTSVString());
 *     }
 * }
 * }</pre>
 *
 * <p>A statement is one query: SELECT, with WITH, VALUES, UNION or FROM first, or DESCRIBE or SUMMARIZE of a query.
 * Riffle rejects every other statement. A quoted name in FROM names record files, Parquet, CSV or JSON files. A query
 * reads exactly these files, uses no network, and writes no files except in the spill directory.
 *
 * <p>An interrupt of the thread that runs a query or reads its rows ends the query with a {@link SqlException}.
 *
 * <p>Immutable and safe for use by several threads. Each query has its own DuckDB database in memory.
 *
 * @since 0.1
 */
public final class RecordSql {

    private static final int SHOWN_WIDTH = 120;

    private final SqlTables tables;
    private final RecordSource source;
    private final SessionOptions options;

    private RecordSql(SqlTables tables, RecordSource source, SessionOptions options) {
        this.tables = tables;
        this.source = source;
        this.options = options;
    }

    /** Returns the defaults: names are relative to the working directory, and samples have 1000 records. */
    public static RecordSql defaults() {
        return new RecordSql(
                SqlTables.in(Path.of("")),
                RecordSource.sampled(),
                new SessionOptions(
                        Runtime.getRuntime().availableProcessors(),
                        OptionalLong.empty(),
                        Path.of(System.getProperty("java.io.tmpdir")),
                        SessionOptions.Results.STREAMED));
    }

    /** Sets how a name in a statement becomes a table. */
    public RecordSql tables(SqlTables other) {
        return new RecordSql(Argument.present(other, "other"), source, options);
    }

    /**
     * Sets the columns of all record files of a statement, instead of the columns of a sample. Features of strings
     * become BLOB columns.
     */
    public RecordSql features(FeatureSpecs specs) {
        return with(source.specs(Argument.present(specs, "specs")));
    }

    /**
     * Sets the number of records of each table that decide the columns and their types. Without this call, 1000 records
     * decide. All records decide if a statement names a column that these records lack, and if {@link #completeRows()}
     * needs them.
     *
     * @param records a positive number; {@link Long#MAX_VALUE} means all records
     */
    public RecordSql sample(long records) {
        Argument.positive(records, "records");
        return with(source.sample(records));
    }

    /**
     * Requires that rows of all columns ({@code *}) have all features of their records. Before the query, Riffle
     * examines all records of a table whose columns are all needed. With a smaller {@link #sample(long)}, a record with
     * a feature that the sample lacks causes a {@link SqlException}. {@link #writeParquet} always requires complete
     * rows. {@link #features} sets the columns instead, and rows then have only these features.
     */
    public RecordSql completeRows() {
        return with(source.rows(RecordSource.Rows.COMPLETE));
    }

    /**
     * Sets the receiver of notes. A note names the first record with a feature that its row lacks, because the records
     * of the sample lack it. A query sends at most one note, on any thread. {@link #completeRows()} has no such rows.
     */
    public RecordSql notes(Consumer<? super String> receiver) {
        return with(source.notes(Argument.present(receiver, "receiver")));
    }

    /**
     * Sets the receiver of warnings about the specs of {@link #features}; see {@link
     * dev.riffle.parse.ExampleParser#warnings}. Without a receiver, the query {@linkplain FeatureWarning logs} them.
     */
    public RecordSql warnings(Consumer<? super FeatureWarning> receiver) {
        return with(source.warnings(Argument.present(receiver, "receiver")));
    }

    /**
     * Sets the reader options of all record files, including the damage policy. Without this call, the options of the
     * tables apply.
     */
    public RecordSql reading(RecordReaderOptions other) {
        return with(source.reading(Argument.present(other, "other")));
    }

    /** Sets the progress listener of all record files. Without this call, the listeners of the tables apply. */
    public RecordSql progress(Consumer<? super Progress> listener) {
        return with(source.progress(Argument.present(listener, "listener")));
    }

    private RecordSql with(RecordSource other) {
        return new RecordSql(tables, other, options);
    }

    /**
     * Sets the number of DuckDB's threads, and the number of threads that parse the records of a table. Default: the
     * number of processors, as for -1.
     *
     * @throws IllegalArgumentException if {@code threads} is 0 or below -1
     */
    public RecordSql threads(int threads) {
        return with(new SessionOptions(
                Threads.checked(threads), options.memoryBytes(), options.spillParent(), options.results()));
    }

    /**
     * Sets the largest amount of DuckDB's memory, in bytes. Default: half of the machine's memory, as for -1.
     *
     * @throws IllegalArgumentException if {@code bytes} is 0 or below -1
     */
    public RecordSql memoryLimit(long bytes) {
        return with(new SessionOptions(
                options.threads(), SessionOptions.limit(bytes), options.spillParent(), options.results()));
    }

    /**
     * Sets the directory in which each query creates its spill directory, and removes it at the end. Default: the
     * directory for temporary files.
     */
    public RecordSql spillDirectory(Path directory) {
        Argument.present(directory, "directory");
        return with(new SessionOptions(options.threads(), options.memoryBytes(), directory, options.results()));
    }

    private RecordSql with(SessionOptions other) {
        return new RecordSql(tables, source, other);
    }

    /**
     * Starts a query. The caller closes the result.
     *
     * @throws SqlException if the statement is not a query, or is not valid
     * @throws java.nio.file.NoSuchFileException if the statement names a file that does not exist
     * @throws dev.riffle.CorruptRecordException if a record is damaged
     * @throws IOException if a file cannot be read
     */
    public SqlResult run(String statement) throws IOException {
        Argument.present(statement, "statement");
        return new QueryRun(options, tables, source).start(statement, null);
    }

    /** Like {@link #run(String)}, with an allocator for the memory of the batches. The caller closes the allocator. */
    public SqlResult run(String statement, BufferAllocator allocator) throws IOException {
        Argument.present(statement, "statement");
        Argument.present(allocator, "allocator");
        return new QueryRun(options, tables, source).start(statement, allocator);
    }

    /**
     * Starts a query, and returns the reader of the rows. Closing the reader ends the query, and frees its memory,
     * files and threads.
     *
     * @throws SqlException if the statement is not a query, or is not valid
     * @throws java.nio.file.NoSuchFileException if the statement names a file that does not exist
     * @throws dev.riffle.CorruptRecordException if a record is damaged
     * @throws IOException if a file cannot be read
     */
    public ArrowReader query(String statement) throws IOException {
        return run(statement).closingRows();
    }

    /**
     * Runs a query, and writes the first rows as an aligned table with lines of at most 120 characters.
     *
     * @param out the output; this method does not close it
     * @param mostRows the largest number of rows
     * @throws IOException if the output or the query fails
     */
    public void show(String statement, Appendable out, int mostRows) throws IOException {
        Argument.present(out, "out");
        try (SqlResult result = run(statement)) {
            result.show(out, mostRows, SHOWN_WIDTH);
        }
    }

    /**
     * Runs a query, and writes the rows to a Parquet file with zstd compression. The file appears after the last row.
     * The rows are {@linkplain #completeRows() complete}.
     *
     * @param file a file that does not exist
     * @return the number of rows
     * @throws FileAlreadyExistsException if the file exists
     * @throws IOException if the query fails, or the file cannot be written
     */
    public long writeParquet(String statement, Path file) throws IOException {
        Argument.present(statement, "statement");
        Argument.present(file, "file");
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(file.toString());
        }
        Path parent = file.toAbsolutePath().getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            throw new NoSuchFileException(file.toString(), null, "the directory does not exist; create it first");
        }
        Path hidden = file.resolveSibling("." + file.getFileName() + "."
                + Long.toHexString(ThreadLocalRandom.current().nextLong()) + ".tmp");
        try {
            RecordSource complete = source.rows(RecordSource.Rows.COMPLETE);
            long rows = new QueryRun(options, tables, complete).writeParquet(statement, hidden);
            Files.move(hidden, file);
            return rows;
        } finally {
            Files.deleteIfExists(hidden);
        }
    }
}
