package dev.riffle.sql;

import dev.riffle.Progress;
import dev.riffle.RecordReaderOptions;
import dev.riffle.internal.Argument;
import dev.riffle.parse.FeatureSpecs;
import java.io.IOException;
import java.nio.file.Path;
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
 * <p>Immutable and safe for use by several threads. Each query has its own DuckDB database in memory.
 *
 * @since 0.1
 */
public final class RecordSql {

    private RecordSql() {}

    /** Returns the defaults: names are relative to the working directory, and the sample has 1000 records. */
    public static RecordSql defaults() {
        return new RecordSql();
    }

    /** Sets how a name in a statement becomes a table. */
    public RecordSql tables(SqlTables tables) {
        throw new UnsupportedOperationException("draft: " + Argument.present(tables, "tables"));
    }

    /**
     * Sets the columns of all record files of a statement, instead of the columns of a sample. Columns of strings become
     * BLOB columns.
     */
    public RecordSql features(FeatureSpecs specs) {
        throw new UnsupportedOperationException("draft: " + Argument.present(specs, "specs"));
    }

    /**
     * Sets the number of records of each table that decide the columns and their types.
     *
     * @param records a positive number; {@link Long#MAX_VALUE} means all records
     */
    public RecordSql sample(long records) {
        throw new UnsupportedOperationException("draft: " + records);
    }

    /** Sets the reader options of all record files, including the damage policy. Default: the options of the tables. */
    public RecordSql reading(RecordReaderOptions options) {
        throw new UnsupportedOperationException("draft: " + Argument.present(options, "options"));
    }

    /** Sets the progress listener of all record files. Default: the listeners of the tables. */
    public RecordSql progress(Consumer<? super Progress> listener) {
        throw new UnsupportedOperationException("draft: " + Argument.present(listener, "listener"));
    }

    /** Sets the number of threads of DuckDB, and the number of threads that parse records. Default: the processors. */
    public RecordSql threads(int threads) {
        throw new UnsupportedOperationException("draft: " + threads);
    }

    /** Sets the largest amount of memory of DuckDB, in bytes. Default: half of the machine's memory. */
    public RecordSql memoryLimit(long bytes) {
        throw new UnsupportedOperationException("draft: " + bytes);
    }

    /**
     * Sets the directory in which each query creates its spill directory, and removes it at the end. Default: the
     * directory for temporary files.
     */
    public RecordSql spillDirectory(Path directory) {
        throw new UnsupportedOperationException("draft: " + Argument.present(directory, "directory"));
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
        throw new UnsupportedOperationException("draft: " + Argument.present(statement, "statement"));
    }

    /** Like {@link #run(String)}, with an allocator for the memory of the batches. The caller closes the allocator. */
    public SqlResult run(String statement, BufferAllocator allocator) throws IOException {
        throw new UnsupportedOperationException("draft: " + Argument.present(statement, "statement") + allocator);
    }

    /**
     * Starts a query, and returns the reader of the rows. Closing the reader ends the query.
     *
     * @throws SqlException if the statement is not a query, or is not valid
     * @throws java.nio.file.NoSuchFileException if the statement names a file that does not exist
     * @throws dev.riffle.CorruptRecordException if a record is damaged
     * @throws IOException if a file cannot be read
     */
    public ArrowReader query(String statement) throws IOException {
        throw new UnsupportedOperationException("draft: " + Argument.present(statement, "statement"));
    }

    /** Runs a query, and writes the first rows as an aligned table of at most 120 characters per line. */
    public void show(String statement, Appendable out, int mostRows) throws IOException {
        throw new UnsupportedOperationException("draft: " + Argument.present(statement, "statement") + out + mostRows);
    }

    /**
     * Runs a query, and writes the rows to a Parquet file with zstd compression. The file appears after the last row.
     *
     * @param file a file that does not exist
     * @return the number of rows
     * @throws java.nio.file.FileAlreadyExistsException if the file exists
     */
    public long writeParquet(String statement, Path file) throws IOException {
        throw new UnsupportedOperationException("draft: " + Argument.present(statement, "statement") + file);
    }
}
