package dev.riffle.sql;

import dev.riffle.arrow.internal.ArrowAccess;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBDriver;

/**
 * A DuckDB database in memory that reads registered streams and, after {@link #lock}, only the allowed files. One
 * thread at a time may use a session. Closing the session frees all its memory, files and threads.
 *
 * <p>DuckDB can read a stream once. A second scan of a stream fails; see {@link DuckFailure#isSecondScan}.
 */
final class DuckSession implements AutoCloseable {

    private final BufferAllocator allocator;
    private final SpillDirectory spill;
    private final DuckDBConnection connection;
    private final SessionOptions options;
    private final List<WatchedReader> readers = new ArrayList<>();
    private final List<ArrowArrayStream> streams = new ArrayList<>();
    private List<String> tables = List.of();
    private List<Path> files = List.of();
    private boolean closed;

    private DuckSession(
            BufferAllocator allocator, SpillDirectory spill, DuckDBConnection connection, SessionOptions options) {
        this.allocator = allocator;
        this.spill = spill;
        this.connection = connection;
        this.options = options;
    }

    /**
     * Opens a database. The session does not load extensions or use the network, and keeps its files in a spill
     * directory.
     *
     * @param parent the allocator of the batches; the session allocates from a child
     */
    static DuckSession open(SessionOptions options, BufferAllocator parent) throws IOException {
        ArrowAccess.check();
        BufferAllocator allocator = parent.newChildAllocator("riffle-sql", 0, Long.MAX_VALUE);
        Closing closing = new Closing();
        closing.add(allocator);
        try {
            SpillDirectory spill = SpillDirectory.in(options.spillParent());
            closing.add(spill);
            DuckDBConnection connection = connect(options);
            closing.add(connection);
            DuckSession session = new DuckSession(allocator, spill, connection, options);
            session.configure();
            return session;
        } catch (Throwable e) {
            closing.closeAfter(e);
            throw e;
        }
    }

    private static DuckDBConnection connect(SessionOptions options) throws IOException {
        Properties properties = new Properties();
        properties.setProperty(
                DuckDBDriver.JDBC_STREAM_RESULTS, String.valueOf(options.results() == SessionOptions.Results.STREAMED));
        try {
            return (DuckDBConnection) new DuckDBDriver().connect("jdbc:duckdb:", properties);
        } catch (SQLException e) {
            throw new IOException("DuckDB does not start: " + DuckFailure.of(e).text(), e);
        } catch (LinkageError e) {
            throw new IOException(
                    "DuckDB has no library for this machine (" + System.getProperty("os.name") + ", "
                            + System.getProperty("os.arch") + "): " + e.getMessage(),
                    e);
        }
    }

    private void configure() throws IOException {
        String directory = quoted(spill.path().toString());
        for (String setting : List.of(
                "errors_as_json=true",
                "autoinstall_known_extensions=false",
                "autoload_known_extensions=false",
                "allow_community_extensions=false",
                "allow_persistent_secrets=false",
                "extension_directory=" + directory,
                "secret_directory=" + directory,
                "home_directory=" + directory,
                "temp_directory=" + directory,
                "max_expression_depth=400",
                "threads=" + options.threads(),
                "memory_limit=" + quoted(options.memory()))) {
            execute("SET " + setting);
        }
    }

    /** Allows DuckDB to open these files and no others, and ends all changes of settings. */
    void lock(Collection<Path> files) throws IOException {
        String paths = files.stream()
                .map(file -> quoted(file.toAbsolutePath().toString()))
                .collect(Collectors.joining(", "));
        execute("SET allowed_paths=[" + paths + "]");
        execute("SET enable_external_access=false");
        execute("SET lock_configuration=true");
    }

    /**
     * Sets what the statement reads, for the messages of its failures.
     *
     * @param read the names of its tables
     * @param opened the files that DuckDB opens
     */
    void reads(List<String> read, List<Path> opened) {
        tables = read;
        files = opened;
    }

    /**
     * Makes a reader a view that a statement can read once. The session closes the reader. Each batch of the reader
     * must have its own memory, because DuckDB keeps several batches.
     */
    void register(String name, ArrowReader reader) throws IOException {
        register(name, reader, failure -> failure);
    }

    /** Like {@link #register(String, ArrowReader)}, with other words for the failures of the reader. */
    void register(String name, ArrowReader reader, UnaryOperator<RuntimeException> words) throws IOException {
        WatchedReader watched = new WatchedReader(allocator, reader, words);
        readers.add(watched);
        ArrowArrayStream stream = ArrowArrayStream.allocateNew(allocator);
        streams.add(stream);
        Data.exportArrayStream(allocator, watched, stream);
        try {
            connection.registerArrowStream(name, stream);
        } catch (RuntimeException e) {
            throw failure(e, "");
        }
    }

    /** Runs a statement without rows. */
    void execute(String statement) throws IOException {
        try (Statement running = connection.createStatement()) {
            InterruptWatch.during(running, () -> running.execute(statement));
        } catch (SQLException e) {
            throw failure(e, statement);
        }
    }

    /** Describes a statement as JSON. Does not run the statement. */
    String serialized(String statement) throws IOException {
        return DeepStack.run(() -> text("SELECT json_serialize_sql(CAST(? AS VARCHAR))", statement));
    }

    /** Returns the statement that JSON describes. */
    String deserialized(String json) throws IOException {
        return DeepStack.run(() -> text("SELECT json_deserialize_sql(CAST(? AS JSON))", json));
    }

    /** Runs a statement with one parameter, and returns the text in the first column of the first row. */
    String text(String statement, String parameter) throws IOException {
        try (PreparedStatement running = connection.prepareStatement(statement)) {
            running.setString(1, parameter);
            try (ResultSet rows = running.executeQuery()) {
                rows.next();
                return rows.getString(1);
            }
        } catch (SQLException e) {
            throw failure(e, statement);
        }
    }

    /** Checks the names and types of a query, and does not run it. */
    void check(String query) throws IOException {
        try (PreparedStatement checked = connection.prepareStatement(query)) {
            checked.getMetaData();
        } catch (SQLException e) {
            throw failure(e, query);
        }
    }

    /** Runs a query. The caller closes the rows before the session. */
    DuckRows rows(String query) throws IOException {
        return rows(query, DuckRows.BATCH_ROWS);
    }

    /** Like {@link #rows(String)}, with a largest number of rows of a batch, for rows that may be large. */
    DuckRows rows(String query, int batchRows) throws IOException {
        Closing closing = new Closing();
        try {
            Statement statement = connection.createStatement();
            closing.add(statement);
            return DuckRows.of(this, statement, query, batchRows, closing);
        } catch (SQLException e) {
            closing.closeAfter(e);
            throw failure(e, query);
        } catch (Throwable e) {
            closing.closeAfter(e);
            throw e;
        }
    }

    /**
     * Writes the rows of a query to a Parquet file. The file must be one of the allowed files.
     *
     * @param parquetOptions further options of DuckDB's COPY, such as {@code COMPRESSION zstd}
     * @return the number of rows
     */
    long copyToParquet(String query, Path file, String parquetOptions) throws IOException {
        String copy =
                "COPY (\n" + query + "\n) TO " + quoted(file.toAbsolutePath().toString())
                        + " (FORMAT parquet, USE_TMP_FILE false, " + parquetOptions + ")";
        try (Statement running = connection.createStatement()) {
            return InterruptWatch.during(running, () -> running.executeLargeUpdate(copy));
        } catch (SQLException e) {
            throw failure(e, query);
        }
    }

    /**
     * Returns the exception for a failure of DuckDB. If a registered reader has failed, throws its exception instead.
     *
     * @param statement the statement for the message; an empty text if the statement is Riffle's own
     */
    RuntimeException failure(Exception thrown, String statement) throws IOException {
        for (WatchedReader reader : readers) {
            Throwable failure = reader.failure().orElse(null);
            if (failure instanceof IOException e) {
                throw e;
            }
            if (failure instanceof RuntimeException e) {
                throw e;
            }
            if (failure instanceof Error e) {
                throw e;
            }
        }
        DuckFailure found = DuckFailure.of(thrown);
        if (isOfTemporaryFiles(found)) {
            return new SqlException(
                    SqlException.Reason.RESOURCES,
                    "SQL: query cannot use its temporary files: " + found.text()
                            + "; free disk space, or use another directory (--temp, RecordSql.spillDirectory)",
                    thrown);
        }
        if (found.canBeDamage() && !found.canBeCallOfError(statement)) {
            rejectDamage(found, thrown);
        }
        if (Thread.currentThread().isInterrupted()) {
            // DuckDB does not report the kind of an error of a streamed result.
            return new SqlException(SqlException.Reason.CANCELLED, "SQL: thread was interrupted", thrown);
        }
        return found.exception(statement, tables, thrown);
    }

    /**
     * Throws an exception with the name of the first damaged Parquet file: many errors of DuckDB lack names. An
     * interrupt ends the search.
     */
    private void rejectDamage(DuckFailure found, Exception thrown) throws IOException {
        for (Path file : files) {
            if (found.text().contains(file.toAbsolutePath().toString()) && isParquet(file, thrown)) {
                throw ParquetErrors.ofRead(file, found, thrown);
            }
        }
        for (Path file : files) {
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
            DuckFailure damage = isParquet(file, thrown)
                    ? failureOf("FROM " + ParquetSource.table(file)).orElse(null)
                    : null;
            if (damage != null && damage.canBeDamage() && !isOfTemporaryFiles(damage)) {
                throw ParquetErrors.ofRead(file, damage, thrown);
            }
        }
    }

    private boolean isOfTemporaryFiles(DuckFailure failure) {
        return failure.text().contains(spill.path().toString());
    }

    private static boolean isParquet(Path file, Exception thrown) {
        try {
            return FileKind.isParquet(file);
        } catch (IOException e) {
            thrown.addSuppressed(e);
            return false;
        }
    }

    /**
     * Runs a query on another connection of this database, within the same memory, and returns its failure. DuckDB does
     * not report the failure of a streamed result in words, so the query creates a table.
     */
    Optional<DuckFailure> failureOf(String query) {
        String table = "CREATE TEMP TABLE hashes AS SELECT max(hash(t)) FROM (" + query + ") AS t";
        try (Connection other = connection.duplicate();
                Statement running = other.createStatement()) {
            InterruptWatch.during(running, () -> running.execute(table));
            return Optional.empty();
        } catch (SQLException e) {
            return Optional.of(DuckFailure.of(e));
        }
    }

    BufferAllocator allocator() {
        return allocator;
    }

    SessionOptions options() {
        return options;
    }

    /** Returns a text as a string of SQL. */
    static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    /** Returns a name as an identifier of SQL. */
    static String identifier(String name) {
        return "\"" + name.replace("\"", "\"\"") + "\"";
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        Closing closing = new Closing();
        closing.add(allocator);
        closing.add(spill);
        readers.forEach(closing::add);
        streams.forEach(stream -> closing.add(() -> {
            stream.release();
            stream.close();
        }));
        closing.add(connection);
        closing.close();
    }
}
