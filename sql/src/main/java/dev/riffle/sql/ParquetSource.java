package dev.riffle.sql;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/** An open Parquet file: its columns and rows. One thread at a time may use it. */
final class ParquetSource implements AutoCloseable {

    /** The approximate largest size of a batch in memory. */
    private static final long BATCH_BYTES = 16L << 20;

    private static final int MOST_ROWS = 2048;

    /** The characters that make a path a pattern. */
    private static final Pattern GLOB = Pattern.compile("[*?\\[]");

    private final Path file;
    private final SessionOptions options;
    private final String scan;
    private final BufferAllocator allocator = new RootAllocator();
    private final DuckSession session;

    /** The last query; empty before the first one. */
    private String query = "";

    private ParquetSource(Path file, OptionalLong memoryBytes) throws IOException {
        this.file = file;
        this.options = session(memoryBytes);
        Path absolute = file.toAbsolutePath();
        this.scan = pattern(absolute);
        try {
            this.session = DuckSession.open(options, allocator);
            lock(session, file);
        } catch (Throwable e) {
            allocator.close();
            throw e;
        }
    }

    /**
     * Opens a file, after a check of its first and last bytes.
     *
     * @param memoryBytes the largest amount of DuckDB's memory; empty: half of the machine's memory
     */
    static ParquetSource open(Path file, OptionalLong memoryBytes) throws IOException {
        ParquetErrors.check(file);
        return new ParquetSource(file, memoryBytes);
    }

    /** Returns the limits of DuckDB, with at most four threads, because each of them may hold row groups. */
    static SessionOptions session(OptionalLong memoryBytes) {
        return new SessionOptions(
                Math.min(4, Runtime.getRuntime().availableProcessors()),
                memoryBytes,
                Path.of(System.getProperty("java.io.tmpdir")),
                SessionOptions.Results.STREAMED);
    }

    private static String glob(Path file) {
        return GLOB.matcher(file.toString()).replaceAll("[$0]");
    }

    /** Returns a file as a string of SQL for functions that take patterns, such as {@code read_parquet}. */
    static String pattern(Path file) {
        return DuckSession.quoted(glob(file));
    }

    /** Handles the rows of a batch. */
    @FunctionalInterface
    private interface Batches {
        void add(VectorSchemaRoot batch) throws IOException;
    }

    private void each(String values, Batches batches) throws IOException {
        query = values;
        try (DuckRows rows = session.rows(query)) {
            while (rows.reader().loadNextBatch()) {
                batches.add(rows.reader().getVectorSchemaRoot());
            }
        } catch (IOException | SqlException e) {
            throw explained(e);
        }
    }

    /** Returns a failure with the name of the file. */
    IOException explained(Exception failure) {
        if (failure instanceof SqlException stopped && stopped.reason() == SqlException.Reason.CANCELLED) {
            return ParquetErrors.interrupted(failure);
        }
        DuckFailure found = ParquetErrors.ofDuckDb(failure).orElseGet(() -> DuckFailure.of(failure));
        if (found.isWithoutWords() && !query.isEmpty()) {
            found = failure(file, query, options, allocator).orElse(found);
        }
        return ParquetErrors.ofRead(file, found, failure);
    }

    /** Reads all rows of a file, and returns DuckDB's error; empty if there is none. */
    static Optional<DuckFailure> damage(Path file, SessionOptions options, BufferAllocator allocator) {
        return failure(file, "SELECT * FROM " + table(pattern(file.toAbsolutePath())), options, allocator);
    }

    /** Runs a query over a file, and collects its result, because only then DuckDB has the words of a failure. */
    private static Optional<DuckFailure> failure(
            Path file, String query, SessionOptions options, BufferAllocator allocator) {
        try (DuckSession again = DuckSession.open(options.results(SessionOptions.Results.COLLECTED), allocator)) {
            lock(again, file);
            again.rows("SELECT max(hash(t)) FROM (" + query + ") AS t").close();
            return Optional.empty();
        } catch (IOException | SqlException e) {
            return ParquetErrors.ofDuckDb(e);
        }
    }

    private static void lock(DuckSession locked, Path file) throws IOException {
        Path absolute = file.toAbsolutePath();
        locked.lock(List.of(absolute, Path.of(glob(absolute))));
    }

    private long number(String query) throws IOException {
        long[] number = {0};
        each(query, batch -> number[0] = ((BigIntVector) batch.getVector(0)).get(0));
        return number[0];
    }

    /** Returns the number of rows. */
    long size() throws IOException {
        return number("SELECT CAST(num_rows AS BIGINT) FROM parquet_file_metadata(" + scan + ")");
    }

    /**
     * Returns the schema of the rows: that of the file's metadata if it fits the columns, or else that of the columns.
     *
     * @param notes receives a note about a schema that does not fit
     */
    Schema schema(Consumer<? super String> notes) throws IOException {
        Schema columns = columns();
        Optional<String> stored = stored();
        if (stored.isEmpty()) {
            return columns;
        }
        try {
            return StoredSchema.restored(stored.get(), columns);
        } catch (StoredSchema.Misfit e) {
            notes.accept(file + ": ignores the schema in the metadata " + StoredSchema.KEY + ", because it "
                    + e.getMessage() + "; the types of the columns decide");
            return columns;
        }
    }

    /** Returns the columns under their names in the file. */
    private Schema columns() throws IOException {
        List<Field> renamed = new ArrayList<>();
        query = "SELECT * FROM " + table(scan) + " LIMIT 0";
        try (DuckRows none = session.rows(query)) {
            none.reader().getVectorSchemaRoot().getFieldVectors().forEach(vector -> renamed.add(vector.getField()));
        } catch (IOException | SqlException e) {
            throw explained(e);
        }
        List<String> names = names();
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < renamed.size(); i++) {
            Field field = renamed.get(i);
            // DuckDB renames a column whose name differs from another name only in case.
            String name = names.size() == renamed.size() ? names.get(i) : field.getName();
            fields.add(new Field(name, field.getFieldType(), field.getChildren()));
        }
        return new Schema(fields);
    }

    private static String table(String scan) {
        return "read_parquet(" + scan + ", hive_partitioning=false)";
    }

    /** Returns the names of the columns, from the tree of all columns and the fields inside of them. */
    private List<String> names() throws IOException {
        List<String> names = new ArrayList<>();
        long[] inside = {-1};
        each("SELECT name, CAST(coalesce(num_children, 0) AS BIGINT) FROM parquet_schema(" + scan + ")", batch -> {
            for (int i = 0; i < batch.getRowCount(); i++) {
                if (inside[0] < 0) {
                    // The first row is the root of the tree.
                    inside[0] = 0;
                    continue;
                }
                if (inside[0] == 0) {
                    names.add(String.valueOf(batch.getVector(0).getObject(i)));
                    inside[0]++;
                }
                inside[0] += ((BigIntVector) batch.getVector(1)).get(i) - 1;
            }
        });
        return names;
    }

    /** Returns the text of the stored schema. */
    private Optional<String> stored() throws IOException {
        List<String> found = new ArrayList<>();
        each(
                "SELECT value FROM parquet_kv_metadata(" + scan + ") WHERE key = CAST("
                        + DuckSession.quoted(StoredSchema.KEY) + " AS BLOB)",
                batch -> {
                    for (int i = 0; i < batch.getRowCount(); i++) {
                        found.add(new String(((VarBinaryVector) batch.getVector(0)).get(i), StandardCharsets.UTF_8));
                    }
                });
        return found.stream().findFirst();
    }

    /**
     * Returns a reader of all rows, in their order. The caller closes the reader before this file.
     *
     * @param schema the schema of this file
     */
    ArrowReader reader(Schema schema) throws IOException {
        List<String> values = new ArrayList<>();
        List<String> positions = new ArrayList<>();
        for (int i = 0; i < schema.getFields().size(); i++) {
            String position = "c" + i;
            positions.add(position);
            values.add(ParquetTypes.ARRAYS
                    .cast(schema.getFields().get(i))
                    .map(type -> "CAST(" + position + " AS " + type + ")")
                    .orElse(position));
        }
        int batch = batch();
        query = "SELECT " + String.join(", ", values) + " FROM " + table(scan) + " AS t(" + String.join(", ", positions)
                + ")";
        try {
            DuckRows selected = session.rows(query, batch);
            try {
                return new NamedReader(allocator, selected, described(schema, selected.reader()));
            } catch (Throwable e) {
                selected.close();
                throw e;
            }
        } catch (IOException | SqlException e) {
            throw explained(e);
        }
    }

    /** Returns the number of rows of a batch. */
    private int batch() throws IOException {
        long bytes = number(
                "SELECT CAST(coalesce(sum(total_uncompressed_size), 0) AS BIGINT) FROM parquet_metadata(" + scan + ")");
        long perRow = bytes / Math.max(1, size());
        return (int) Math.max(1, Math.min(MOST_ROWS, BATCH_BYTES / Math.max(1, perRow)));
    }

    /** Returns the fields of the schema with the types of the vectors. */
    private static Schema described(Schema schema, ArrowReader columns) throws IOException {
        List<Field> fields = new ArrayList<>();
        List<FieldVector> vectors = columns.getVectorSchemaRoot().getFieldVectors();
        for (int i = 0; i < vectors.size(); i++) {
            fields.add(described(schema.getFields().get(i), vectors.get(i).getField()));
        }
        return new Schema(fields, schema.getCustomMetadata());
    }

    private static Field described(Field field, Field vector) {
        List<Field> children = new ArrayList<>();
        for (int i = 0; i < vector.getChildren().size(); i++) {
            children.add(
                    described(field.getChildren().get(i), vector.getChildren().get(i)));
        }
        Map<String, String> metadata = field.getMetadata();
        return new Field(
                field.getName(),
                new FieldType(vector.isNullable(), vector.getType(), vector.getDictionary(), metadata),
                children);
    }

    @Override
    public void close() throws IOException {
        try (allocator) {
            session.close();
        }
    }
}
