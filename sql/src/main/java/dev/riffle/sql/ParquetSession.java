package dev.riffle.sql;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.arrow.c.ArrowArrayStream;
import org.apache.arrow.c.Data;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBResultSet;

/** A DuckDB database in memory that may access some files. One thread at a time may use it. */
final class ParquetSession implements AutoCloseable {

    private final BufferAllocator allocator;
    private final DuckDBConnection connection;
    private final Path spill;

    private ParquetSession(BufferAllocator allocator, DuckDBConnection connection, Path spill) {
        this.allocator = allocator;
        this.connection = connection;
        this.spill = spill;
    }

    /**
     * Opens a database.
     *
     * @param file the only file that statements may read or write
     */
    static ParquetSession open(BufferAllocator allocator, Path file) throws IOException, SQLException {
        Path spill = Files.createTempDirectory("riffle-parquet");
        Properties settings = new Properties();
        settings.setProperty("jdbc_stream_results", "true");
        DuckDBConnection connection =
                (DuckDBConnection) DriverManager.getConnection("jdbc:duckdb:", settings);
        ParquetSession session = new ParquetSession(allocator, connection, spill);
        try {
            session.execute("SET temp_directory=" + SqlNames.literal(spill.toString()));
            session.execute("SET autoinstall_known_extensions=false");
            session.execute("SET autoload_known_extensions=false");
            session.execute("SET allowed_paths=[" + SqlNames.literal(file.toString()) + ", "
                    + SqlNames.pattern(file) + "]");
            session.execute("SET enable_external_access=false");
            session.execute("SET lock_configuration=true");
            return session;
        } catch (Throwable e) {
            session.close();
            throw e;
        }
    }

    void execute(String statement) throws SQLException {
        try (Statement running = connection.createStatement()) {
            running.execute(statement);
        }
    }

    /** Runs a statement that reads a stream under this name. */
    void execute(String statement, String name, ArrowReader stream) throws SQLException {
        try (ArrowArrayStream exported = ArrowArrayStream.allocateNew(allocator)) {
            Data.exportArrayStream(allocator, stream, exported);
            connection.registerArrowStream(name, exported);
            execute(statement);
        }
    }

    /** Handles the rows of a small result. */
    @FunctionalInterface
    interface Rows {
        void add(ResultSet row) throws SQLException;
    }

    void each(String query, Rows rows) throws SQLException {
        try (Statement running = connection.createStatement();
                ResultSet result = running.executeQuery(query)) {
            while (result.next()) {
                rows.add(result);
            }
        }
    }

    /** Returns the number in the only row of a query. */
    long number(String query) throws SQLException {
        long[] number = {0};
        each(query, row -> number[0] = row.getLong(1));
        return number[0];
    }

    /**
     * Starts a query, whose rows come in batches of at most this number of rows. The caller closes the rows before the
     * next statement.
     */
    Batches query(String query, int batch) throws SQLException {
        Statement running = connection.createStatement();
        try {
            ResultSet result = running.executeQuery(query);
            return new Batches(
                    running, (ArrowReader) ((DuckDBResultSet) result).arrowExportStream(allocator, batch));
        } catch (Throwable e) {
            running.close();
            throw e;
        }
    }

    /** The rows of a running query. */
    record Batches(Statement running, ArrowReader reader) implements AutoCloseable {

        @Override
        public void close() throws IOException, SQLException {
            try (running) {
                reader.close();
            }
        }
    }

    @Override
    public void close() throws IOException, SQLException {
        try {
            connection.close();
        } finally {
            delete();
        }
    }

    private void delete() throws IOException {
        try (Stream<Path> files = Files.list(spill)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.deleteIfExists(file);
            }
        }
        try {
            Files.deleteIfExists(spill);
        } catch (DirectoryNotEmptyException foreign) {
            // Files of other programs stay.
        }
    }
}
